"""What a pool sells: lines and grants together never exceed it, today and on every later day a grant begins.

One message per pool and reason: the first day counts. What tenants promise on is in `guarantees`.
"""

from collections.abc import Iterator

from tenantry.check.balance import (
    Balance,
    balance,
    blamed_line,
    earlier,
    failing_tenants,
    grants_below,
    increase,
    is_misshapen,
)
from tenantry.check.registry import check
from tenantry.check.words import amount_place, contributors, items, lower_by, marker, on_day, table, units, units_place
from tenantry.diagnostics import Diagnostic
from tenantry.diagnostics.codes.quota import TN413, TN414
from tenantry.program import PoolTree, Program, QuotaLine, TreeNode


@check(TN413, PoolTree)
def lines_promise_more_than_is_for_sale(program: Program, tree: PoolTree) -> Iterator[Diagnostic]:
    """The tenants at the top have more by their lines than the pool sells."""
    root = tree.root
    if root.nominal >= 0 or is_misshapen(program, tree) or failing_tenants(tree):
        return
    found = balance(program, tree, root)
    if found.excess > 0 and not any(balance(program, one, one.root).excess > 0 for one in earlier(program, tree)):
        yield _over_sale(program, tree, found)


@check(TN414, PoolTree)
def grants_give_more_than_is_unallocated(program: Program, tree: PoolTree) -> Iterator[Diagnostic]:
    """The lines leave less than the grants of a day give; in a dedicated pool the holder's rest pays."""
    if is_misshapen(program, tree):
        return
    payer = _payer(program, tree)
    if payer is None or not _grants_fail(program, tree, payer):
        return
    for other in earlier(program, tree):
        node = _payer(program, other)
        if node is not None and _grants_fail(program, other, node):
            return
    yield _over_unallocated(program, tree, payer)


def _payer(program: Program, tree: PoolTree) -> TreeNode | None:
    holder = program.pools[tree.pool].dedicated_to
    return tree.root if holder is None else tree.tenants.get(holder)


def _grants_fail(program: Program, tree: PoolTree, payer: TreeNode) -> bool:
    if payer.nominal >= 0 or _fails_below(tree, payer):
        return False
    found = balance(program, tree, payer)
    # The lines alone fit; lines with a message of their own do not count here.
    return found.excess <= 0 < found.excess + sum(grant.units for grant in grants_below(payer))


def _fails_below(tree: PoolTree, payer: TreeNode) -> bool:
    return any(node.tenant != payer.tenant for node in failing_tenants(tree))


def _over_sale(program: Program, tree: PoolTree, found: Balance) -> Diagnostic:
    pool = program.pools[tree.pool]
    blamed = blamed_line(program.before, found)
    nodes = -(-(found.promised + pool.spare_units) // pool.units_per_node)
    more = f"give the pool {nodes} nodes"
    return Diagnostic(
        TN413,
        f"tenants are promised {units(found.excess, tree.pool)} more than are for sale{on_day(program, tree)}",
        amount_place(blamed) if blamed else pool.nodes_where,
        marker=marker(program, blamed),
        notes=table(
            ("for sale", found.has, pool.nodes_where if blamed else None, ()),
            ("promised", found.promised, None, contributors(found, blamed)),
        ),
        help=f"{lower_by(blamed, found.excess)}, or {more}"
        if blamed
        else f"{more}, or lower lines by {found.excess} together",
    )


def _over_unallocated(program: Program, tree: PoolTree, payer: TreeNode) -> Diagnostic:
    pool = program.pools[tree.pool]
    found = balance(program, tree, payer)
    grants = list(grants_below(payer))
    granted = sum(grant.units for grant in grants)
    excess = granted - (found.has - found.promised)
    line = _grown(program, found, excess)
    last = max(grants, key=lambda grant: (grant.first_day, grant.units, grant.ref))
    if line is not None:
        said = f"lines leave {units(excess, tree.pool)} less than is granted"
        where, help = amount_place(line), f"{lower_by(line, excess)}, or wait until a grant has ended"
    else:
        keeps = "are unallocated" if payer.level == "root" else f"{payer.tenant} keeps"
        said = f"grants give {units(excess, tree.pool)} more than {keeps}"
        rest = last.units - excess
        first = f"lower this to {rest}" if rest > 0 else "remove this grant"
        where, help = units_place(last), f"{first}, choose other days, or lower a line"
    return Diagnostic(
        TN414,
        said + on_day(program, tree),
        where,
        marker=marker(program, line),
        notes=table(
            ("for sale", found.has, pool.nodes_where, ()),
            ("promised", found.promised, None, contributors(found, line)),
            (
                "granted",
                granted,
                None,
                items(
                    (f"{one.tenant}/{one.ref.name}", one.units, None if units_place(one) == where else units_place(one))
                    for one in grants
                ),
            ),
        ),
        help=help,
    )


def _grown(program: Program, found: Balance, excess: int) -> QuotaLine | None:
    """The line that grew most, where lines took what was granted; None where the grants are what is new."""
    grown = sum(max(increase(program.before, line), 0) for line in found.lines)
    return blamed_line(program.before, found) if program.before.lines and grown >= excess else None


CHECKS = (
    lines_promise_more_than_is_for_sale,
    grants_give_more_than_is_unallocated,
)
