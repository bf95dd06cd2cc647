"""Which service accounts come, go, or have their pods given a token for the API server.

Pure. A token gives no rights by itself: tenantry binds no service account to a role.
"""

from typing import Literal, NamedTuple

from tenantry.ir import Body
from tenantry.kinds import serviceaccount
from tenantry.plan.compare import Comparison
from tenantry.program import Program

Token = Literal["absent", "without token", "with token"]


class AccountChange(NamedTuple):
    """A service account of a project on either side, alike on all `clusters`."""

    tenant: str
    project: str
    account: str
    clusters: tuple[str, ...]
    before: Token
    after: Token


def compare_accounts(before: Program | None, after: Program, comparison: Comparison) -> tuple[AccountChange, ...]:
    """Every account that comes, goes or has another token, by tenant and project; `default` only with a token."""
    projects = {
        str(project.namespace): (str(project.tenant), str(project.name))
        for program in (before, after)
        if program is not None
        for project in program.projects.values()
    }
    found: dict[tuple[str, str, str, Token, Token], list[str]] = {}
    for change in comparison.objects:
        if change.key.kind != serviceaccount.KIND.kind:
            continue
        was, now = _token(change.before), _token(change.after)
        comes_with_namespace = change.key.name == serviceaccount.DEFAULT and "with token" not in (was, now)
        if was != now and not comes_with_namespace:
            owner = projects.get(change.key.namespace, ("", change.key.namespace))
            found.setdefault((*owner, change.key.name, was, now), []).append(change.area)
    return tuple(
        AccountChange(tenant, project, account, tuple(sorted(clusters)), was, now)
        for (tenant, project, account, was, now), clusters in sorted(found.items())
    )


def _token(body: Body | None) -> Token:
    if body is None:
        return "absent"
    return "with token" if serviceaccount.decode(body).token else "without token"
