"""Who may do what, as the specs say it: the matrix that every cluster has to answer to.

Worked out from roles, members and owners in the specs alone, never from compiled Roles. The rules, from
docs/isolation.md and docs/concepts.md: a member has the rules of its role, with those of all roles it extends, in the
namespaces of its tenant's projects, or of the one project that names it. It has nothing elsewhere, and nothing in the
cluster as a whole. Nothing passes from a parent tenant to a child. Owners approve changes and have no rights by it.
What Kubernetes gives everybody who has logged in stands here too, written out.
"""

from collections.abc import Iterator
from functools import cached_property
from typing import Any

from tests.oracle.placements import namespaces
from tests.oracle.rbac import PathQuestion, Question, User, person, service_account
from tests.oracle.specs import Specs

Right = tuple[str, str, str]
"""Verb, API group, resource."""

EVERYBODY: frozenset[Right] = frozenset(
    {
        ("create", "authorization.k8s.io", "selfsubjectaccessreviews"),
        ("create", "authorization.k8s.io", "selfsubjectrulesreviews"),
        ("create", "authentication.k8s.io", "selfsubjectreviews"),
    }
)
"""Questions about oneself, which Kubernetes lets everybody ask who has logged in."""

_HEALTH = ("/healthz", "/livez", "/readyz", "/version", "/version/")
_DISCOVERY = ("/api", "/api/*", "/apis", "/apis/*", "/openapi", "/openapi/*", *_HEALTH)
_KEYS = (
    "/.well-known/openid-configuration",
    "/.well-known/openid-configuration/",
    "/openid/v1/jwks",
    "/openid/v1/jwks/",
)
PATHS: dict[str, tuple[str, ...]] = {
    "system:unauthenticated": _HEALTH,
    "system:authenticated": _DISCOVERY,
    "system:serviceaccounts": _KEYS,
}
"""Paths that Kubernetes lets these groups get; a star at the end stands for the rest."""


class Matrix:
    """The access that the specs promise on one cluster."""

    def __init__(self, specs: Specs, cluster: str) -> None:
        self.specs = specs
        self.cluster = cluster
        self.namespaces = namespaces(specs, cluster)
        self._rights: dict[tuple[User, str], frozenset[Right]] = {}
        self._role_rights: dict[str, frozenset[Right]] = {}

    def allows(self, user: User, question: Question | PathQuestion) -> bool:
        """Whether a user may do it."""
        if isinstance(question, PathQuestion):
            return question.verb == "get" and any(
                _covers(path, question.path) for group in user.groups for path in PATHS.get(group, ())
            )
        right = (question.verb, question.group, question.resource)
        return ("system:authenticated" in user.groups and right in EVERYBODY) or right in self.rights(
            user, question.namespace
        )

    def rights(self, user: User, namespace: str) -> frozenset[Right]:
        """What a user may do in a namespace by its memberships."""
        if (user, namespace) not in self._rights:
            names = {("user", user.name), *(("group", group) for group in user.groups)}
            roles = [self.role_rights(role) for name, role in self._members.get(namespace, ()) if name in names]
            self._rights[user, namespace] = frozenset().union(*roles)
        return self._rights[user, namespace]

    def role_rights(self, role: str) -> frozenset[Right]:
        """What a role and all those that it extends let one do."""
        if role not in self._role_rights:
            self._role_rights[role] = self._collected(role)
        return self._role_rights[role]

    def _collected(self, role: str) -> frozenset[Right]:
        spec = self.specs.of("RoleProfile")[role]
        extended = spec.get("extends")
        return (self.role_rights(extended) if extended else frozenset()) | frozenset(
            (verb, *_written(resource))
            for rule in spec.get("rules") or ()
            for resource in rule["resources"]
            for verb in rule["verbs"]
        )

    @cached_property
    def _members(self) -> dict[str, list[tuple[tuple[str, str], str]]]:
        """Who has which role in each namespace."""
        return {
            namespace: [
                (self.prefixed(member), member["role"])
                for spec in (self.specs.of("Tenant")[project.partition("/")[0]], self.specs.of("Project")[project])
                for member in spec.get("members") or ()
            ]
            for namespace, project in self.namespaces.items()
        }

    def prefixed(self, subject: dict[str, Any]) -> tuple[str, str]:
        """A user or group of the specs as the API server sees it."""
        for kind in ("group", "user"):
            if kind in subject:
                return kind, self.specs.fleet.get(f"{kind}Prefix", "") + subject[kind]
        raise AssertionError(f"neither a user nor a group: {subject}")

    def own(self, user: User) -> list[str]:
        """The namespaces in which a user has any rights by membership."""
        return [namespace for namespace in sorted(self.namespaces) if self.rights(user, namespace)]

    def members(self) -> dict[str, User]:
        """One user for every distinct member that the specs name, whichever cluster its projects are on."""
        named = {
            self.prefixed(member)
            for kind in ("Tenant", "Project")
            for spec in self.specs.of(kind).values()
            for member in spec.get("members") or ()
        }
        return {name: as_user(kind, name) for kind, name in sorted(named)}

    def owners(self) -> dict[str, User]:
        """One user for everybody whom the specs name as an owner or approver, of the fleet too."""
        named = {self.prefixed(owner) for owner in self._approvers()}
        return {name: as_user(kind, name) for kind, name in sorted(named)}

    def _approvers(self) -> Iterator[dict[str, Any]]:
        fleet = self.specs.fleet
        yield from (*fleet.get("owners", ()), *fleet.get("capacityManagers", ()))
        for tenant in self.specs.of("Tenant").values():
            yield from tenant["owners"]
        for ladder in self.specs.of("PriorityLadder").values():
            for priority in ladder["priorities"]:
                yield from priority.get("approvedBy", ())

    def service_accounts(self) -> dict[str, User]:
        """Every service account of every project on the cluster; `default` is in each namespace."""
        return {
            f"{namespace}/{account}": service_account(namespace, account)
            for namespace, project in self.namespaces.items()
            for account in (
                "default",
                *(row["name"] for row in self.specs.of("Project")[project].get("serviceAccounts") or ()),
            )
        }


def as_user(kind: str, name: str) -> User:
    """Somebody who has logged in and is this user, or somebody in this group."""
    return person(name) if kind == "user" else person("someone@example.com", name)


def _written(resource: str) -> tuple[str, str]:
    """API group and resource of `deployments.apps/scale`."""
    name, slash, subresource = resource.partition("/")
    plural, _, group = name.partition(".")
    return group, f"{plural}{slash}{subresource}"


def _covers(path: str, asked: str) -> bool:
    return asked.startswith(path[:-1]) if path.endswith("*") else asked == path
