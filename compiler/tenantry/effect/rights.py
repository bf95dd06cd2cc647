"""Who may do what in which namespace, read back from ClusterRoles and RoleBindings alone.

Pure. Nothing else that tenantry writes gives rights: no ClusterRoleBinding, no Role, nothing aggregated; the readers of
both kinds refuse rules on named objects and bindings of service accounts. A role that nobody is bound to is no right.
"""

from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from tenantry.ir import Manifest
from tenantry.kinds import clusterrole, namespace, rolebinding
from tenantry.program import Subject

_ROLE: Final = clusterrole.KIND.kind
_BINDING: Final = rolebinding.KIND.kind
_NAMESPACE: Final = namespace.KIND.kind


class Right(NamedTuple):
    """One verb on one resource or subresource (`pods/exec`); the empty API group is the core group."""

    verb: str
    api_group: str
    resource: str


class Held(NamedTuple):
    """What a subject has in a namespace: the names of the ClusterRoles it is bound to, sorted, and all they permit."""

    roles: tuple[str, ...]
    rights: frozenset[Right]


class Rights:
    """The rights that one cluster's manifests give, and the namespaces that they make."""

    def __init__(self, manifests: Iterable[Manifest]) -> None:
        """Raises ValueError for ClusterRoles and RoleBindings that are not of our form."""
        permitted: dict[str, frozenset[Right]] = {}
        bound: dict[str, dict[Subject, set[str]]] = {}
        spaces: set[str] = set()
        for manifest in manifests:
            if manifest.key.kind == _BINDING:
                binding = rolebinding.decode(manifest.body)
                subjects = bound.setdefault(binding.meta.namespace, {})
                for subject in binding.subjects:
                    subjects.setdefault(subject, set()).add(binding.cluster_role)
            elif manifest.key.kind == _ROLE:
                permitted[manifest.key.name] = _permitted(clusterrole.decode(manifest.body))
            elif manifest.key.kind == _NAMESPACE:
                spaces.add(manifest.key.name)
        self.namespaces: frozenset[str] = frozenset(spaces)
        self._permitted = permitted
        self._bound = bound
        self._unions: dict[tuple[str, ...], frozenset[Right]] = {}

    def of(self, namespace: str) -> Mapping[Subject, Held]:
        """Everybody who is bound in a namespace, by name."""
        found = {}
        for subject, names in sorted(self._bound.get(namespace, {}).items()):
            roles = tuple(sorted(names))
            found[subject] = Held(roles, self._union(roles))
        return found

    def _union(self, roles: tuple[str, ...]) -> frozenset[Right]:
        # As the server has it: a binding to a role that is not there gives nothing.
        if roles not in self._unions:
            self._unions[roles] = frozenset().union(*(self._permitted.get(role, frozenset()) for role in roles))
        return self._unions[roles]


def _permitted(role: clusterrole.ClusterRole) -> frozenset[Right]:
    return frozenset(
        Right(verb, group, resource)
        for permission in role.permissions
        for group in permission.api_groups
        for resource in permission.resources
        for verb in permission.verbs
    )
