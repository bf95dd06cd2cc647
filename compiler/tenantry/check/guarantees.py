"""What a tenant has: its children and projects are never promised more, today and on every later day.

One message per pool and tenant, for the first day and the innermost level that fails; and one for a tenant that
moved below another with all its lines.
"""

from collections.abc import Iterator

from tenantry.check.balance import (
    Balance,
    balance,
    blamed_line,
    earlier,
    failing_tenants,
    increase,
    is_misshapen,
    is_payer,
)
from tenantry.check.registry import check
from tenantry.check.words import Row, amount_place, contributors, lower_by, marker, on_day, table, units, units_place
from tenantry.diagnostics import Diagnostic, DocumentRef, Where
from tenantry.diagnostics.codes.quota import TN412, TN415
from tenantry.program import PoolTree, Program, QuotaLine, TreeNode


@check(TN412, Program)
def tenant_promises_more_than_it_has(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A tenant whose children and projects are promised more than its line, its grants, or the pool it holds."""
    moved: dict[DocumentRef, list[tuple[PoolTree, Balance]]] = {}
    for tree in (*program.trees.values(), *program.later_trees):
        if is_misshapen(program, tree):
            continue
        for node in failing_tenants(tree):
            found = balance(program, tree, node)
            if found.excess <= 0 or _failed_before(program, tree, node):
                continue
            child = _moved(program, tree, found)
            if child is None:
                yield _over_guarantee(program, tree, found)
            else:
                moved.setdefault(child, []).append((tree, found))
    for child, failures in moved.items():
        yield _over_guarantee_by_move(program, child, failures)


def _moved(program: Program, tree: PoolTree, found: Balance) -> DocumentRef | None:
    """The tenant that came below another one, where no line is other than it was: who brings most."""
    lines = [*found.lines, *([found.node.line] if found.node.line else [])]
    if is_payer(program, tree, found.node) or any(increase(program.before, line) != 0 for line in lines):
        return None
    brought = {
        program.tenants[child.tenant].ref: balance(program, tree, child).promised
        if child.line is None
        else child.line.guaranteed
        for child in found.node.children
        if child.level == "tenant"
    }
    # Who came takes just as much as the parent keeps less than before.
    kept = program.before.kept.get(found.node.name, 0)
    came = kept - program.trees[tree.pool].tenants[found.node.tenant].nominal
    return max(brought, key=lambda ref: (brought[ref] == came, brought[ref], ref), default=None)


@check(TN415, PoolTree)
def promise_rests_on_a_grant(program: Program, tree: PoolTree) -> Iterator[Diagnostic]:
    """Lines below a tenant that its own line covers only together with a grant: the grant ends, the lines do not."""
    if tree.day != program.day:
        return
    for node in tree.tenants.values():
        if not node.grants or node.nominal < 0 or node.line is None or is_payer(program, tree, node):
            continue
        lasting = Balance(node, node.line.guaranteed, balance(program, tree, node).lines)
        if lasting.excess > 0 and not _fails_later(program, tree, node):
            yield _rests_on_grant(program, tree, lasting)


def _failed_before(program: Program, tree: PoolTree, node: TreeNode) -> bool:
    """Whether it failed on an earlier day too: then that was said, or waits for a level below it."""
    return any(
        same is not None and same.nominal < 0
        for same in (other.tenants.get(node.tenant) for other in earlier(program, tree))
    )


def _fails_later(program: Program, tree: PoolTree, node: TreeNode) -> bool:
    return any(
        same.tenant == node.tenant
        for other in program.later_trees
        if other.pool == tree.pool
        for same in failing_tenants(other)
    )


def _over_guarantee(program: Program, tree: PoolTree, found: Balance) -> Diagnostic:
    node, pool = found.node, program.pools[tree.pool]
    blamed = blamed_line(program.before, found)
    if is_payer(program, tree, node):
        has: list[Row] = [(f"{node.tenant} has", found.has, pool.nodes_where if blamed else None, ())]
    else:
        assert node.line is not None
        own = None if node.line is blamed else amount_place(node.line)
        has = [(f"{node.tenant} has", node.line.guaranteed, own, ())]
        has += [("by grant", grant.units, units_place(grant), ()) for grant in node.grants]
    return Diagnostic(
        TN412,
        f"{_whom(found)} of {node.tenant} are promised {units(found.excess, tree.pool)} more than it has"
        f"{on_day(program, tree)}",
        amount_place(blamed) if blamed else pool.nodes_where,
        marker=marker(program, blamed),
        notes=table(*has, ("promised", found.promised, None, contributors(found, blamed))),
        help=_way_out(program, tree, found, blamed),
    )


def _over_guarantee_by_move(
    program: Program, child: DocumentRef, failures: list[tuple[PoolTree, Balance]]
) -> Diagnostic:
    """No line changed, so that the tenant's place among the tenants did."""
    tree, found = failures[0]
    parent = found.node.tenant
    pools = ", ".join(one.pool for one, _ in failures)
    rows: list[Row] = []
    for one, each in failures:
        of = f" of {one.pool}" if len(failures) > 1 else ""
        own = amount_place(each.node.line) if each.node.line else None
        rows += [
            (f"{parent} has{of}", each.has, own, ()),
            (f"promised{of}", each.promised, None, contributors(each, None)),
        ]
    return Diagnostic(
        TN412,
        f"{_whom(found)} of {parent} are promised {units(found.excess, tree.pool)} more than it has"
        f"{on_day(program, tree)}"
        if len(failures) == 1
        else f"{_whom(found)} of {parent} are promised more units of {pools} than it has",
        Where(child, ("spec", "parent")),
        notes=table(*rows),
        help=f"no line changed: leave {child.name} where it was, or raise {parent} first"
        + (f" ({_available(program, tree, found.node)})" if len(failures) == 1 else ""),
    )


def _whom(found: Balance) -> str:
    kinds = {line.owner.kind for line in found.lines}
    return " and ".join(f"{kind.lower()}s" for kind in ("Tenant", "Project") if kind in kinds)


def _way_out(program: Program, tree: PoolTree, found: Balance, blamed: QuotaLine | None) -> str:
    node = found.node
    if blamed is None:
        way = f"lower lines by {found.excess} together"
    elif blamed is node.line:
        return f"raise this by {found.excess}, or lower lines below it ({_available(program, tree, node)})"
    else:
        way = lower_by(blamed, found.excess)
    if is_payer(program, tree, node):
        return f"{way}; {node.tenant} has the whole pool already"
    return f"{way}, or raise {node.tenant} ({_available(program, tree, node)})"


def _available(program: Program, tree: PoolTree, node: TreeNode) -> str:
    """What the one that gives still has: the nearest ancestor with a line, the holder, or the pool."""
    for name in program.tenants[node.tenant].ancestors:
        giver = tree.tenants[name]
        if giver.line is not None or is_payer(program, tree, giver):
            return f"{name} keeps {units(max(giver.nominal, 0), tree.pool)}"
    left = max(tree.root.nominal, 0)
    return f"{units(left, tree.pool)} {'is' if left == 1 else 'are'} unallocated"


def _rests_on_grant(program: Program, tree: PoolTree, lasting: Balance) -> Diagnostic:
    node = lasting.node
    assert node.line is not None
    blamed = blamed_line(program.before, lasting) or node.line
    last = max(node.grants, key=lambda grant: grant.last_day)
    own = blamed is node.line
    way = f"raise this by {lasting.excess}" if own else lower_by(blamed, lasting.excess)
    return Diagnostic(
        TN415,
        f"{_whom(lasting)} of {node.tenant} are promised {units(lasting.excess, tree.pool)} that it has only until"
        f" {last.last_day}",
        amount_place(blamed),
        marker=marker(program, blamed),
        notes=table(
            (f"{node.tenant} has", lasting.has, None if own else amount_place(node.line), ()),
            *(("by grant", grant.units, units_place(grant), ()) for grant in node.grants),
            ("promised", lasting.promised, None, contributors(lasting, blamed)),
        ),
        help=f"{way}, or name the project in the grant instead of promising its units on",
    )


CHECKS = (
    tenant_promises_more_than_it_has,
    promise_rests_on_a_grant,
)
