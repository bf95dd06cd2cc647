"""The public functions: what the command line does, for programs.

Everything else may move without notice. Bad input is never an exception: it is in the diagnostics of the result, which
`Report` sorts by file, line and code. Bad surroundings raise `TenantryError`.
"""

from collections.abc import Iterable, Mapping, Sequence
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
    check_workspace,
    committed_before,
    compile_workspace,
    front_end,
    quiet,
)
from tenantry.records import record
from tenantry.workspace import NotAWorkspace, Workspace

if TYPE_CHECKING:
    from tenantry.engine.sides import Sides
    from tenantry.explain import Answer
    from tenantry.plan import Plan
    from tenantry.policy import PolicyStanding, Trial

__all__ = [
    "Checked",
    "CodeOwners",
    "Compilation",
    "Compiled",
    "Explained",
    "NotAllowedError",
    "Planned",
    "Policies",
    "Report",
    "TenantryError",
    "TriedPolicies",
    "UnknownNameError",
    "check",
    "codeowners",
    "compile",
    "explain",
    "init",
    "open_workspace",
    "plan",
    "policies",
    "ready_policies",
    "ready_policy",
    "schema",
    "schema_kinds",
    "try_policies",
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
class CodeOwners:
    """Who approves by file. `rules` is empty where errors in the specs stand in the way: `checked` has them.

    `is_fresh`: `path` holds, or now holds, `text`; `was_fresh`: it did so before.
    """

    path: Path
    rules: tuple[tuple[str, tuple[str, ...]], ...]
    text: str
    was_fresh: bool
    is_fresh: bool
    checked: Checked


@record
class Planned:
    """What a change means. `plan` is None where errors in the specs after it stand in the way: `report` has them."""

    plan: "Plan | None"
    sides: "Sides"
    report: Report


@record
class Policies:
    """The policies of a workspace, by name; none where the specs cannot be resolved: `checked` says why."""

    policies: "tuple[PolicyStanding, ...]"
    checked: Checked


@record
class TriedPolicies:
    """How examples came out, by policy; `report` has each that did not come out as stated, in its place.

    Where the specs cannot be resolved there are no trials, and `report` says why.
    """

    trials: "tuple[Trial, ...]"
    front: Front
    report: Report


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
    others: Sequence[str] = (),
    author: str = "",
    approved_by: Iterable[str] = (),
    usage: Iterable[Path] = (),
    keep_in: Path | None = None,
    progress: Progress = quiet,
) -> Planned:
    """What turns the specs of `base` into those of `head`, for whom, and who has to agree.

    Both are names of commits. Without `base`: where the main branch and `head` parted. Without `head`: the files of
    the workspace as they lie there, committed or not. With `others` it is the plan of all these branches and `head`
    merged into `base` (the tip of the main branch, where that is left out); what cannot be merged is among its
    conflicts. Reads git objects and, without `head`, the specs on disk; writes nothing but what BASE compiled to, into
    `keep_in`, a folder of the user's own, so that the next plan need not compile it again. `approved_by` names users
    and groups (`group:capacity`) that agreed already, `author` who made the change; policies may ask for both. `usage`
    are files that say what ClusterQueues use now. Raises TenantryError for what git cannot answer, and for such a file
    that cannot be read.
    """
    from tenantry.engine.kept import Kept
    from tenantry.engine.sides import merged_sides, two_sides
    from tenantry.git import Repository
    from tenantry.plan import Revisions, beside, conflicts_of
    from tenantry.plan import plan as made_plan
    from tenantry.policy import Consent, check_change
    from tenantry.usage import read_usage

    repository, kept = Repository.around(workspace.root), Kept(keep_in)
    if others:
        sides = merged_sides(repository, base, head, others, kept=kept, progress=progress)
    else:
        sides = two_sides(repository, workspace, base, head, kept=kept, progress=progress)
    after = sides.head.sound_program
    if after is None:
        return Planned(None, sides, Report.of(sides.head.diagnostics, sides.head.sources))
    before = sides.base.program if sides.base else None
    in_use = {queue: used for path in usage for queue, used in read_usage(path).items()}
    consent = Consent.parse(author, approved_by)
    breaches = check_change(before, after, consent, at_base=sides.places.at_base)
    found = beside(sides.edited, sides.links, sides.unknown, sides.base_name)
    back = BackEnd(after, Scope(), progress=progress)
    made = made_plan(
        Revisions(sides.base_name, sides.head_name, sides.base_problem, is_unknown=sides.unknown is not None),
        before,
        sides.base.bundles() if sides.base else (),
        after,
        back.bundles(),
        conflicts=[one for clash in sides.clashes for one in conflicts_of(clash.branches, clash.files, clash.errors)],
        breaches=breaches,
        approved_by=consent.approvals,
        usage=in_use,
        beside=found.remarks,
    )
    broken = [one.diagnostic for one in breaches if one.diagnostic]
    report = Report.of((*sides.head.diagnostics, *back.problems, *broken, *found.diagnostics), sides.places)
    return Planned(None if back.has_errors else made, sides, report)


