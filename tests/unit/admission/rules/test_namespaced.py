"""Services, claims and secrets of a tenant."""

from typing import Any

import pytest

from tests.unit.admission.asking import FACTS, KUEUE, codes, message, meta

KUBE = "system:serviceaccount:kube-system:"
BINDER = f"{KUBE}persistent-volume-binder"


def service(**spec: Any) -> dict[str, Any]:
    return {"kind": "Service", "metadata": meta(), "spec": {"ports": [{"port": 80}], **spec}}


def claim(**spec: Any) -> dict[str, Any]:
    return {"kind": "PersistentVolumeClaim", "metadata": meta(), "spec": spec}


@pytest.mark.parametrize("kind", ["NodePort", "LoadBalancer", "ExternalName"])
def test_a_service_of_another_type_is_refused(kind: str) -> None:
    assert codes("services", service(type=kind)) == ["TN860"]
    assert codes("services", service(type=kind), service(type="ClusterIP")) == ["TN860"]
    assert codes("services", service(type=kind), service(type=kind)) == []
    assert codes("services", service(type=kind), facts=FACTS._replace(services=(kind,))) == []


def test_a_service_inside_the_cluster_passes() -> None:
    assert codes("services", service(type="ClusterIP", clusterIP="None")) == []
    assert codes("services", service()) == []
    assert codes("services", service(), facts=FACTS._replace(services=())) == []


def test_the_refusal_lists_the_types() -> None:
    assert message("services", service(type="NodePort")) == (
        "TN860: a Service of type NodePort is not for namespace vision-detection; it may use: ClusterIP"
    )


def test_external_ips_are_refused_and_old_ones_may_go_one_by_one() -> None:
    two, one = service(externalIPs=["10.0.0.1", "10.0.0.2"]), service(externalIPs=["10.0.0.2"])

    assert codes("services", one) == ["TN861"]
    assert codes("services", two, one) == ["TN861"]
    assert codes("services", one, two) == []


def test_a_deleted_service_that_a_finalizer_keeps_is_judged_like_others() -> None:
    gone = service()
    gone["metadata"].update(deletionTimestamp="2026-11-30T00:00:00Z", finalizers=["example.com/hold"])
    opened = {**gone, "spec": {**gone["spec"], "externalIPs": ["10.0.0.1"]}}
    free = {**opened, "metadata": {**opened["metadata"], "finalizers": []}}

    assert codes("services", opened, gone) == ["TN861"]
    assert codes("services", free, opened) == []


def test_a_claim_does_not_name_its_volume() -> None:
    assert codes("persistentvolumeclaims", claim(volumeName="pv-of-finance")) == ["TN862"]
    assert codes("persistentvolumeclaims", claim(volumeName="pv-of-finance"), claim()) == ["TN862"]


@pytest.mark.parametrize(
    "taken",
    [
        {"selector": {"matchLabels": {"of": "finance"}}},
        {"storageClassName": ""},
        {"storageClassName": "fast", "selector": {}},
    ],
)
def test_a_claim_takes_no_volume_that_was_there_before_it(taken: dict[str, Any]) -> None:
    assert codes("persistentvolumeclaims", claim(**taken)) == ["TN862"]
    assert codes("persistentvolumeclaims", claim(**taken), username=f"{KUBE}statefulset-controller") == ["TN862"]
    assert codes("persistentvolumeclaims", claim(**taken), claim(**taken)) == []
    assert codes("persistentvolumeclaims", claim(storageClassName="fast")) == []


@pytest.mark.parametrize("by", ["statefulset-controller", "ephemeral-volume-controller", "argocd-manager"])
def test_nobody_names_it_on_behalf_of_a_tenant(by: str) -> None:
    by = f"system:serviceaccount:kube-system:{by}"
    assert codes("persistentvolumeclaims", claim(volumeName="pv-of-finance"), username=by) == ["TN862"]
    assert codes("persistentvolumeclaims", claim(volumeName="pv-of-finance"), claim(), username=by) == ["TN862"]


def test_the_storage_system_binds_a_claim_and_a_bound_claim_may_change() -> None:
    assert codes("persistentvolumeclaims", claim()) == []
    assert codes("persistentvolumeclaims", claim(volumeName="pv1"), claim(), username=BINDER) == []
    assert codes("persistentvolumeclaims", claim(volumeName="pv1"), claim(volumeName="pv1")) == []


def test_lasting_tokens_are_not_made() -> None:
    def secret(kind: str) -> dict[str, Any]:
        return {"kind": "Secret", "metadata": meta(), "type": kind}

    assert codes("secrets", secret("kubernetes.io/service-account-token")) == ["TN863"]
    assert codes("secrets", secret("kubernetes.io/service-account-token"), username=KUEUE) == ["TN863"]
    assert codes("secrets", secret("Opaque")) == []
    assert codes("secrets", secret("kubernetes.io/dockerconfigjson")) == []
