"""What a tenant or project can count on in a pool, with every line that makes the numbers.

Pure. Numbers are read from manifests by the formulas in `cohorts`; lines come from the program. Where the two do not
add up `doubts` says so: then the compiler is wrong, not the person.
"""

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Final, Literal, NamedTuple

from tenantry.cohorts import Numbers, beyond_guaranteed, lendable
from tenantry.effect.forest import Forest, Node
from tenantry.effect.numbers import may_borrow, numbers_of, numbers_of_class
from tenantry.explain.doubts import disagreements
from tenantry.explain.promises import ComingGrant, Ledger, Part, called
from tenantry.explain.unit import Unit
from tenantry.explain.view import OUTPUT, View
from tenantry.names import PoolName, ProjectName, TenantName
from tenantry.program import Program, State, TreeNode
from tenantry.quantity import Amount
from tenantry.records import record

QUEUE_LABEL: Final = "kueue.x-k8s.io/queue-name"

Number = Literal["guaranteed", "shared", "contested", "reach"]


class Row(NamedTuple):
    """One of the numbers: what it is in a few words, and the parts it adds up from."""

    number: Number
    units: int
    words: str
    parts: tuple[Part, ...] = ()


class Made(NamedTuple):
    """An object that the promise becomes; `below` are the Cohorts above it, nearest first, without the root."""

    kind: str
    name: str
    below: tuple[str, ...]
    file: str


class Entrance(NamedTuple):
    """How users get there: the label to put on work in a namespace, and what stops it (`None`: nothing)."""

    workload_class: str
    namespace: str
    label: str
    value: str
    stop_policy: str


@record
class QuotaAnswer:
    """The quota of a tenant or project in a pool on a day; numbers in units of the pool.

    `classes` has the numbers of each queue of a project: only `guaranteed` where the class never borrows. `borrows` is
    False for a project whose classes all never borrow: then nothing uses what its Cohort could reach.
    """

    kind: Literal["quota"]
    subject: str
    pool: str
    cluster: str
    day: date
    state: State
    numbers: Numbers
    borrows: bool
    classes: dict[str, dict[str, int]]
    rows: tuple[Row, ...]
    limits: tuple[Part, ...]
    grants_to_come: tuple[ComingGrant, ...]
    unit: Unit
    becomes: tuple[Made, ...]
    use: tuple[Entrance, ...]
    doubts: tuple[str, ...]


def node_of(program: Program, pool: str, tenant: str, project: str = "") -> TreeNode | None:
    """The node of a tenant, or of one of its projects, in a pool's tree; None where it is not in it."""
    node = program.trees[PoolName(pool)].tenants.get(TenantName(tenant))
    if node is None or not project:
        return node
    name = ProjectName(project)
    return next((child for child in node.children if child.level == "project" and child.project == name), None)


def explain_quota(view: View, pool_name: str, node: TreeNode) -> QuotaAnswer:
    """The answer for a node of a tenant or project in the pool's tree."""
    program = view.program
    pool = program.pools[PoolName(pool_name)]
    forest = view.forest(pool.cluster)
    by_name = {one.name: one for one in program.trees[pool.name].root.walk()}
    ledger = Ledger(program, pool, view.places)
    path = forest.path(node.name)
    meant = [by_name[one.name] for one in path]
    numbers = numbers_of(forest, node)
    queues = [child for child in node.children if child.level == "queue"]
    rows = tuple(_rows(ledger, path, meant, numbers))
    return QuotaAnswer(
        kind="quota",
        subject=called(node),
        pool=pool.name,
        cluster=pool.cluster,
        day=program.day,
        state=node.state,
        numbers=numbers,
        borrows=may_borrow(program, node),
        classes={
            queue.workload_class: numbers_of_class(forest.path(queue.name), borrows=may_borrow(program, queue))
            for queue in queues
        },
        rows=rows,
        limits=tuple(_limits(ledger, path, meant)),
        grants_to_come=ledger.coming(node),
        unit=Unit.of(pool),
        becomes=tuple(_made(forest, [queue.name for queue in queues] or [node.name])),
        use=tuple(_entrances(forest, queues)),
        doubts=tuple(disagreements(program.trees[pool.name], forest)) + tuple(_sums(rows)),
    )


