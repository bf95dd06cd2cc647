"""The answers about tenants and projects, for people.

Pure.
"""

from collections.abc import Iterator

from tenantry.answers.sheet import Sheet
from tenantry.explain.chain import listed
from tenantry.explain.people import Membership, NamespaceAt, PoolLine, ProjectAnswer, TenantAnswer
from tenantry.explain.text.quota import NUMBERS
from tenantry.explain.text.values import show_values


def tenant_page(answer: TenantAnswer) -> str:
    """The page of a tenant."""
    sheet = Sheet()
    sheet.title(f"tenant {answer.name}", answer.place)
    sheet.row("below", " < ".join(answer.ancestors) or "no other tenant")
    if answer.children:
        sheet.row("above", listed(answer.children))
    sheet.row("projects", listed(answer.projects))
    sheet.row("clusters", listed(answer.clusters))
    sheet.row("owners", listed(answer.owners))
    _members(sheet, answer.members)
    show_values(sheet, answer.values)
    _pools(sheet, answer.pools)
    return str(sheet)


def project_page(answer: ProjectAnswer) -> str:
    """The page of a project."""
    sheet = Sheet()
    sheet.title(f"project {answer.name}", answer.place)
    _members(sheet, answer.members)
    show_values(sheet, answer.values)
    _pools(sheet, answer.pools)
    for namespace in answer.namespaces:
        _namespace(sheet, namespace)
    for link in answer.links_not_in_force:
        sheet.row("no link", link)
    return str(sheet)


def _members(sheet: Sheet, members: tuple[Membership, ...]) -> None:
    for member in members:
        sheet.row("member", f"{member.who} as {member.role}", member.place)


def _pools(sheet: Sheet, pools: tuple[PoolLine, ...]) -> None:
    if not pools:
        sheet.row("pools", "none")
        return
    rows = [
        (
            f"{line.pool} ({line.cluster})",
            *(str(getattr(line.numbers, number)) if number in _holding(line) else "" for number in NUMBERS),
            ", ".join(_by(line)),
        )
        for line in pools
    ]
    sheet.table(("pools", *NUMBERS, "line"), rows)
    never = [line.pool for line in pools if not line.borrows]
    if never:
        sheet.row("", f"in {', '.join(never)} its classes never borrow: it has what is guaranteed, and no more")


def _holding(line: PoolLine) -> tuple[str, ...]:
    return NUMBERS if line.borrows else NUMBERS[:1]


def _by(line: PoolLine) -> Iterator[str]:
    if line.state != "active":
        yield line.state
    match line.by:
        case "line" | "class line":
            yield str(line.place)
            yield from (
                f":{place.line}" if line.place and place.file == line.place.file else str(place)
                for place in line.further
            )
        case "dedication":
            yield "dedicated to it"
        case "sharing":
            yield "no line"


def _namespace(sheet: Sheet, at: NamespaceAt) -> None:
    sheet.title(f"  namespace {at.namespace} on {at.cluster}")
    for queue in at.queues:
        stopped = "" if queue.stop_policy == "None" else f" ({queue.stop_policy})"
        text = f"label {queue.label}: {queue.value} -> ClusterQueue {queue.cluster_queue}{stopped}"
        sheet.row("queue", text, indent=4)
    if not at.queues:
        sheet.row("queue", "none", indent=4)
    for link in at.links:
        text = f"{link.name}: {link.direction} {link.peer}, {', '.join(link.ports)}"
        sheet.row("link", text, link.place, indent=4)
