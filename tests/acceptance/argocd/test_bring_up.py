"""Root, applied once by hand, brings up the whole fleet in the promised order, and then nothing differs."""

import pytest

from tests.acceptance.argocd.fleet import ROOT, Fleet, settled, state
from tests.acceptance.argocd.repository import CLUSTER
from tests.plane.api import Object, named

pytestmark = pytest.mark.xdist_group("argocd")

TRACKING = "argocd.argoproj.io/tracking-id"

_QUEUES = ("ClusterQueue", "LocalQueue")
_ISOLATION = ("NetworkPolicy", "ResourceQuota", "LimitRange", "RoleBinding")
_BINDINGS = ("ValidatingAdmissionPolicyBinding", "MutatingAdmissionPolicyBinding")


def test_every_application_is_synced_and_healthy(fleet: Fleet) -> None:
    wanted = {item["metadata"]["name"] for item in fleet.compiled("argocd") if item["kind"] == "Application"}
    found = {item["metadata"]["name"]: item for item in fleet.applications()}
    assert found.keys() == wanted | {ROOT}
    assert {name: state(item) for name, item in found.items() if not settled(item)} == {}


def test_every_object_is_synced(fleet: Fleet) -> None:
    """Argo CD knows every compiled object, and none is OutOfSync or in bad health."""
    listed = {
        (row["kind"], row.get("namespace", ""), row["name"]): (row["status"], row.get("health", {}).get("status"))
        for item in fleet.applications()
        if item["metadata"]["name"] != ROOT
        for row in item["status"]["resources"]
    }
    compiled = {
        (item["kind"], item["metadata"].get("namespace", ""), item["metadata"]["name"])
        for item in fleet.compiled(CLUSTER)
    }
    assert listed.keys() == compiled
    assert {key: row for key, row in listed.items() if row[0] != "Synced" or row[1] not in (None, "Healthy")} == {}


def test_tenants_begin_after_their_platform_is_in_place(fleet: Fleet) -> None:
    ready = fleet.application(CLUSTER)["status"]["history"][0]["deployedAt"]
    tenants = [item for item in fleet.applications() if item["metadata"]["name"].startswith(f"{CLUSTER}.")]
    early = {
        item["metadata"]["name"]: item["metadata"]["creationTimestamp"]
        for item in tenants
        if item["metadata"]["creationTimestamp"] < ready
    }
    assert tenants
    assert not early, f"platform was ready at {ready}"


def test_admission_is_bound_before_any_tenant_has_an_object(fleet: Fleet) -> None:
    born = _birth_of_all(fleet)
    bindings = [time for key, time in born.items() if key[0] in _BINDINGS]
    assert len(bindings) > 20
    assert max(bindings) < min(time for key, time in born.items() if key[0] == "Namespace")


def test_isolation_stands_before_any_queue_exists(fleet: Fleet) -> None:
    """In every namespace all that bounds it is older than its first queue; times count whole seconds."""
    born = _birth_of_all(fleet)
    owners = {
        item["metadata"]["name"]: item["spec"]["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"]
        for item in fleet.compiled(CLUSTER)
        if item["kind"] == "ClusterQueue"
    }
    late, looked_at = [], 0
    for (kind, namespace, name), time in born.items():
        if kind in _QUEUES:
            bounds = [
                birth for key, birth in born.items() if key[0] in _ISOLATION and key[1] == (namespace or owners[name])
            ]
            looked_at += 1
            if not max(bounds) < time:
                late.append(f"{kind} {namespace}/{name} at {time}, isolation at {max(bounds)}")
    assert looked_at > 60
    assert not late


def test_a_hard_refresh_finds_no_difference(fleet: Fleet) -> None:
    """Nothing is applied again. Root may look again, while its children move, and then finds nothing to do."""
    before = {item["metadata"]["name"]: item["status"]["operationState"]["finishedAt"] for item in fleet.applications()}
    for name in before:
        fleet.refresh(name, "hard")
    fleet.wait_all_settled()
    again = [
        item
        for item in fleet.applications()
        if item["status"]["operationState"]["finishedAt"] != before[item["metadata"]["name"]]
    ]
    applied = {item["metadata"]["name"]: item["status"]["operationState"]["syncResult"] for item in again}
    assert {name for name, result in applied.items() if name != ROOT or result.get("resources")} == set()


def test_the_server_warns_of_nothing_it_is_sent(fleet: Fleet) -> None:
    items: list[Object] = [*fleet.compiled("argocd"), *fleet.compiled(CLUSTER)]
    assert len(items) > 450
    for item in items:
        tracked = fleet.api.get(item).must()["metadata"]["annotations"][TRACKING]
        item["metadata"]["annotations"][TRACKING] = tracked
    answers = {named(item): fleet.plane.argocd.apply(item, dry_run=True) for item in items}
    assert {name: answer.message for name, answer in answers.items() if not answer.ok} == {}
    assert {name: answer.warnings for name, answer in answers.items() if answer.warnings} == {}


def _birth_of_all(fleet: Fleet) -> dict[tuple[str, str, str], str]:
    return {
        (item["kind"], item["metadata"].get("namespace", ""), item["metadata"]["name"]): live["metadata"][
            "creationTimestamp"
        ]
        for item in fleet.compiled(CLUSTER)
        for live in [fleet.api.get(item).must()]
    }
