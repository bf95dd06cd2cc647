"""What a commit brings below `output/` that its specs do not compile to, and folders of it that became links.

Reads git objects. Whoever leaves `output/` to the merge brings none of it; whoever commits it brings exactly what
`compile` writes. Anything else was made by hand, and Argo CD would apply it as it stands.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from tenantry.emit.inventory import INVENTORY_FILE
from tenantry.emit.render import render
from tenantry.emit.strays import is_read
from tenantry.emit.yaml import Writer
from tenantry.engine.lowered import lowered
from tenantry.git import CommittedTree
from tenantry.program import Program
from tenantry.workspace import SPEC_FOLDERS

_OUTPUT: Final = "output"


def edited(
    head: CommittedTree, bases: Sequence[CommittedTree], program: Callable[[], Program | None]
) -> tuple[str, ...]:
    """Files below `output/` that are not as `program`, the meaning of `head`, compiles; what changed comes first.

    Nothing where all that matters there is as in one of `bases`, or where the specs have errors, which block anyway.
    """
    if any(base.digest(_OUTPUT) == head.digest(_OUTPUT) for base in bases):
        return ()
    meant = program()
    if meant is None:
        return ()
    expected = _compiled(meant)
    here = dict(head.entries(_OUTPUT))
    changes = [{path for path, _ in base.entries(_OUTPUT) ^ here.items() if _matters(path, expected)} for base in bases]
    if not all(changes):
        return ()
    changed = set[str]().union(*changes)
    wrong = {path for path, content in expected.items() if not head.holds(path, content)}
    wrong.update(path for path in here if path not in expected and _matters(path, expected))
    return tuple(sorted(wrong, key=lambda path: (path not in changed, path)))


def new_links(head: CommittedTree, base: CommittedTree) -> tuple[str, ...]:
    """Folders of a workspace that are links in `head` and were none in `base`."""
    return tuple(name for name in (*SPEC_FOLDERS, _OUTPUT) if head.is_link(name) and not base.is_link(name))


def _compiled(program: Program) -> dict[str, bytes]:
    return {f"{_OUTPUT}/{path}": content for path, content in _files(program)}


def _files(program: Program) -> Iterator[tuple[str, bytes]]:
    writer = Writer()
    for bundle in lowered(program):
        made = render(bundle, writer)
        yield from made.files.items()
        yield f"{made.folder}/{INVENTORY_FILE}", made.inventory_text


def _matters(path: str, expected: dict[str, bytes]) -> bool:
    """Whether a file is the tool's own, or one that Argo CD reads; `output` itself where it is no folder."""
    inner = path.removeprefix(f"{_OUTPUT}/")
    return path == _OUTPUT or path in expected or is_read(inner) or inner.rpartition("/")[2] == INVENTORY_FILE
