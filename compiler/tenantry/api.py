"""The public functions: what the command line does, for programs.

Everything else may move without notice. Bad input is never an exception: it is in the diagnostics of the result, which
`Report` sorts by file, line and code. Bad surroundings raise `TenantryError`.
"""

from collections.abc import Iterable
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tenantry.diagnostics import NotAllowedError, TenantryError, UnknownNameError
from tenantry.diagnostics.report import Report
from tenantry.emit.output import OutputTree
from tenantry.engine import (
    BackEnd,
    Compilation,
    Front,
    Progress,
    Scope,
    Sides,
    both_sides,
    check_workspace,
    committed_before,
    compile_workspace,
    front_end,
    quiet,
)
from tenantry.records import record
from tenantry.workspace import NotAWorkspace, Workspace

if TYPE_CHECKING:
    from tenantry.explain import Answer
    from tenantry.plan import Plan

__all__ = [
    "Checked",
    "Compilation",
    "Compiled",
    "Explained",
    "NotAllowedError",
    "Planned",
    "Report",
    "TenantryError",
    "UnknownNameError",
    "check",
    "compile",
    "explain",
    "init",
    "open_workspace",
    "plan",
    "schema",
    "schema_kinds",
]


@record
class Checked:
    """What there is to say about the specs; `front` holds the program and the texts that places refer to."""

    front: Front
    report: Report


@record
class Compiled:
    """What a compile did (`compilation`), and what there was to say."""

    compilation: Compilation
    report: Report

    @property
    def front(self) -> Front:
        return self.compilation.front


@record
class Explained:
    """The answer to a question. `answer` is None where errors in the specs stand in the way: `checked` has them."""

    answer: "Answer | None"
    checked: Checked | None


@record
class Planned:
    """What a change means. `plan` is None where errors in the specs after it stand in the way: `report` has them.

    `base_report` has what was wrong with the specs before; None where there were none.
    """

    plan: "Plan | None"
    sides: Sides
    report: Report
    base_report: Report | None


def open_workspace(folder: Path) -> Workspace:
    """The workspace at `folder`. Raises TenantryError where it has no `clusters/` and `tenants/`. Reads names."""
    try:
        return Workspace.find(folder)
    except NotAWorkspace as problem:
        raise TenantryError(str(problem), help=problem.help) from None


def check(workspace: Workspace, *, as_of: date | None = None, progress: Progress = quiet) -> Checked:
    """The resolved program and everything there is to say about the specs, sorted by file, line and code.

    Reads specs and committed inventories; writes nothing. `as_of` asks about another day than the fleet's own;
    `progress` is told what is under way.
    """
    front = check_workspace(workspace, OutputTree(workspace.output), as_of=as_of, progress=progress)
    return Checked(front, Report.of(front.diagnostics, front.sources))


def compile(
    workspace: Workspace,
    *,
    out: Path | None = None,
    dry_run: bool = False,
    clusters: frozenset[str] = frozenset(),
    tenants: frozenset[str] = frozenset(),
    allow_deletes: int = 0,
    progress: Progress = quiet,
) -> Compiled:
    """Compiles into `out`, by default the workspace's `output/`; with errors or `dry_run` nothing is written.

    Raises UnknownNameError for a cluster or tenant that nobody knows, NotAllowedError for more
    deleted objects than is allowed, and TenantryError for a disk that refuses.
    """
    compilation = compile_workspace(
        workspace,
        OutputTree.of(workspace, out),
        Scope(clusters, tenants),
        dry_run=dry_run,
        allow_deletes=allow_deletes,
        progress=progress,
    )
    return Compiled(compilation, Report.of(compilation.diagnostics, compilation.front.sources))


def explain(
    workspace: Workspace, subject: str, pool: str = "", *, cluster: str = "", as_of: date | None = None
) -> Explained:
    """What `subject` is, or with `pool` what it has there, with the lines that made it so.

    Reads specs and committed inventories; makes manifests in memory and writes nothing. Raises `explain.SubjectError`
    for a question that names nothing or more than one thing.
    """
    from tenantry.addons import AddonRenderer
    from tenantry.explain import ask, explain_code
    from tenantry.lower.bundles import bundles

    code = explain_code(subject)
    if code is not None and not pool:
        return Explained(code, None)
    front = front_end(workspace, committed_before(OutputTree(workspace.output)), as_of=as_of)
    checked = Checked(front, Report.of(front.diagnostics, front.sources))
    program = front.sound_program
    if program is None:
        return Explained(None, checked)
    addons = AddonRenderer(program)
    answer = ask(
        program,
        front.sources,
        lambda clusters: bundles(program, extra=addons.manifests, clusters=clusters),
        subject,
        pool,
        cluster=cluster,
    )
    return Explained(answer, checked)


def plan(
    workspace: Workspace,
    base: str = "",
    head: str = "",
    *,
    approved_by: Iterable[str] = (),
    progress: Progress = quiet,
) -> Planned:
    """What turns the specs of `base` into those of `head`, for whom, and who has to agree.

    Both are names of commits. Without `base`: where the main branch and `head` parted. Without `head`: the files of
    the workspace as they lie there, committed or not. Reads git objects and, without `head`, the specs on disk; writes
    nothing. `approved_by` names users and groups that agreed already. Raises TenantryError for what git cannot answer.
    """
    from tenantry.addons import AddonRenderer
    from tenantry.git import Repository
    from tenantry.lower.bundles import bundles
    from tenantry.plan import Revisions
    from tenantry.plan import plan as made_plan

    repository = Repository.around(workspace.root)
    tip = repository.revision(head) if head else repository.head()
    start = repository.revision(base) if base else repository.merge_base(repository.main_branch(), tip)
    sides = both_sides(repository.tree(start), repository.tree(tip) if head else workspace, progress=progress)
    base_report = Report.of(sides.base.diagnostics, sides.base.sources) if sides.base else None
    after = sides.head.sound_program
    if after is None:
        return Planned(None, sides, Report.of(sides.head.diagnostics, sides.head.sources), base_report)
    before = sides.base.sound_program if sides.base else None
    back = BackEnd(after, Scope(), progress=progress)
    made = made_plan(
        Revisions(str(start), str(tip) if head else "the files in this folder"),
        before,
        bundles(before, extra=AddonRenderer(before).manifests) if before else (),
        after,
        back.bundles(),
        approved_by=approved_by,
    )
    report = Report.of((*sides.head.diagnostics, *back.problems), sides.head.sources)
    return Planned(None if back.has_errors else made, sides, report, base_report)


def init(folder: Path) -> tuple[str, ...]:
    """Writes a small fleet that compiles into `folder`, and gives the files written, sorted.

    Raises TenantryError where one of them already exists; then nothing is written.
    """
    from tenantry.scaffold import scaffold

    return scaffold(folder)


def schema_kinds() -> tuple[str, ...]:
    """The kinds of the language, in the order people meet them. Pure."""
    from tenantry.model import KINDS

    return tuple(KINDS)


def schema(kind: str | None = None) -> dict[str, Any]:
    """The JSON Schema of a kind, or of all kinds at once. Raises UnknownNameError for an unknown kind."""
    from tenantry.model import KINDS
    from tenantry.model import schema as schemas

    if kind is None:
        return schemas.union_schema()
    by_lower_case = {name.lower(): name for name in KINDS}
    if kind.lower() not in by_lower_case:
        raise UnknownNameError(f"there is no kind `{kind}`", help=f"kinds: {', '.join(KINDS)}")
    return schemas.schema(by_lower_case[kind.lower()])
