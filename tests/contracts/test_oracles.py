"""Oracles judge the compiler, so none of them sees with its eyes: nothing they import, however far, is of tenantry."""

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.workspaces import REPOSITORY

FIRST = sorted((REPOSITORY / "tests" / "oracle").rglob("*.py"))


def test_no_oracle_imports_the_compiler() -> None:
    found = [chain for chain in chains(FIRST) if chain[-1].split(".")[0] == "tenantry"]

    assert not found, "\n".join(" -> ".join(chain) for chain in found)


def test_an_import_is_found_wherever_it_stands(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text(
        "import os, tenantry.api\nfrom tests.support import cases, documents\n"
        "def f():\n    from tenantry.ir import Tree\n    return __import__('tenantry')\n"
    )

    assert list(imported(module)) == [
        "os",
        "tenantry.api",
        "tests.support",
        "tests.support.cases",
        "tests.support.documents",
        "tenantry.ir",
        "tenantry.ir.Tree",
        "tenantry",
    ]
    assert any(chain[1:3] == ("tests.support.cases", "tenantry.source") for chain in chains([module]))


def chains(first: list[Path]) -> Iterator[tuple[str, ...]]:
    """Every import that is reached from these files, with the modules it is reached through; ours are followed."""
    seen, waiting = set[str](), [((path.stem,), path) for path in first]
    while waiting:
        chain, path = waiting.pop()
        for name in imported(path):
            if name in seen:
                continue
            seen.add(name)
            yield (*chain, name)
            if source := _source(name):
                waiting.append(((*chain, name), source))


def imported(path: Path) -> Iterator[str]:
    """Names that a file imports; for `from a import b` both a and a.b, because b may be a module."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import(names=names):
                yield from (alias.name for alias in names)
            case ast.ImportFrom(module=str(module), names=names, level=0):
                yield module
                yield from (f"{module}.{alias.name}" for alias in names)
            case ast.ImportFrom():
                raise AssertionError(f"{path} imports by a relative name, which is not followed here")
            case ast.Call(func=ast.Name(id="__import__" | "import_module"), args=[ast.Constant(value=str(name)), *_]):
                yield name


def _source(name: str) -> Path | None:
    """The file of a module of this repository's tests or benchmarks."""
    if name.split(".")[0] not in ("tests", "benchmarks"):
        return None
    path = REPOSITORY.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)
