"""The answers about pools, accelerator models and clusters, for people.

Pure.
"""

from collections.abc import Mapping

from tenantry.answers.sheet import Sheet
from tenantry.explain.chain import listed
from tenantry.explain.hardware import ClusterAnswer, ModelAnswer, PoolAnswer, Sold, TreeLine
from tenantry.explain.text.quota import NUMBERS, show_coming, show_doubts

_DEEPEST_NAME = 30


def pool_page(answer: PoolAnswer) -> str:
    """The page of a pool."""
    sheet = Sheet()
    sheet.title(f"pool {answer.name} ({answer.cluster}), {answer.day}", answer.place)
    spares = f" - {answer.spare_units} spare" if answer.spare_units else ""
    sheet.row(
        "for sale",
        f"{answer.for_sale} = {_counted(answer.nodes, 'node')} x {answer.units_per_node}{spares}",
        answer.nodes_place,
    )
    if answer.spares_place:
        sheet.row("spares", _counted(answer.spare_units, "unit"), answer.spares_place)
    sheet.row("divided", f"{answer.promised} promised, {answer.unallocated} unallocated")
    if answer.model:
        sheet.row("model", answer.model)
    sheet.title(f"  one unit brings {answer.unit}")
    sheet.row("price", str(answer.price))
    sheet.row("classes", listed(answer.classes))
    if answer.profiles:
        sheet.row("profiles", listed(answer.profiles))
    if answer.dedicated_to:
        sheet.row("dedicated", f"to {answer.dedicated_to}")
    sheet.row("may use it", listed(answer.may_use))
    show_coming(sheet, answer.grants_to_come)
    sheet.table(("tree", "keeps", "borrow", "lend", "weight", *NUMBERS, ""), [_node(line) for line in answer.tree])
    placed = [line for line in answer.tree if line.place]
    for line in placed:
        sheet.row("line", line.called, line.place)
    show_doubts(sheet, answer.doubts)
    return str(sheet)


def model_page(answer: ModelAnswer) -> str:
    """The page of an accelerator model."""
    sheet = Sheet()
    clusters = len({pool.cluster for pool in answer.pools})
    sheet.title(
        f"{answer.name}: {_counted(answer.accelerators, 'accelerator')} in {_counted(len(answer.pools), 'pool')} of "
        f"{_counted(clusters, 'cluster')}"
    )
    _sold(sheet, answer.pools)
    return str(sheet)


def cluster_page(answer: ClusterAnswer) -> str:
    """The page of a cluster."""
    sheet = Sheet()
    sheet.title(f"cluster {answer.name}", answer.place)
    sheet.row("versions", f"Kubernetes {answer.kubernetes}, Kueue {answer.kueue}")
    sheet.row("Argo CD", f"as {answer.argocd_server}")
    sheet.row("labels", _pairs(answer.labels))
    sheet.row("storage", _pairs(answer.storage_classes))
    sheet.row("shared", f"{_counted(answer.shared_nodes, 'node')} for pods without a queue")
    _sold(sheet, answer.pools)
    sheet.title("  tenants and their namespaces")
    for tenant in answer.tenants:
        sheet.hanging(f"    {tenant.tenant:<16} ", listed(tenant.namespaces))
    return str(sheet)


def _sold(sheet: Sheet, pools: tuple[Sold, ...]) -> None:
    rows = [
        (
            f"{pool.pool} ({pool.cluster})",
            str(pool.for_sale),
            str(pool.promised),
            str(pool.unallocated),
            f"{pool.price.per_hour:,.2f}",
            pool.resource,
        )
        for pool in pools
    ]
    currency = f"{pools[0].price.currency}/h" if pools else ""
    sheet.table(("pools", "for sale", "promised", "unallocated", currency, "unit"), rows)
    for pool in pools:
        dedicated = f", dedicated to {pool.dedicated_to}" if pool.dedicated_to else ""
        sheet.row("defined", f"{pool.pool}{dedicated}", pool.place)


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _node(line: TreeLine) -> tuple[str, ...]:
    name = _shortened("  " * line.depth + _short_name(line))
    limits = ("-" if line.borrow.is_unlimited else str(line.borrow), "-" if line.lend.is_unlimited else str(line.lend))
    numbers = line.numbers or {}
    shown = NUMBERS if line.borrows else NUMBERS[:1]
    state = "" if line.state == "active" else line.state
    return (
        name,
        str(line.keeps),
        *limits,
        str(line.weight),
        *(str(numbers.get(number, "")) if number in shown else "" for number in NUMBERS),
        state,
    )


def _short_name(line: TreeLine) -> str:
    """The last part of what a node is called: its place in the tree says the rest."""
    if line.level == "root":
        return line.name
    if line.level == "queue":
        return line.called.split(" ")[1]
    return line.called.rpartition("/")[2]


def _shortened(name: str) -> str:
    return name if len(name) <= _DEEPEST_NAME else f"{name[: _DEEPEST_NAME - 1]}…"


def _pairs(pairs: Mapping[str, str]) -> str:
    return ", ".join(f"{key}={value}" for key, value in pairs.items()) or "none"