def codeowners(
    workspace: Workspace,
    *,
    host: str = "github",
    team_prefix: str = "",
    teams: Mapping[str, str] | None = None,
    out: Path | None = None,
    dry_run: bool = False,
    command: str = "tenantry codeowners",
) -> CodeOwners:
    """Writes who approves, by file, into the CODEOWNERS file of the repository around `workspace`, or into `out`.

    `host` is `github` or `gitlab`. A group is the team `team_prefix` and its name, or what `teams` says. Lines outside
    the section that is ours stay; its first line names `command`. With errors or `dry_run` nothing is written. Raises
    UnknownNameError for people whom the host cannot know, and TenantryError for a disk that refuses.
    """
    from tenantry.codeowners import HOSTS, OwnersFile, Teams, rules, with_section, written

    known = HOSTS[host]
    checked = check(workspace)
    program = checked.front.sound_program
    file = OwnersFile.of(workspace, known.file, out)
    if program is None:
        return CodeOwners(file.path, (), "", was_fresh=False, is_fresh=False, checked=checked)
    names = Teams(team_prefix, teams or {}, known.nested_teams)
    found = rules(program)
    section = written(found, program.fleet, known, names, prefix=workspace.below_top, command=command)
    existing = file.read()
    text = with_section(existing, section)
    fresh = text == existing
    if not (fresh or dry_run):
        file.write(text)
    by_path = tuple((one.path, tuple(names.owner(owner, program.fleet) for owner in one.owners)) for one in found)
    return CodeOwners(file.path, by_path, text, was_fresh=fresh, is_fresh=fresh or not dry_run, checked=checked)


def policies(workspace: Workspace) -> Policies:
    """The policies of a workspace as they stand on the fleet's day, by name. Reads specs."""
    from tenantry.policy import standing

    checked = check(workspace)
    program = checked.front.program
    return Policies(tuple(standing(one, program.day) for one in program.policies) if program else (), checked)


def try_policies(workspace: Workspace, names: Iterable[str] = ()) -> TriedPolicies:
    """Runs the examples of these policies of a workspace, or of all. Reads specs.

    Raises UnknownNameError for a policy that is not there.
    """
    from tenantry.policy import try_examples

    checked = check(workspace)
    program = checked.front.program
    if program is None:
        return TriedPolicies((), checked.front, checked.report)
    wanted = set(names)
    there = [policy.name for policy in program.policies]
    for name in sorted(wanted.difference(there)):
        raise UnknownNameError.among("policy", name, there)
    trials = try_examples(policy for policy in program.policies if not wanted or policy.name in wanted)
    problems = [problem for trial in trials for problem in trial.problems]
    return TriedPolicies(trials, checked.front, Report.of(problems, checked.front.sources))


def ready_policies() -> "tuple[PolicyStanding, ...]":
    """The policies that ship with the package, by name. Pure."""
    from tenantry.library import ready_policies as ready
    from tenantry.policy import standing

    return tuple(standing(policy, date.max) for policy in ready())


def ready_policy(name: str) -> str:
    """The YAML of a policy that ships with the package. Raises UnknownNameError for a name that is not there."""
    from tenantry.library import NAMES, ready_text

    if name not in NAMES:
        raise UnknownNameError.among("ready policy", name, NAMES)
    return ready_text(name)


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
