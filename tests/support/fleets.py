"""Random valid fleets for property tests: the benchmark's generator, written anew with files renamed and regrouped."""

from pathlib import Path
from random import Random

from benchmarks.plan import Plan
from benchmarks.spec_text import spec_files

_SEPARATOR = "---\n"


def write_files(folder: Path, files: dict[str, str]) -> Path:
    """Writes texts by path below `folder`, which is made; gives the folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder


def regrouped(plan: Plan, random: Random) -> dict[str, str]:
    """The documents of a plan in other files of their owners, in another order, with comments between them.

    Tenants and grants stay in files of their own name: who may change those is decided by file.
    """
    groups: dict[str, list[str]] = {}
    for name, text in spec_files(plan).items():
        for document in text.split(_SEPARATOR):
            groups.setdefault(_other_file(name, random), []).append(document)
    names = list(groups)
    random.shuffle(names)
    return {name: _joined(groups[name], random) for name in names}


def _other_file(name: str, random: Random) -> str:
    area, owner, *rest = name.split("/")
    if area == "clusters":
        return f"clusters/{random.choice(('all', 'pools/some', 'more'))}.yaml"
    if rest[-1] in ("tenant.yaml", "grants.yaml"):
        return name
    return f"tenants/{owner}/{random.choice(('all', 'work/some', 'z'))}.yaml"


def _joined(documents: list[str], random: Random) -> str:
    random.shuffle(documents)
    comments = ("", "# Owned by somebody.\n", "\n# Two lines\n# of words.\n\n")
    return _SEPARATOR.join(random.choice(comments) + document for document in documents)