def _rows(ledger: Ledger, path: Sequence[Node], meant: Sequence[TreeNode], numbers: Numbers) -> Iterator[Row]:
    node, tenant = meant[-1], next(one for one in reversed(meant) if one.level == "tenant")
    if node.level == "project":
        yield Row("guaranteed", numbers.guaranteed, "its own", ledger.guaranteed(node))
        keeper = ledger.keeper(tenant)
        kept = ledger.kept(tenant) if numbers.shared == tenant.nominal else (keeper._replace(units=numbers.shared),)
        yield Row("shared", numbers.shared, f"shared in {tenant.tenant}", kept)
    else:
        yield Row("guaranteed", numbers.guaranteed, "comes back on demand", ledger.guaranteed(node))
        yield Row("shared", numbers.shared, "of it kept for all below it to share", ledger.kept(node))
    keepers = tuple(_keepers(ledger, meant[: meant.index(tenant)], numbers.contested))
    yield Row("contested", numbers.contested, "shared by weight", keepers)
    yield Row("reach", numbers.reach, _reach_in_words(path, meant, numbers), ())


def _keepers(ledger: Ledger, above: Sequence[TreeNode], contested: int) -> Iterator[Part]:
    """Who keeps the contested units, nearest first: what is near is not limited by what lies further out."""
    left = contested
    for node in reversed(above):
        units = min(left, node.nominal)
        if units > 0:
            yield ledger.keeper(node)._replace(units=units)
            left -= units


def _reach_in_words(path: Sequence[Node], meant: Sequence[TreeNode], numbers: Numbers) -> str:
    """`8 its own + 32 shared in vision + 32 from outside vision (its borrow)`, and what of it can be taken back."""
    node, above = path[-1], path[-2]
    is_project = meant[-1].level == "project"
    around = meant[-2]
    beyond = numbers.reach - numbers.guaranteed
    lent = sum((lendable(child) for child in above.children if child is not node), Amount.of(0)).value
    outside = beyond_guaranteed(path[:-1])
    where = "the pool" if around.level == "root" else called(around)
    terms = [(numbers.guaranteed, "its own" if is_project else "guaranteed")]
    if beyond < above.nominal + lent + outside.value:
        terms.append((beyond, "borrowed (all it may borrow)"))
    else:
        kept = "unallocated" if around.level == "root" else f"shared in {where}"
        limited = " (all it may borrow)" if outside == above.borrow else ""
        terms += [
            (above.nominal, kept),
            (lent, f"lent by others in {where}"),
            (outside.value, f"from outside {where}{limited}"),
        ]
    fixed = numbers.guaranteed + (min(numbers.shared, beyond) if is_project else 0)
    summed = " + ".join(f"{units} {what}" for units, what in terms if units) or "nothing"
    return summed if numbers.reach <= fixed else f"{summed}; what is above {fixed} can be taken back"


def _limits(ledger: Ledger, path: Sequence[Node], meant: Sequence[TreeNode]) -> Iterator[Part]:
    """What bounds the numbers, from the node outwards: how far it and those above it may borrow, and how far those
    beside them lend, as long as borrowing lets that through."""
    capped = False
    for index in range(len(meant) - 1, 0, -1):
        node, parent, here = meant[index], meant[index - 1], path[: index + 1]
        borrow = ledger.borrow_limit(node)
        if borrow is not None:
            yield borrow
        capped = capped or _is_capped(here)
        if not capped:
            beside = (ledger.lend_limit(child) for child in parent.children if child is not node and child.guaranteed)
            yield from (lend for lend in beside if lend is not None)


def _is_capped(path: Sequence[Node]) -> bool:
    """Whether the last node could get more if it might borrow more."""
    node, parent = path[-1], path[-2]
    lent = sum((lendable(child) for child in parent.children if child is not node), Amount.of(parent.nominal))
    return node.borrow < lent + beyond_guaranteed(path[:-1])


def _made(forest: Forest, names: Sequence[str]) -> Iterator[Made]:
    for name in names:
        *above, node = forest.path(name)
        yield Made(node.kind, node.name, tuple(one.name for one in reversed(above[1:])), OUTPUT + node.file)


def _entrances(forest: Forest, queues: Sequence[TreeNode]) -> Iterator[Entrance]:
    for queue in queues:
        local = forest.local_queues.get(queue.name)
        if local is not None:
            meta = local.meta
            yield Entrance(queue.workload_class, meta.namespace, QUEUE_LABEL, meta.name, local.stop_policy)


def _sums(rows: Sequence[Row]) -> Iterator[str]:
    for row in rows:
        total = sum(part.units for part in row.parts)
        if row.parts and total != row.units:
            yield f"{row.number} is {row.units} in the manifests, and its lines add up to {total}"
