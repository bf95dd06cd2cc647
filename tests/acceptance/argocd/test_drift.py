"""Edits of live objects: those that Argo CD puts back, those that admission refuses, and those that nobody sees.

docs/rollout.md lists the last under "What Argo CD does not see"; the two agree.
"""

import re

import pytest

from tests.acceptance.argocd.fleet import Fleet, tenant_application
from tests.acceptance.argocd.repository import CLUSTER
from tests.acceptance.argocd.sightings import Row, watching
from tests.plane.api import JSON_PATCH, Api, Object, named
from tests.plane.readback import differences, without_server_parts
from tests.plane.waiting import wait_for
from tests.support.workspaces import REPOSITORY

pytestmark = pytest.mark.xdist_group("argocd")


def key(api_version: str, kind: str, name: str, namespace: str = "") -> Object:
    metadata = {"name": name, **({"namespace": namespace} if namespace else {})}
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata}


NETWORK = "networking.k8s.io/v1"
RBAC = "rbac.authorization.k8s.io/v1"
KUEUE = "kueue.x-k8s.io/v1beta2"
ADMISSION = "admissionregistration.k8s.io/v1"


def add(path: str, value: object) -> list[Object]:
    return [{"op": "add", "path": path, "value": value}]


def replace(path: str, value: object) -> list[Object]:
    return [{"op": "replace", "path": path, "value": value}]


# One of each kind, each in an Application of its own: the second heal in a row is put off.
HEALED: dict[str, tuple[Object, list[Object] | None]] = {
    "a deleted policy": (key(NETWORK, "NetworkPolicy", "isolation", "climate-forecast"), None),
    "a quota": (key("v1", "ResourceQuota", "tenantry", "finance-risk"), replace("/spec/hard/count~1jobs.batch", "1")),
    "a queue's units": (
        key(KUEUE, "ClusterQueue", "h100-meridian.meridian.simulation.training"),
        replace("/spec/resourceGroups/0/flavors/0/resources/0/nominalQuota", "7"),
    ),
    "a department's units": (
        key(KUEUE, "Cohort", "h100-train.research"),
        replace("/spec/resourceGroups/0/flavors/0/resources/0/nominalQuota", "1"),
    ),
    "pod security": (
        key("v1", "Namespace", "nlp-tokenize"),
        replace("/metadata/labels/pod-security.kubernetes.io~1enforce", "privileged"),
    ),
    "a stopped queue": (
        key(KUEUE, "LocalQueue", "training.h100-train", "search-ranking"),
        replace("/spec/stopPolicy", "Hold"),
    ),
    "one more peer": (
        key(NETWORK, "NetworkPolicy", "isolation", "vision-serving"),
        add("/spec/ingress/-", {}),
    ),
    "an automounted token": (
        key("v1", "ServiceAccount", "default", "speech-captions"),
        replace("/automountServiceAccountToken", True),
    ),
    "a role's subject": (
        key(RBAC, "RoleBinding", "tenantry:developer", "robotics-gripper"),
        replace("/subjects/0/name", "oidc:somebody"),
    ),
    "a rule that fails open": (
        key(ADMISSION, "ValidatingAdmissionPolicy", "tenantry.owned"),
        replace("/spec/failurePolicy", "Ignore"),
    ),
}


def test_a_live_edit_is_seen_and_healed(fleet: Fleet) -> None:
    """Each object is shown as OutOfSync in the Application that keeps it, and is as it was in the end."""
    sent = {named(item): item for item in fleet.compiled(CLUSTER)}
    edited = set()
    with watching(fleet) as sightings:
        for what, (target, change) in HEALED.items():
            before = fleet.api.get(target).must()
            edited.add(_row(before))
            if change is None:
                fleet.owner.delete(target).must()
            else:
                after = fleet.owner.patch(target, change, content_type=JSON_PATCH).must()
                assert after["metadata"]["resourceVersion"] != before["metadata"]["resourceVersion"], what
        for what, (target, _) in HEALED.items():
            wait_for(lambda: _differences(fleet, sent[named(target)]) == [], f"{what} is healed", seconds=240)  # noqa: B023
        fleet.wait_all_settled()
    assert sightings.objects == edited
    assert sightings.names() == {application for application, *_ in edited}


def _row(item: Object) -> Row:
    """How an Application lists an object, by the mark that Argo CD put on it."""
    metadata = item["metadata"]
    application = metadata["annotations"]["argocd.argoproj.io/tracking-id"].split(":")[0]
    return application, item["kind"], metadata.get("namespace", ""), metadata["name"]


