"""What a server serves, taken from its own discovery: resources with their verbs, and paths that are no resource's."""

from collections.abc import Iterator
from dataclasses import dataclass

from tests.oracle.rbac import PathQuestion, Question
from tests.plane.api import Api

VERBS = ("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection")
_DEEP = 3
"""Segments after which a health check's path says only which part is checked."""

UNLISTED: tuple[tuple[str, str, str], ...] = (
    ("escalate", "rbac.authorization.k8s.io", "roles"),
    ("bind", "rbac.authorization.k8s.io", "roles"),
    ("escalate", "rbac.authorization.k8s.io", "clusterroles"),
    ("bind", "rbac.authorization.k8s.io", "clusterroles"),
    ("impersonate", "", "users"),
    ("impersonate", "", "groups"),
    ("impersonate", "", "serviceaccounts"),
    ("impersonate", "authentication.k8s.io", "uids"),
    ("impersonate", "authentication.k8s.io", "userextras/scopes"),
    ("impersonate:user-info", "authentication.k8s.io", "users"),
    ("impersonate:serviceaccount", "authentication.k8s.io", "serviceaccounts"),
    ("impersonate:associated-node", "authentication.k8s.io", "nodes"),
    ("impersonate-on:user-info:list", "", "secrets"),
    ("approve", "certificates.k8s.io", "signers"),
    ("sign", "certificates.k8s.io", "signers"),
    ("attest", "certificates.k8s.io", "signers"),
    ("get", "", "nodes/metrics"),
    ("get", "", "nodes/stats"),
    ("get", "", "nodes/log"),
    ("get", "", "nodes/pods"),
    ("get", "", "nodes/configz"),
    ("update", "resource.k8s.io", "resourceclaims/binding"),
    ("associated-node:update", "resource.k8s.io", "resourceclaims/driver"),
    ("arbitrary-node:update", "resource.k8s.io", "resourceclaims/driver"),
    ("use", "policy", "podsecuritypolicies"),
    ("get", "metrics.k8s.io", "pods"),
    ("create", "certificates.k8s.io", "clustertrustbundles"),
    ("*", "*", "*"),
    ("get", "*", "*"),
    ("*", "", "pods"),
    ("get", "", "*"),
)
"""What the server judges and discovery does not say: verbs of a special meaning, the kubelet's parts, stars."""

UNSERVED_PATHS = ("/", "/*", "*", "/logs", "/logs/", "/debug/pprof", "/metrics/cadvisor", "/api", "/apis/", "/version/")


@dataclass(frozen=True)
class Served:
    """A resource or subresource, whatever its version: access does not look at versions."""

    group: str
    resource: str
    namespaced: bool
    verbs: frozenset[str]


@dataclass(frozen=True)
class Catalogue:
    """Everything that one server serves."""

    resources: tuple[Served, ...]
    paths: tuple[str, ...]
    kinds: tuple[tuple[str, str], ...]
    """apiVersion and kind of everything in namespaces that can be listed, in the version that the server prefers."""

    def namespaced(self, namespace: str) -> Iterator[Question]:
        """Every verb that is served on every resource of namespaces, asked in this one; "" asks for all of them."""
        for row in self.resources:
            if row.namespaced:
                for verb in sorted(row.verbs):
                    yield Question(verb, row.group, row.resource, namespace)

    def cluster_scoped(self) -> Iterator[Question]:
        """Every verb that is served on every resource of the cluster as a whole."""
        for row in self.resources:
            if not row.namespaced:
                for verb in sorted(row.verbs):
                    yield Question(verb, row.group, row.resource)

    def unlisted(self, namespace: str) -> Iterator[Question]:
        """What discovery does not say."""
        for verb, group, resource in UNLISTED:
            yield Question(verb, group, resource, namespace)

    def outside_resources(self) -> Iterator[PathQuestion]:
        """Reading every path; writing to a few."""
        for path in self.paths:
            yield PathQuestion("get", path)
        for path in ("/api", "/healthz", "/version", "/openid/v1/jwks"):
            yield PathQuestion("post", path)
            yield PathQuestion("*", path)


def discover(api: Api) -> Catalogue:
    """Asks the server for every group, every version of it, and every path."""
    verbs: dict[tuple[str, str], set[str]] = {}
    namespaced: dict[tuple[str, str], bool] = {}
    kinds: dict[tuple[str, str], tuple[str, str]] = {}
    groups = api.request("GET", "/apis").must()["groups"]
    versions = [("", "/api/v1")] + [
        (group["name"], f"/apis/{version['groupVersion']}") for group in groups for version in group["versions"]
    ]
    for group, path in versions:
        for row in api.request("GET", path).must()["resources"]:
            key = (group, row["name"])
            verbs.setdefault(key, set()).update(row.get("verbs", ()))
            namespaced[key] = row["namespaced"]
            if row["namespaced"] and "list" in row.get("verbs", ()):
                kinds.setdefault(key, (path.removeprefix("/apis/").removeprefix("/api/"), row["kind"]))
    resources = tuple(
        Served(group, resource, namespaced[group, resource], frozenset(found))
        for (group, resource), found in sorted(verbs.items())
    )
    served = api.request("GET", "/").must()["paths"]
    shallow = {path for path in served if path.count("/") < _DEEP} | {next(path for path in served if "hook" in path)}
    return Catalogue(resources, tuple(sorted(shallow | set(UNSERVED_PATHS))), tuple(kinds.values()))
