"""The answers about tenants and projects, for people.

Pure.
"""

from tenantry.explain.chain import Resolved, listed
from tenantry.explain.people import Membership, NamespaceAt, PoolLine, ProjectAnswer, TenantAnswer
from tenantry.explain.text.quota import NUMBERS
from tenantry.explain.text.sheet import Sheet


def tenant_page(answer: TenantAnswer) -> str:
    """The page of a tenant."""
    sheet = Sheet()
    sheet.title(f"tenant {answer.name}", answer.place)
    sheet.row("below", " < ".join(answer.ancestors) or "nobody")
    sheet.row("tenants", listed(answer.children))
    sheet.row("projects", listed(answer.projects))
    sheet.row("clusters", listed(answer.clusters))
    sheet.row("owners", listed(answer.owners))
    _members(sheet, answer.members)
    _values(sheet, answer.values)
    _pools(sheet, answer.pools)
    return str(sheet)


def project_page(answer: ProjectAnswer) -> str:
    """The page of a project."""
    sheet = Sheet()
    sheet.title(f"project {answer.name}", answer.place)
    _members(sheet, answer.members)
    _values(sheet, answer.values)
    _pools(sheet, answer.pools)
    for namespace in answer.namespaces:
        _namespace(sheet, namespace)
    for link in answer.links_not_in_force:
        sheet.row("no link", link)
    return str(sheet)


def _members(sheet: Sheet, members: tuple[Membership, ...]) -> None:
    for member in members:
        sheet.row("member", f"{member.who} as {member.role}", member.place)


def _values(sheet: Sheet, values: tuple[Resolved, ...]) -> None:
    sheet.title("  values, and the line that set each")
    for value in values:
        text = f"{value.field}: {value.value}"
        if value.origin == "default":
            sheet.hanging("    ", f"{text} (default: left out)")
        else:
            sheet.hanging("    ", text, value.place)
        for step in value.overrode:
            told = f"over {step.value}"
            if step.origin == "default":
                silent = f" where {step.place.file} says nothing" if step.place else ""
                sheet.hanging("      ", f"{told}, the default{silent}")
            else:
                sheet.hanging("      ", told, step.place)


def _pools(sheet: Sheet, pools: tuple[PoolLine, ...]) -> None:
    if not pools:
        sheet.row("pools", "none")
        return
    rows = [
        (
            f"{line.pool} ({line.cluster})",
            *(str(getattr(line.numbers, number)) for number in NUMBERS),
            ("" if line.state == "active" else f"{line.state}, ") + _by(line),
        )
        for line in pools
    ]
    sheet.table(("pools", *NUMBERS, "line"), rows)


def _by(line: PoolLine) -> str:
    match line.by:
        case "line":
            return str(line.place)
        case "dedication":
            return "dedicated to it"
        case "sharing":
            return "no line"


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
