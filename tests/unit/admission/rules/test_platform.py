"""Namespaces and objects of the platform are the platform's."""

from typing import Any

import pytest

from tenantry.admission.policies import admission_policies
from tests.unit.admission.asking import (
    ARGOCD,
    DOMAIN,
    KUEUE,
    NAMESPACE,
    OWNED,
    codes,
    message,
    meta,
    namespace,
    words,
)

NAMESPACE_CONTROLLER = "system:serviceaccount:kube-system:namespace-controller"
TRACKING = "argocd.argoproj.io/tracking-id"
WRITERS = (
    {"username": ARGOCD},
    {"username": KUEUE},
    {"username": NAMESPACE_CONTROLLER},
    {"username": "oidc:root@example.com"},
    {"username": "eve", "groups": ("system:authenticated", "oidc:platform")},
    {"username": "admin", "groups": ("system:masters",)},
)
TENANT = namespace()
TENANT["metadata"]["labels"] |= {"pod-security.kubernetes.io/enforce": "restricted", "team": "a", **OWNED}
TENANT["metadata"]["annotations"][f"{DOMAIN}/images"] = "registry.example.com/"
FOREIGN = {"kind": "Namespace", "metadata": {"name": "tools", "labels": {"team": "x"}}}


def with_label(body: dict[str, Any], key: str, value: str | None) -> dict[str, Any]:
    return _with(body, "labels", key, value)


def with_annotation(body: dict[str, Any], key: str, value: str | None) -> dict[str, Any]:
    return _with(body, "annotations", key, value)


def _with(body: dict[str, Any], part: str, key: str, value: str | None) -> dict[str, Any]:
    entries = {k: v for k, v in body["metadata"].get(part, {}).items() if k != key}
    if value is not None:
        entries[key] = value
    return {**body, "metadata": {**body["metadata"], part: entries}}


def owned(kind: str = "NetworkPolicy", spec: dict[str, Any] | None = None, **metadata: Any) -> dict[str, Any]:
    annotations = {f"{DOMAIN}/source": "Project vision/detection", TRACKING: "prod-a-vision:x"}
    return {"kind": kind, "metadata": meta(OWNED, annotations=annotations, **metadata), "spec": spec or {}}


EDITS = [
    with_label(TENANT, f"{DOMAIN}/tenant", None),
    with_label(TENANT, f"{DOMAIN}/tenant", "nlp"),
    with_label(TENANT, "pod-security.kubernetes.io/enforce", "privileged"),
    with_label(TENANT, "pod-security.kubernetes.io/enforce-version", "latest"),
    with_label(TENANT, "kueue.x-k8s.io/managed", "false"),
    with_label(TENANT, "resource.kubernetes.io/admin-access", "true"),
    with_label(TENANT, "app.kubernetes.io/managed-by", "me"),
    with_annotation(TENANT, f"{DOMAIN}/queues", "training.h100-finance"),
    with_annotation(TENANT, f"{DOMAIN}/images", None),
    with_annotation(TENANT, TRACKING, "mine:x"),
]


@pytest.mark.parametrize("edited", EDITS)
def test_protected_keys_of_a_tenants_namespace_are_the_platforms(edited: dict[str, Any]) -> None:
    assert codes("namespaces", edited, TENANT) == ["TN870"]


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize("edited", EDITS[:2])
def test_the_platform_changes_them(writer: dict[str, Any], edited: dict[str, Any]) -> None:
    assert codes("namespaces", edited, TENANT, **writer) == []
    assert codes("namespaces", None, TENANT, **writer) == []


def test_other_keys_are_free() -> None:
    assert codes("namespaces", with_label(TENANT, "team", "b"), TENANT) == []
    assert codes("namespaces", with_annotation(TENANT, "note", "x"), TENANT) == []


def test_other_namespaces_are_free_except_to_join_a_tenant() -> None:
    assert codes("namespaces", with_label(FOREIGN, "pod-security.kubernetes.io/enforce", "privileged"), FOREIGN) == []
    assert codes("namespaces", FOREIGN) == []
    assert codes("namespaces", None, FOREIGN) == []
    assert codes("namespaces", with_label(FOREIGN, f"{DOMAIN}/tenant", "vision"), FOREIGN) == ["TN870"]
    assert codes("namespaces", with_label(FOREIGN, f"{DOMAIN}/tenant", "vision")) == ["TN870"]
    assert codes("namespaces", with_annotation(FOREIGN, f"{DOMAIN}/queues", "x")) == ["TN870"]


def test_a_tenants_namespace_is_deleted_by_the_platform() -> None:
    assert codes("namespaces", None, TENANT) == ["TN871"]
    assert message("namespaces", None, TENANT) == (
        f"TN871: namespace {NAMESPACE} is deleted by the platform: retire the project in git first"
    )


