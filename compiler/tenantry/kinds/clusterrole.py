"""ClusterRole: what members with a role may do, once per cluster, bound only namespace by namespace.

Never aggregated and never built on the roles Kubernetes ships, which read secrets, open shells and impersonate. A
ClusterRole is no right by itself: tenantry writes no ClusterRoleBinding for anybody.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.program import Cluster, Program
from tenantry.records import record

API_VERSION: Final = "rbac.authorization.k8s.io/v1"


class Permission(NamedTuple):
    """Verbs on resources of some API groups (the empty text is the core group), each sorted."""

    api_groups: tuple[str, ...]
    resources: tuple[str, ...]
    verbs: tuple[str, ...]


@record
class ClusterRole:
    """A role; what it permits is the union of its permissions, and nothing where there are none."""

    meta: Meta
    permissions: tuple[Permission, ...]


def role_name(role: str) -> str:
    """The name of the ClusterRole and of its bindings: `tenantry:developer`. Roles cannot hold colons, so it never
    meets a role of somebody else's."""
    return f"tenantry:{role}"


def encode(role: ClusterRole) -> Body:
    body = envelope(API_VERSION, "ClusterRole", role.meta)
    if role.permissions:
        body["rules"] = [
            {
                "apiGroups": list(permission.api_groups),
                "resources": list(permission.resources),
                "verbs": list(permission.verbs),
            }
            for permission in role.permissions
        ]
    return body


def decode(body: Body) -> ClusterRole:
    """Raises ValueError for rules that tenantry does not write: on URLs, or on named objects."""
    permissions: list[Permission] = []
    for rule in body.get("rules", ()):
        if "resourceNames" in rule or "nonResourceURLs" in rule:
            raise ValueError("a rule on named objects or URLs is not one of ours")
        permissions.append(Permission(tuple(rule["apiGroups"]), tuple(rule["resources"]), tuple(rule["verbs"])))
    return ClusterRole(decode_meta(body), tuple(permissions))


def of_cluster(program: Program, cluster: Cluster) -> Iterator[tuple[ClusterRole, DocumentRef]]:  # noqa: ARG001
    """One per role profile: all clusters have all roles, so that a member moves without waiting for the platform."""
    for profile in program.roles.values():
        meta = owned_meta(program, name=role_name(profile.name), source=profile.ref, wave=Wave.CLUSTER_DEFINITIONS)
        permissions = sorted({Permission((rule.api_group,), rule.resources, rule.verbs) for rule in profile.rules})
        yield ClusterRole(meta, tuple(permissions)), profile.ref


KIND: Final = Kind(
    api_version=API_VERSION,
    kind="ClusterRole",
    topic="access",
    encode=encode,
    decode=decode,
    of_cluster=of_cluster,
)
