"""Putting hand-made RBAC on a shared plane for a while, and waiting until the server judges by it."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from tests.acceptance.access.asking import ask
from tests.oracle.rbac import Question, Rbac, Rule, person
from tests.plane.api import Object
from tests.plane.kubernetes import Kubernetes
from tests.plane.waiting import wait_for

_GROUP = "rbac.authorization.k8s.io"
_VERSION = f"{_GROUP}/v1"
_CANARY = "access-canary"


@contextmanager
def on_stage(kubernetes: Kubernetes, namespaces: Sequence[Object], items: Sequence[Object]) -> Iterator[list[Object]]:
    """Creates these objects and waits until the server and its controllers have seen all; removes them at the end.

    Gives all RBAC objects that the server has then, as they were written: nothing in them was aggregated by it.
    """
    others = written_rbac(kubernetes)
    canaries = _canaries(namespaces[0]["metadata"]["name"])
    api = kubernetes.api
    try:
        for item in namespaces:
            api.create(item).must()
        _all(lambda item: api.create(item).must(), items)
        _wait_for_aggregation(kubernetes, [*others, *items])
        _all(lambda item: api.create(item).must(), canaries)
        wait_for(lambda: _sightings(kubernetes, canaries) == {True}, "the server judges by the last roles made")
        yield [*others, *items]
    finally:
        _all(api.delete, [*items, *canaries, *namespaces])
        wait_for(lambda: not any(api.get(item).ok for item in namespaces), "the namespaces are gone", seconds=60)
        _wait_for_aggregation(kubernetes, others)
        wait_for(lambda: _sightings(kubernetes, canaries) == {False}, "the server forgot the roles")


def written_rbac(kubernetes: Kubernetes) -> list[Object]:
    """All RBAC objects that the server has, those that it aggregates without what it found in others."""
    found = [
        item
        for kind in ("ClusterRole", "ClusterRoleBinding", "Role", "RoleBinding")
        for item in kubernetes.api.list(_VERSION, kind)
    ]
    return [{**item, "rules": []} if item.get("aggregationRule") else item for item in found]


def _wait_for_aggregation(kubernetes: Kubernetes, items: Sequence[Object]) -> None:
    """Waits until every aggregated role holds what its selectors find among these objects."""
    expected = Rbac(items)
    aggregated = [item for item in items if item.get("aggregationRule")]

    def complete() -> bool:
        return all(
            _as_set(kubernetes.api.get(item).must().get("rules") or ())
            == _as_set(expected.cluster_rules(item["metadata"]["name"]))
            for item in aggregated
        )

    wait_for(complete, "the aggregated roles hold what they select", seconds=60)


def _as_set(rules: Sequence[Rule]) -> set[str]:
    return {repr(sorted((key, sorted(value)) for key, value in rule.items())) for rule in rules}


def _sightings(kubernetes: Kubernetes, canaries: Sequence[Object]) -> set[bool]:
    """What the server says to what the canaries allow. It hears of each kind in order: who sees them has seen all."""
    namespace = canaries[0]["metadata"]["namespace"]
    questions = (Question("get", _CANARY, "by-role", namespace), Question("get", _CANARY, "by-cluster-role"))
    return {verdict.allowed for verdict in ask(kubernetes, [(person(_CANARY), question) for question in questions])}


def _canaries(namespace: str) -> list[Object]:
    """A role and a binding of each sort, for a user who is nobody else."""

    def role(kind: str, resource: str, metadata: Object) -> Object:
        rules = [{"apiGroups": [_CANARY], "resources": [resource], "verbs": ["get"]}]
        return {"apiVersion": _VERSION, "kind": kind, "metadata": metadata, "rules": rules}

    def binding(kind: str, metadata: Object) -> Object:
        return {
            "apiVersion": _VERSION,
            "kind": f"{kind}Binding",
            "metadata": metadata,
            "roleRef": {"apiGroup": _GROUP, "kind": kind, "name": _CANARY},
            "subjects": [{"apiGroup": _GROUP, "kind": "User", "name": _CANARY}],
        }

    local, everywhere = {"name": _CANARY, "namespace": namespace}, {"name": _CANARY}
    return [
        role("Role", "by-role", local),
        role("ClusterRole", "by-cluster-role", everywhere),
        binding("Role", local),
        binding("ClusterRole", everywhere),
    ]


def _all(do: Callable[[Object], object], items: Sequence[Object]) -> None:
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(do, items))
