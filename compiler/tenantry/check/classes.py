"""Lines and classes: a class must be listed, served, and where it never borrows have a line of its own."""

from collections.abc import Iterator

from tenantry.check.balance import key_of
from tenantry.check.causes import by_cause
from tenantry.check.registry import check
from tenantry.check.trouble import Trouble, class_lines, classes_without_line, project, trouble, unfit_classes
from tenantry.check.words import units
from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Where
from tenantry.diagnostics.codes.quota import TN436, TN437, TN439, TN440, TN441
from tenantry.names import ClassName
from tenantry.program import Pool, PoolTree, Program, Project, QuotaLine, TreeNode


@check(TN436, Program)
def lines_for_classes_not_listed(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A class line, or several, for a class that is not among the project's."""
    found: dict[tuple[DocumentRef, ClassName], list[QuotaLine]] = {}
    for line in program.lines:
        if line.workload_class and trouble(program, line) is Trouble.CLASS:
            found.setdefault((line.owner, line.workload_class), []).append(line)
    for (ref, name), lines in found.items():
        one = project(program, lines[0])
        listed = ", ".join(f"`{other}`" for other in one.classes)
        if all(key_of(line) in program.before.lines for line in lines):
            yield Diagnostic(
                TN436,
                f"{one.tenant}/{one.name} has no class `{name}` any more, but {_a_line(lines)} for it",
                Where(ref, ("spec", "classes")),
                notes=tuple(Note("a line for the class", _at(line, "class")) for line in lines),
                help=f"write `{name}` back, or remove the line{'s' if len(lines) > 1 else ''}",
            )
            continue
        yield Diagnostic(
            TN436,
            f"{one.tenant}/{one.name} has a line for class `{name}`, which is not one of its classes",
            _at(lines[0], "class"),
            notes=(
                Note(f"its classes are {listed}", Where(ref, ("spec", "classes"))),
                *(Note("another line for the class", _at(line, "class")) for line in lines[1:]),
            ),
            help=f"add `{name}` to its classes, or remove the line{'s' if len(lines) > 1 else ''}",
        )


def _a_line(lines: list[QuotaLine]) -> str:
    return "a line" if len(lines) == 1 else f"{len(lines)} lines"


@check(TN437, Program)
def lines_for_work_not_served(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A class line in a pool that does not serve the class, or a plain one where it serves none of the project's."""
    found: dict[tuple[DocumentRef, str], list[QuotaLine]] = {}
    for line in program.lines:
        if line.owner.kind == "Project" and trouble(program, line) is Trouble.SERVED:
            if unfit_classes(program, program.pools[line.pool]):
                continue  # the pool's classes are wrong, which is said there
            found.setdefault((line.owner, line.pool), []).append(line)
    for cause, group in _by_cause(program, found):
        ref = group[0][0]
        lines = [line for key in group for line in found[key]]
        pool, one = program.pools[lines[0].pool], project(program, lines[0])
        served = ", ".join(f"`{name}`" for name in pool.classes)
        if cause is not None and cause[0] == "pool":
            lines_in = "a line in it is" if len(lines) == 1 else f"{len(lines)} lines in it are"
            yield Diagnostic(
                TN437,
                f"{pool.name} serves {served}, but {lines_in} for other work",
                Where(pool.ref, ("spec", "classes")),
                notes=tuple(Note(f"{_work(program, line)} of {line.owner}", _at(line, "pool")) for line in lines),
                help="add the class here, or remove those lines first",
            )
            continue
        if cause is not None:
            listed = ", ".join(f"`{name}`" for name in one.classes)
            them = "them" if len(one.classes) > 1 else "it"
            where = f"a line for {lines[0].pool}, which does" if len(lines) == 1 else "lines for pools that do"
            yield Diagnostic(
                TN437,
                f"{one.tenant}/{one.name} has {listed} as class{'es' if len(one.classes) > 1 else ''}, but {where} not"
                f" serve {them}",
                Where(ref, ("spec", "classes")),
                notes=tuple(
                    Note(f"{line.pool} serves {', '.join(program.pools[line.pool].classes)}", _at(line, "pool"))
                    for line in lines
                ),
                help=f"list the classes of its work here, or remove {'those lines' if len(lines) > 1 else 'that line'}",
            )
            continue
        line = lines[0]
        said = (
            f"{pool.name} does not serve class `{line.workload_class}`"
            if line.workload_class
            else f"{pool.name} serves none of the classes of {one.tenant}/{one.name}"
        )
        yield Diagnostic(
            TN437,
            said,
            _at(line, "pool"),
            notes=(
                Note(f"{pool.name} serves {served}", Where(pool.ref, ("spec", "classes"))),
                *(Note("another line for this pool", _at(other, "pool")) for other in lines[1:]),
            ),
            help=_elsewhere(program, one, line),
        )


Promises = list[tuple[DocumentRef, str]]


def _by_cause(
    program: Program, found: dict[tuple[DocumentRef, str], list[QuotaLine]]
) -> Iterator[tuple[tuple[str, object] | None, Promises]]:
    """Lines by what changed: the pool's classes, the project's, or nothing but the line."""
    dropped: dict[str, Promises] = {}
    changed: dict[DocumentRef, Promises] = {}
    others: Promises = []
    for key, lines in found.items():
        wanted = {line.workload_class for line in lines} | set(project(program, lines[0]).classes)
        # A pool in which such work had a queue served it before.
        served = any(queue.pool == key[1] and queue.workload_class in wanted for queue in program.before.queues)
        if served:
            dropped.setdefault(key[1], []).append(key)
        elif all(key_of(line) in program.before.lines for line in lines):
            changed.setdefault(key[0], []).append(key)
        else:
            others.append(key)
    for pool, group in dropped.items():
        yield ("pool", pool), group
    for ref, group in changed.items():
        yield ("project", ref), group
    yield from by_cause(others, lambda key: (("pool", key[1]), ("project", key[0])))


def _work(program: Program, line: QuotaLine) -> str:
    names = [line.workload_class] if line.workload_class else project(program, line).classes
    return ", ".join(f"`{name}`" for name in names)


def _elsewhere(program: Program, one: Project, line: QuotaLine) -> str:
    """The pools in which the line could stand: where the tenant has a line and the work is served."""
    wanted = {line.workload_class} if line.workload_class else set(one.classes)
    usable = [
        pool.name
        for pool in program.pools.values()
        if wanted.intersection(pool.classes)
        and (node := program.trees[pool.name].tenants.get(one.tenant)) is not None
        and (node.line is not None or pool.dedicated_to == one.tenant)
    ]
    if usable:
        return f"name a pool that does ({', '.join(usable)}), or remove this line"
    return "remove this line, or name a pool that does"


@check(TN439, QuotaLine)
def a_never_borrowing_class_may_borrow(program: Program, line: QuotaLine) -> Iterator[Diagnostic]:
    """`borrow` above 0 on the class line of a class that never borrows."""
    if not line.workload_class or line.borrow.is_unlimited or line.borrow.value == 0:
        return
    workload_class = program.classes[line.workload_class]
    if not workload_class.borrows and trouble(program, line) is None:
        yield Diagnostic(
            TN439,
            f"class `{line.workload_class}` never borrows, but this line lets it borrow {line.borrow}",
            _at(line, "borrow"),
            notes=(Note(f"`{line.workload_class}` never borrows", Where(workload_class.ref, ("spec", "borrows"))),),
            help=f"remove `borrow`; what it needs at its peak is its guarantee, now {line.guaranteed}",
        )


@check(TN440, PoolTree)
def a_project_keeps_what_no_queue_can_use(program: Program, tree: PoolTree) -> Iterator[Diagnostic]:
    """Units on a plain line, or of a grant without class, where all the project's queues never borrow."""
    for tenant in tree.tenants.values():
        if tenant.nominal < 0:
            continue
        for node in tenant.children:
            if node.level != "project" or node.nominal <= 0 or not _only_never_borrowing(program, node):
                continue
            one = program.projects[node.tenant, node.project]
            if classes_without_line(program, one, class_lines(program)) or not _is_first(program, tree, node):
                continue
            names = ", ".join(f"`{queue.workload_class}`" for queue in node.children)
            if node.line is not None and node.line.guaranteed:
                where, what = _at(node.line, "guaranteed"), "a plain line"
            else:
                where, what = Where(node.grants[0].ref, ("spec", "project")), "a grant without class"
            yield Diagnostic(
                TN440,
                f"{one.tenant}/{one.name} keeps {units(node.nominal, tree.pool)} that nothing can use: its work"
                f" there never borrows, and so runs on class lines alone",
                where,
                notes=(Note(f"its classes in {tree.pool}: {names}", Where(one.ref, ("spec", "classes"))),),
                help=f"write `class: {node.children[0].workload_class}` instead of {what}",
            )


def _only_never_borrowing(program: Program, node: TreeNode) -> bool:
    return bool(node.children) and all(not program.classes[queue.workload_class].borrows for queue in node.children)


def _is_first(program: Program, tree: PoolTree, node: TreeNode) -> bool:
    """Whether the line says it today already, or the grant begins on this very day."""
    if tree.day == program.day:
        return True
    return not (node.line and node.line.guaranteed) and all(grant.first_day == tree.day for grant in node.grants)


@check(TN441, Program)
def never_borrowing_classes_without_line(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A project lists a class that never borrows, and has no class line for it anywhere: it could never run."""
    if all(one.borrows for one in program.classes.values()):
        return
    held = class_lines(program)
    found: dict[ClassName, list[Project]] = {}
    for one in program.projects.values():
        for name in classes_without_line(program, one, held):
            if not _has_line_for_others(program, one):
                found.setdefault(name, []).append(one)
    for name, projects in found.items():
        using = sum(name in one.classes for one in program.projects.values())
        if len(projects) < 2 or 2 * len(projects) <= using:
            yield from (_without_line(program, one, name) for one in projects)
            continue
        # Where most lack it, the class is what changed.
        yield Diagnostic(
            TN441,
            f"class `{name}` never borrows, but {len(projects)} projects list it without a class line",
            Where(program.classes[name].ref, ("spec", "borrows")),
            notes=tuple(
                Note(f"{one.ref} lists it", Where(one.ref, ("spec", "classes", one.classes.index(name))))
                for one in projects
            ),
            help="let it borrow, or write class lines for it first",
        )


def _has_line_for_others(program: Program, one: Project) -> bool:
    """Whether a line of the project is for work that is not its own, or not served: then that is the mistake."""
    wrong = (Trouble.CLASS, Trouble.SERVED)
    return any(line.owner == one.ref and trouble(program, line) in wrong for line in program.lines)


def _without_line(program: Program, one: Project, name: ClassName) -> Diagnostic:
    pools = [
        pool
        for pool in program.pools.values()
        if name in pool.classes
        and (node := program.trees[pool.name].tenants.get(one.tenant)) is not None
        and (node.line is not None or pool.dedicated_to == one.tenant)
    ]
    plain = next((line for line in program.lines if line.owner == one.ref and _could_be_of(line, pools)), None)
    if plain is not None:
        help = f"write `class: {name}` in its line for {plain.pool}, or remove the class"
    elif pools:
        left = max(program.trees[pools[0].name].tenants[one.tenant].nominal, 1)
        line = f"- {{pool: {pools[0].name}, class: {name}, guaranteed: {left}}}"
        help = f"write `{line}` in its quota, or remove the class"
    else:
        help = f"{one.tenant} has no line for a pool that serves it; ask for one, or remove the class"
    return Diagnostic(
        TN441,
        f"{one.tenant}/{one.name} lists class `{name}`, which never borrows, and holds no class line for it",
        Where(one.ref, ("spec", "classes", one.classes.index(name))),
        notes=(Note(f"`{name}` never borrows", Where(program.classes[name].ref, ("spec", "borrows"))),),
        help=help,
    )


def _could_be_of(line: QuotaLine, pools: list[Pool]) -> bool:
    """Whether a plain line is in one of the pools."""
    return not line.workload_class and any(pool.name == line.pool for pool in pools)


def _at(line: QuotaLine, field: str) -> Where:
    return Where(line.where.document, (*line.where.path, field))


CHECKS = (
    lines_for_classes_not_listed,
    lines_for_work_not_served,
    a_never_borrowing_class_may_borrow,
    a_project_keeps_what_no_queue_can_use,
    never_borrowing_classes_without_line,
)
