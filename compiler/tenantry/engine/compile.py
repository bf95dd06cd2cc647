"""The whole compile: from specs to an output tree, or to the list of what would change.

Writes only below the output root, and nothing at all where there is any error.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from tenantry.diagnostics import Diagnostic, Spot, any_error
from tenantry.diagnostics.codes.conformance import TN504
from tenantry.emit.inventory import INVENTORY_FILE
from tenantry.emit.output import OutputTree
from tenantry.engine.back import BackEnd
from tenantry.engine.committed import before_of, committed_before
from tenantry.engine.deletions import refuse_too_many_deletions
from tenantry.engine.front import Front, front_end
from tenantry.engine.progress import Progress
from tenantry.engine.remainders import Remainder, remainders
from tenantry.engine.scope import Scope
from tenantry.records import record
from tenantry.workspace import Workspace


@record
class Compilation:
    """What a compile did, or would do. Paths are relative to the output root and sorted; `by_kind` counts objects."""

    front: Front
    diagnostics: tuple[Diagnostic, ...]
    written: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    unchanged: int = 0
    objects: int = 0
    by_kind: tuple[tuple[str, int], ...] = ()
    remainders: tuple[Remainder, ...] = ()

    @property
    def has_errors(self) -> bool:
        return any_error(self.diagnostics)

    @property
    def is_fresh(self) -> bool:
        """Whether the output tree held exactly what the specs say."""
        return not (self.written or self.deleted)


def compile_workspace(
    workspace: Workspace,
    output: OutputTree,
    scope: Scope,
    *,
    dry_run: bool,
    allow_deletes: int,
    progress: Progress,
) -> Compilation:
    """Compiles the workspace into `output`; with `dry_run` nothing is written.

    `scope` narrows what is compared, written and deleted, never what is checked of the specs. Raises UnknownNameError
    for a name in it that neither the specs nor the output tree know, NotAllowedError where more objects would go than
    is allowed, and TenantryError where the disk refuses.
    """
    with output.locked(to_read=dry_run):
        progress("checking the specs")
        inventories = output.inventories()
        front = front_end(workspace, before_of(output, inventories))
        program = front.sound_program
        if program is None:
            return Compilation(front, front.diagnostics)
        scope.refuse_unknown(program, inventories)
        back = BackEnd(program, scope, progress=progress)
        changes = output.compare(back.rendered(), inventories, meant=scope.holds)
        foreign = changes.strays if dry_run else changes.lasting_strays
        diagnostics = (*front.diagnostics, *back.problems, *_not_our_own(workspace, output, foreign))
        if any_error(diagnostics):
            return Compilation(front, diagnostics)
        if not dry_run:
            refuse_too_many_deletions(changes, allowed=allow_deletes)
            progress("writing")
            output.apply(changes)
    return Compilation(
        front,
        diagnostics,
        written=tuple(sorted([*changes.written, *_inventory_files(changes.inventories)])),
        deleted=tuple(sorted([*changes.deleted, *_inventory_files(changes.gone)])),
        unchanged=changes.unchanged,
        objects=back.by_kind.total(),
        by_kind=tuple(sorted(back.by_kind.items())),
        remainders=tuple(remainders(program, scope)),
    )


def check_workspace(workspace: Workspace, output: OutputTree, *, as_of: date | None, progress: Progress) -> Front:
    """Everything there is to say about the specs: the front end's word and, without errors there, what is wrong with
    what would be emitted. Writes nothing. `as_of` replaces the fleet's date, for questions only."""
    progress("checking the specs")
    front = front_end(workspace, committed_before(output), as_of=as_of)
    program = front.sound_program
    if program is None:
        return front
    back = BackEnd(program, Scope(), progress=progress)
    back.judge()
    return replace(front, diagnostics=(*front.diagnostics, *back.problems))


def _inventory_files(folders: Iterable[str]) -> Iterator[str]:
    return (f"{folder}/{INVENTORY_FILE}" for folder in folders)


def _not_our_own(workspace: Workspace, output: OutputTree, paths: Iterable[str]) -> Iterator[Diagnostic]:
    below = output.root.relative_to(workspace.root) if output.root.is_relative_to(workspace.root) else output.root
    for path in paths:
        file = f"{below.as_posix()}/{path}"
        yield Diagnostic(
            TN504,
            f"{file} is not the tool's own, and Argo CD would apply what it holds",
            Spot(file, 1, 1),
            help=f"take it out, as in `git rm {file}`; what belongs to a tenant's folder can come from an Addon",
        )