# What stands in the docs -> the object, what is added to it, and the Application that shows nothing.
UNSEEN: dict[str, tuple[Object, list[Object], str]] = {
    "a key in a ResourceQuota": (
        key("v1", "ResourceQuota", "tenantry", "climate-forecast"),
        add("/spec/hard/count~1events", "5"),
        tenant_application("climate"),
    ),
    "a label of a Namespace": (
        key("v1", "Namespace", "genomics-assembly"),
        add("/metadata/labels/example.com~1more", "yes"),
        tenant_application("genomics"),
    ),
    "an image pull secret of a ServiceAccount": (
        key("v1", "ServiceAccount", "default", "portal-web"),
        add("/imagePullSecrets", [{"name": "foreign"}]),
        tenant_application("portal"),
    ),
    "a matchCondition of an admission policy": (
        key(ADMISSION, "ValidatingAdmissionPolicy", "tenantry.owned"),
        add("/spec/matchConditions/-", {"name": "never", "expression": "false"}),
        CLUSTER,
    ),
    "an action of an admission policy's binding": (
        key(ADMISSION, "ValidatingAdmissionPolicyBinding", "tenantry.owned"),
        add("/spec/validationActions/-", "Audit"),
        CLUSTER,
    ),
}


@pytest.mark.parametrize(
    ("target", "change"),
    [
        pytest.param(
            key(NETWORK, "NetworkPolicy", "isolation", "vision-serving"),
            add("/spec/ingress/-", {}),
            id="a-rule-in-the-default-deny",
        ),
        pytest.param(*UNSEEN["a key in a ResourceQuota"][:2], id="a-quota-key"),
        pytest.param(*UNSEEN["an image pull secret of a ServiceAccount"][:2], id="a-pull-secret"),
        pytest.param(
            key(KUEUE, "ClusterQueue", "h100-train.vision.detection.training"),
            add("/spec/admissionChecksStrategy", {"admissionChecks": [{"name": "none"}]}),
            id="an-admission-check",
        ),
        pytest.param(
            key(KUEUE, "Cohort", "h100-train.vision"),
            add("/spec/resourceGroups/0/flavors/0/resources/0/lendingLimit", "0"),
            id="a-limit-of-a-cohort",
        ),
    ],
)
def test_an_addition_is_refused_at_admission(fleet: Fleet, target: Object, change: list[Object]) -> None:
    """Also to a cluster administrator, as long as he is neither an owner of the fleet nor in system:masters."""
    answer = administrator(fleet).patch(target, change, content_type=JSON_PATCH, dry_run=True)
    assert answer.status == 403
    assert f"TN872: {target['kind']} {target['metadata']['name']} belongs to the platform" in answer.message


def administrator(fleet: Fleet) -> Api:
    """A person who may do everything in the cluster, and nothing in the fleet."""
    subject = {"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "mallory@example.com"}
    role = {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": "cluster-admin"}
    fleet.api.apply({**key(RBAC, "ClusterRoleBinding", "mallory"), "roleRef": role, "subjects": [subject]}).must()
    person = fleet.api.acting_as("mallory@example.com")
    wait_for(lambda: person.request("GET", "/api/v1/nodes").ok, "the binding holds")
    return person


def test_an_admission_policy_is_out_of_a_tenants_reach(fleet: Fleet) -> None:
    """Kubernetes asks no admission policy about admission policies, so access alone protects them."""
    target, change, _ = UNSEEN["a matchCondition of an admission policy"]
    lead = fleet.api.acting_as("eve@example.com", "oidc:vision-leads")
    answer = lead.patch(target, change, content_type=JSON_PATCH)
    assert answer.status == 403
    assert "cannot patch resource" in answer.message


def test_the_docs_list_what_argocd_does_not_see(fleet: Fleet) -> None:
    """An owner adds each by hand; Argo CD looks, and still says Synced."""
    originals = {what: fleet.api.get(target).must() for what, (target, _, _) in UNSEEN.items()}
    try:
        with watching(fleet) as sightings:
            for target, change, _ in UNSEEN.values():
                fleet.owner.patch(target, change, content_type=JSON_PATCH).must()
            for _, _, name in UNSEEN.values():
                fleet.refresh(name, "hard")
            for _, _, name in UNSEEN.values():
                fleet.wait_settled(name)
        unseen = {
            what
            for what, (target, _, _) in UNSEEN.items()
            if without_server_parts(fleet.api.get(target).must()) != without_server_parts(originals[what])
        }
    finally:
        for original in originals.values():
            version = fleet.api.get(original).must()["metadata"]["resourceVersion"]
            fleet.owner.replace({**original, "metadata": {**original["metadata"], "resourceVersion": version}}).must()
    assert sightings.names() == set()
    assert unseen == set(UNSEEN)
    assert _documented() == set(UNSEEN)


def _documented() -> set[str]:
    text = (REPOSITORY / "docs" / "rollout.md").read_text(encoding="utf-8")
    section = text.split("## What Argo CD does not see\n", 1)[1].split("\n## ", 1)[0]
    return {row.strip("`") for row in re.findall(r"^\| (?!---|added)([^|]+?) \|", section, re.MULTILINE)}


def _differences(fleet: Fleet, sent: Object) -> list[str]:
    answer = fleet.api.get(sent)
    if not answer.ok:
        return ["gone"]
    live = without_server_parts(answer.body)
    live["metadata"].get("annotations", {}).pop("argocd.argoproj.io/tracking-id", None)
    return list(differences(without_server_parts(sent), live))