@pytest.mark.parametrize("kind", ["NetworkPolicy", "ResourceQuota", "RoleBinding", "ConfigMap", "ClusterQueue"])
def test_objects_of_the_platform_are_changed_and_deleted_by_the_platform_alone(kind: str) -> None:
    opened = owned(kind, {"ingress": [{}]})

    assert codes("owned", opened, owned(kind)) == ["TN872"]
    assert codes("owned", with_label(owned(kind), "app.kubernetes.io/managed-by", None), owned(kind)) == ["TN872"]
    assert codes("owned", None, owned(kind)) == ["TN872"]
    for writer in WRITERS:
        assert codes("owned", opened, owned(kind), **writer) == []
        assert codes("owned", None, owned(kind), **writer) == []


def test_a_status_is_no_way_to_take_the_platforms_label_off() -> None:
    [owned_ones] = [one.spec for one in admission_policies(words(mutates=True)) if one.name == "tenantry.owned"]
    judged = {resource for rule in owned_ones.resources for resource in rule.resources}
    for plural in ("resourcequotas", "localqueues", "clusterqueues", "cohorts", "persistentvolumeclaims", "services"):
        assert f"{plural}/status" in judged


def test_nobody_else_makes_objects_of_the_platform() -> None:
    assert codes("owned", owned()) == ["TN872"]
    assert codes("owned", owned(), {"kind": "NetworkPolicy", "metadata": meta(), "spec": {}}) == ["TN872"]
    assert codes("owned", owned(), username=ARGOCD) == []


def test_the_refusal_names_the_document() -> None:
    assert message("owned", None, owned()) == (
        "TN872: NetworkPolicy w1 belongs to the platform (Project vision/detection); change it in git instead"
    )


@pytest.mark.parametrize("resource", ["persistentvolumeclaims", "services"])
def test_drivers_note_their_work_on_claims_and_services(resource: str) -> None:
    noted = with_annotation(owned("PersistentVolumeClaim"), "volume.kubernetes.io/selected-node", "n1")
    driver = "system:serviceaccount:csi:provisioner"

    assert codes("owned", noted, owned("PersistentVolumeClaim"), resource=resource, username=driver) == []
    assert codes("owned", noted, owned("PersistentVolumeClaim"), resource="configmaps", username=driver) == ["TN872"]


@pytest.mark.parametrize("who", ["oidc:somebody", f"system:serviceaccount:{NAMESPACE}:trainer"])
@pytest.mark.parametrize("resource", ["persistentvolumeclaims", "services"])
def test_a_member_notes_nothing_on_them(resource: str, who: str) -> None:
    old = owned("PersistentVolumeClaim")
    bound = with_annotation(old, "pv.kubernetes.io/bind-completed", "yes")
    held = owned("PersistentVolumeClaim", finalizers=["example.com/hold"])

    assert codes("owned", bound, old, resource=resource, username=who) == ["TN872"]
    assert codes("owned", held, old, resource=resource, username=who) == ["TN872"]


@pytest.mark.parametrize(
    "edited",
    [
        owned("PersistentVolumeClaim", {"resources": {"requests": {"storage": "99Ti"}}}),
        owned("PersistentVolumeClaim", ownerReferences=[{"kind": "ConfigMap", "name": "x", "uid": "1"}]),
        with_label(owned("PersistentVolumeClaim"), "a", "b"),
        with_annotation(owned("PersistentVolumeClaim"), f"{DOMAIN}/source", "me"),
        with_annotation(owned("PersistentVolumeClaim"), "argocd.argoproj.io/sync-options", "Prune=false"),
    ],
)
def test_what_a_claim_is_stays_the_platforms(edited: dict[str, Any]) -> None:
    old = owned("PersistentVolumeClaim")

    assert codes("owned", edited, old, resource="persistentvolumeclaims") == ["TN872"]
    driver = "system:serviceaccount:csi:provisioner"
    assert codes("owned", edited, old, resource="persistentvolumeclaims", username=driver) == ["TN872"]


def test_another_application_does_not_take_an_object_over() -> None:
    taken = with_annotation(owned(), TRACKING, "vision-own:x")

    assert codes("tracking", taken, owned(), username=ARGOCD) == ["TN873"]
    assert codes("tracking", with_annotation(owned(), TRACKING, None), owned(), username=ARGOCD) == ["TN873"]
    assert codes("tracking", taken, owned(), groups=("oidc:platform",)) == []
    assert codes("tracking", owned(spec={"ingress": [{}]}), owned(), username=ARGOCD) == []
    assert codes("tracking", owned(), with_annotation(owned(), TRACKING, None), username=ARGOCD) == []
