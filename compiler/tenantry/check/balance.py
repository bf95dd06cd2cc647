"""Who is promised what of a level of a pool's tree, and which line is to blame where it is too much.

Pure arithmetic over trees; the words are in `words`. Grants below a node count on neither side: they come on top.
"""

from collections.abc import Iterator

from tenantry.check.trouble import trouble
from tenantry.program import Before, Grant, LineKey, PoolTree, Program, QuotaLine, TreeNode
from tenantry.records import record


@record
class Balance:
    """What a node has and which lines below it share that out. `node` is the root, or a tenant."""

    node: TreeNode
    has: int
    lines: tuple[QuotaLine, ...]

    @property
    def promised(self) -> int:
        return sum(line.guaranteed for line in self.lines)

    @property
    def excess(self) -> int:
        """Units promised beyond what there is; not above 0 where all is well."""
        return self.promised - self.has


def is_payer(program: Program, tree: PoolTree, node: TreeNode) -> bool:
    """Whether `node` divides the units for sale: the root, or the tenant that the pool is dedicated to."""
    return node.level == "root" or program.pools[tree.pool].dedicated_to == node.tenant


def balance(program: Program, tree: PoolTree, node: TreeNode) -> Balance:
    """The balance of the root or of a tenant that has a line or holds the pool."""
    if is_payer(program, tree, node):
        has = program.pools[tree.pool].for_sale
    else:
        has = (node.line.guaranteed if node.line else 0) + sum(grant.units for grant in node.grants)
    lines = tuple(_lines_below(node))
    if sum(line.guaranteed for line in lines) > has:
        # A line that cannot be where it is has a message of its own.
        lines = tuple(line for line in lines if trouble(program, line) is None)
    return Balance(node, has, lines)


def _lines_below(node: TreeNode) -> Iterator[QuotaLine]:
    """The nearest line on every way down: who has none stands for those below."""
    for child in node.children:
        if child.state == "retired":
            continue
        if child.line is not None and child.line.guaranteed:
            yield child.line
        if child.level == "project" or child.line is None:
            yield from _lines_below(child)


def grants_below(node: TreeNode) -> Iterator[Grant]:
    """Every grant in force at or below a node that is not retired."""
    if node.state != "retired":
        yield from node.grants
        for child in node.children:
            yield from grants_below(child)


def failing_tenants(tree: PoolTree) -> list[TreeNode]:
    """Tenants that promise more than they have, only the innermost on every way down; by their place in the tree."""
    failing = [node for node in tree.tenants.values() if node.nominal < 0]
    names = {node.tenant for node in failing}
    return [
        node
        for node in failing
        if not any(below.tenant in names for below in node.walk() if below.level == "tenant" and below is not node)
    ]


def earlier(program: Program, tree: PoolTree) -> Iterator[PoolTree]:
    """The trees of the same pool on the days before: what they show already is not said again."""
    if tree.day == program.day:
        return
    yield program.trees[tree.pool]
    for other in program.later_trees:
        if other.pool == tree.pool and other.day < tree.day:
            yield other


def increase(before: Before, line: QuotaLine) -> int:
    """Units by which a line is larger than it was; a new one by all of them."""
    was = before.lines.get(key_of(line))
    return line.guaranteed - (was.guaranteed if was else 0)


def key_of(line: QuotaLine) -> LineKey:
    """The line's identity in the committed inventories."""
    return LineKey(line.owner, line.pool, line.workload_class)


def blamed_line(before: Before, found: Balance) -> QuotaLine | None:
    """The contributing line that grew most, else the node's own; None where the node divides a whole pool."""
    grown = [line for line in found.lines if increase(before, line) > 0]
    if grown:
        return max(grown, key=lambda line: (increase(before, line), line.guaranteed, line.where))
    return found.node.line


def is_misshapen(program: Program, tree: PoolTree) -> bool:
    """A pool that sells nothing has a message of its own."""
    return program.pools[tree.pool].for_sale <= 0
