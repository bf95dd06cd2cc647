"""The health scripts of the compiled fragment, run by the real controller on objects in each state.

An Application of the tests' own holds one object per state; what Argo CD says of each is compared with the table. The
queues are Kueue's, and say themselves what they are; checks and claims have their status written, because nothing here
would ever say it.
"""

from typing import Any

import pytest
import yaml

from tests.acceptance.argocd.fleet import Fleet
from tests.acceptance.argocd.repository import ADDRESS_OF_CLUSTER, Repository
from tests.plane.api import Object
from tests.plane.argocd import application_key
from tests.plane.waiting import wait_for

pytestmark = [pytest.mark.xdist_group("argocd"), pytest.mark.side_by_side]

HOME = "health"
KUEUE = "kueue.x-k8s.io/v1beta2"


def _cluster_queue(name: str, flavor: str = "h100-train", stop: str = "None") -> Object:
    flavors = [{"name": flavor, "resources": [{"name": "nvidia.com/gpu", "nominalQuota": "0"}]}]
    return {
        "apiVersion": KUEUE,
        "kind": "ClusterQueue",
        "metadata": {"name": f"health-{name}"},
        "spec": {
            "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": HOME}},
            "resourceGroups": [{"coveredResources": ["nvidia.com/gpu"], "flavors": flavors}],
            "stopPolicy": stop,
        },
    }


def _local_queue(name: str, of: str, stop: str = "None") -> Object:
    return {
        "apiVersion": KUEUE,
        "kind": "LocalQueue",
        "metadata": {"name": name, "namespace": HOME},
        "spec": {"clusterQueue": f"health-{of}", "stopPolicy": stop},
    }


def _check(name: str) -> Object:
    return {
        "apiVersion": KUEUE,
        "kind": "AdmissionCheck",
        "metadata": {"name": f"health-{name}"},
        "spec": {"controllerName": "tests.example.com/nobody"},
    }


def _claim(name: str) -> Object:
    return {
        "apiVersion": "v1",
        "kind": "PersistentVolumeClaim",
        "metadata": {"name": name, "namespace": HOME},
        "spec": {
            "accessModes": ["ReadWriteOnce"],
            "resources": {"requests": {"storage": "1Gi"}},
            "storageClassName": "none",
        },
    }


def _active(status: str, reason: str) -> dict[str, Any]:
    condition = {
        "type": "Active",
        "status": status,
        "reason": reason,
        "message": "Said by the tests",
        "lastTransitionTime": "2026-11-30T00:00:00Z",
    }
    return {"conditions": [condition]}


# State -> object, status to write where nobody else says it, expected health, how its message begins.
TABLE: dict[str, tuple[Object, dict[str, Any] | None, str, str]] = {
    "queue-active": (_cluster_queue("active"), None, "Healthy", "Ready: "),
    "queue-held": (_cluster_queue("held", stop="Hold"), None, "Suspended", "Stopped: "),
    "queue-draining": (_cluster_queue("draining", stop="HoldAndDrain"), None, "Suspended", "Stopped: "),
    "queue-without-flavor": (_cluster_queue("flavorless", flavor="gone"), None, "Degraded", "FlavorNotFound: "),
    "local-active": (_local_queue("active", "active"), None, "Healthy", "Ready: "),
    "local-held": (_local_queue("held", "active", "Hold"), None, "Healthy", "Stopped on purpose"),
    "local-draining": (_local_queue("draining", "active", "HoldAndDrain"), None, "Healthy", "Stopped on purpose"),
    "local-of-held": (_local_queue("of-held", "held"), None, "Suspended", "ClusterQueueIsInactive: "),
    "local-of-none": (_local_queue("of-none", "none"), None, "Progressing", "ClusterQueueDoesNotExist: "),
    "check-unanswered": (_check("unanswered"), None, "Progressing", "Waiting for the controller"),
    "check-active": (_check("active"), _active("True", "Active"), "Healthy", "Active: "),
    "check-stopped": (_check("stopped"), _active("False", "Stopped"), "Suspended", "Stopped: "),
    "check-terminating": (_check("terminating"), _active("False", "Terminating"), "Progressing", "Terminating: "),
    "check-bad": (_check("bad"), _active("False", "BadParameters"), "Degraded", "BadParameters: "),
    "claim-pending": (_claim("pending"), None, "Healthy", "Waiting for a pod that uses it"),
    "claim-bound": (_claim("bound"), {"phase": "Bound"}, "Healthy", "Bound"),
    "claim-lost": (_claim("lost"), {"phase": "Lost"}, "Degraded", "The volume behind it is lost"),
}


def test_every_state_has_the_health_and_the_message_of_the_table(fleet: Fleet) -> None:
    _make(fleet, "health", [item for item, _, _, _ in TABLE.values()])
    for item, status, _, _ in TABLE.values():
        wait_for(lambda: fleet.api.get(item).ok, f"{item['kind']} is there", seconds=240)  # noqa: B023
        if status:
            fleet.owner.patch(item, {"status": status}, subresource="status").must()
    expected = {state: (health, begins) for state, (_, _, health, begins) in TABLE.items()}
    try:
        wait_for(lambda: _seen(fleet) == expected, "every state has its health", seconds=60)
    except AssertionError:
        assert _seen(fleet) == expected
    _unmake(fleet, "health")


def _seen(fleet: Fleet) -> dict[str, tuple[str, str]]:
    """What the controller says of the object of each state: its health, and its message as far as the table has it."""
    fleet.refresh("health")
    rows = {
        (row["kind"], row["name"]): row.get("health", {})
        for row in fleet.application("health").get("status", {}).get("resources", [])
    }
    found = {}
    for state, (item, _, _, begins) in TABLE.items():
        health = rows.get((item["kind"], item["metadata"]["name"]), {})
        message = health.get("message", "")
        found[state] = (health.get("status", "none"), begins if message.startswith(begins) else message)
    return found


def _make(fleet: Fleet, name: str, items: list[Object]) -> None:
    """An AppProject without bounds and an Application in it, which holds these objects in one wave."""
    repository = Repository(fleet.repository.folder.parent / name)
    (repository.folder / "all.yaml").write_text(yaml.safe_dump_all(items), encoding="utf-8")
    repository.commit("Begin")
    anything = [{"group": "*", "kind": "*"}]
    fleet.api.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": HOME}}).must()
    fleet.api.create(
        {
            **application_key(name),
            "kind": "AppProject",
            "spec": {
                "sourceRepos": ["*"],
                "destinations": [{"server": "*", "namespace": "*"}],
                "clusterResourceWhitelist": anything,
            },
        }
    ).must()
    server = fleet.repository.with_addresses(ADDRESS_OF_CLUSTER)
    fleet.api.create(
        {
            **application_key(name),
            "spec": {
                "project": name,
                "source": {"repoURL": repository.url, "targetRevision": "main", "path": "."},
                "destination": {"server": server, "namespace": HOME},
                "syncPolicy": {"automated": {}, "syncOptions": ["ServerSideApply=true"]},
            },
        }
    ).must()


def _unmake(fleet: Fleet, name: str) -> None:
    for item, _, _, _ in TABLE.values():
        fleet.owner.delete(item).must()
    fleet.api.delete(application_key(name)).must()
    fleet.api.delete({**application_key(name), "kind": "AppProject"}).must()
    fleet.api.delete({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": HOME}}).must()
