"""kapitan beside us: installed into a virtual environment of its own, and given an inventory that yields our objects.

The comparison is kind to kapitan: it reads no specs, checks nothing and computes nothing. One target per folder of
our output hands finished objects to kapitan, which renders its small inventory and writes them to the same files.
"""

import json
import marshal
import os
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

from benchmarks.measure import Failed

VERSION = "0.36.3"
_INSTALL_SECONDS = 600

_COMPONENT = """\
import json


def main(input_params):
    with open(input_params["objects"]) as file:
        return json.load(file)
"""


def install() -> Path:
    """The `kapitan` program, installed on first use below the user's cache folder. Raises Failed where it cannot be."""
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    folder = cache / "tenantry-benchmark" / f"kapitan-{VERSION}"
    program = folder / "bin" / "kapitan"
    if (folder / "ready").exists():
        return program
    pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    for command in ([sys.executable, "-m", "venv", "--clear", str(folder)], [*pip, f"kapitan=={VERSION}"]):
        try:
            subprocess.run(command, check=True, capture_output=True, text=True, timeout=_INSTALL_SECONDS)
        except subprocess.CalledProcessError as problem:
            reason = (problem.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise Failed(f"kapitan {VERSION} could not be installed: {reason}") from problem
        except subprocess.TimeoutExpired as problem:
            raise Failed(f"kapitan {VERSION} could not be installed within {_INSTALL_SECONDS} s") from problem
    (folder / "ready").touch()
    return program


def write_inventory(folder: Path, objects: Path) -> int:
    """Writes an inventory that yields the objects of a marshalled file; gives the number of targets."""
    groups: dict[str, dict[str, Any]] = defaultdict(dict)
    for path, group in marshal.loads(objects.read_bytes()):
        owner, _, name = path.rpartition("/")
        groups[owner][name.removesuffix(".yaml")] = group
    targets, component, data = folder / "inventory/targets", folder / "components/finished", folder / "data"
    for made in (targets, folder / "inventory/classes", component, data):
        made.mkdir(parents=True)
    (component / "__init__.py").write_text(_COMPONENT)
    for owner, files in groups.items():
        target = owner.replace("/", "--")
        (data / f"{target}.json").write_text(json.dumps(files))
        (targets / f"{target}.yml").write_text(_target(target))
    return len(groups)


def _target(name: str) -> str:
    return f"""\
parameters:
  target_name: {name}
  kapitan:
    vars: {{target: {name}}}
    compile:
    - output_path: .
      input_type: kadet
      output_type: yaml
      input_paths: [components/finished]
      input_params: {{objects: data/{name}.json}}
"""


def command(program: Path, inventory: Path, output: Path) -> list[str]:
    """The command that compiles an inventory, on all cores."""
    arguments = ["--output-path", str(output), "--parallelism", str(os.cpu_count() or 1)]
    return ["env", "-C", str(inventory), str(program), "compile", *arguments]


def count_objects(output: Path) -> int:
    """How many objects kapitan wrote, to know that it did the same work."""
    return sum(
        text.startswith("apiVersion:") + text.count("\napiVersion:")
        for text in (path.read_text() for path in output.rglob("*.yaml"))
    )
