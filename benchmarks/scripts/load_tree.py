"""Reads a compiled tree back for the rivals: `load_tree.py TREE OBJECTS FILES`.

Writes marshalled pairs (path, objects) of every manifest file into OBJECTS, and pairs (path, bytes) of every file into
FILES. A process of its own, because it needs far more memory than anything that is measured.
"""

import marshal
import sys
from pathlib import Path

import yaml


def main() -> None:
    tree = Path(sys.argv[1])
    paths = sorted(path for path in tree.rglob("*") if path.is_file())
    raw = [(path.relative_to(tree).as_posix(), path.read_bytes()) for path in paths]
    objects = [
        (name, list(yaml.load_all(content, yaml.CSafeLoader)))
        for name, content in raw
        if name.endswith(".yaml") and "_install/" not in name
    ]
    Path(sys.argv[2]).write_bytes(marshal.dumps(objects))
    Path(sys.argv[3]).write_bytes(marshal.dumps(raw))


main()
