"""Whom to ask for: everybody the specs name, those whom they do not, and mixtures of them."""

from dataclasses import dataclass

from tests.oracle.access_matrix import Matrix
from tests.oracle.rbac import ANONYMOUS, User, person


@dataclass(frozen=True)
class Cast:
    """People of one cluster by a name for messages; a set of groups stands in it once."""

    members: dict[str, User]
    others: dict[str, User]

    @property
    def everybody(self) -> dict[str, User]:
        """All of them."""
        return {**self.members, **self.others}


def cast_of(matrix: Matrix) -> Cast:
    """Members of every role of every tenant, alone and with several roles; then those who should have nothing more."""
    members = matrix.members()
    leads, engineers, oncall = "oidc:vision-leads", "oidc:vision-engineers", "oidc:vision-oncall"
    assert {leads, engineers, oncall, "oidc:search-leads", "dana@example.com"} <= set(members)
    several = {
        "developer and operator of one project": person("several@example.com", engineers, oncall),
        "admin of one tenant, developer of another": person("both@example.com", "oidc:search-leads", engineers),
        "user and group with roles": person("dana@example.com", oncall),
    }
    strangers = {
        "logged in, in no group": person("stranger@example.com"),
        "group without the prefix": person("stranger@example.com", "vision-leads"),
        "group in other letters": person("stranger@example.com", "oidc:Vision-Leads"),
        "user named like a group": person(leads),
        "group named like a user": person("stranger@example.com", "dana@example.com"),
        "user named like a service account": User("system:serviceaccount:vision-detection:trainer"),
        "anonymous": ANONYMOUS,
    }
    owners = {f"owner {name}": user for name, user in matrix.owners().items() if name not in members}
    assert "owner oidc:research-leads" in owners, "owners of a parent who are no members"
    accounts = {f"service account {name}": user for name, user in matrix.service_accounts().items()}
    return Cast({**members, **several}, {**owners, **strangers, **accounts})


def foreign(matrix: Matrix, name: str, user: User) -> list[str]:
    """Two namespaces of tenants in which the user has no role: other ones for each name, so that many are met."""
    tenants = {matrix.namespaces[namespace].partition("/")[0] for namespace in matrix.own(user)}
    others = [
        namespace
        for namespace, project in sorted(matrix.namespaces.items())
        if project.partition("/")[0] not in tenants
    ]
    start = sum(name.encode()) % len(others)
    return [others[start], others[(start + len(others) // 2) % len(others)]]
