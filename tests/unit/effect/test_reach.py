"""Who may talk with whom, read back from Namespaces and NetworkPolicies."""

from typing import Any

import pytest

from tenantry.effect.ports import EVERY_PORT
from tenantry.effect.reach import EVERYBODY, Reach
from tenantry.ir import Manifest, ObjectKey
from tenantry.kinds.namespace import NAME_LABEL
from tenantry.program import Port

HTTP = (Port(8080, 8080, "TCP"),)


def _namespace(name: str, **labels: str) -> Manifest:
    body = {"metadata": {"name": name, "labels": {NAME_LABEL: name, **labels}}}
    return Manifest(ObjectKey("v1", "Namespace", "", name), body, f"Project {name}", "")


def _policy(namespace: str, name: str, **spec: Any) -> Manifest:
    body = {"metadata": {"name": name, "namespace": namespace}, "spec": {"podSelector": {}, **spec}}
    return Manifest(ObjectKey("networking.k8s.io/v1", "NetworkPolicy", namespace, name), body, f"Link {name}", "")


def _closed(namespace: str) -> Manifest:
    return _policy(namespace, "isolation", policyTypes=["Ingress", "Egress"])


def _to(name: str) -> dict[str, Any]:
    return {"namespaceSelector": {"matchLabels": {NAME_LABEL: name}}}


def _out(namespace: str, other: str, *, last: int = 8080) -> Manifest:
    ports = [{"port": 8080, "endPort": last, "protocol": "TCP"}]
    return _policy(namespace, "out", policyTypes=["Egress"], egress=[{"to": [_to(other)], "ports": ports}])


def _into(namespace: str, other: str) -> Manifest:
    ports = [{"port": 8080, "protocol": "TCP"}]
    return _policy(namespace, "into", policyTypes=["Ingress"], ingress=[{"from": [_to(other)], "ports": ports}])


BOTH = (_namespace("a"), _namespace("b"), _closed("a"), _closed("b"))


def test_a_connection_needs_the_word_of_both_ends() -> None:
    assert Reach((*BOTH, _out("a", "b", last=8090))).talk("a", "b") == ()
    assert Reach((*BOTH, _into("b", "a"))).talk("a", "b") == ()
    assert Reach((*BOTH, _out("a", "b", last=8090), _into("b", "a"))).talk("a", "b") == HTTP
    assert Reach((*BOTH, _out("a", "b"), _into("b", "a"))).talk("b", "a") == ()


def test_a_namespace_without_policies_is_open_to_everybody() -> None:
    reach = Reach((_namespace("a"), _namespace("b"), _closed("b")))

    assert reach.talk("b", "a") == ()
    assert reach.talk("a", "a") == EVERY_PORT
    assert set(reach.others("a", "Ingress")) == {(EVERYBODY, "")}
    assert [span.bits for span in reach.addresses("a", "Egress")] == [32, 128]


def test_a_direction_that_no_policy_names_is_open() -> None:
    reach = Reach((_namespace("a"), _policy("a", "in", policyTypes=["Ingress"])))

    assert reach.others("a", "Ingress") == {}
    assert reach.others("a", "Egress") == {(EVERYBODY, ""): EVERY_PORT}


def test_a_rule_without_peers_or_ports_is_for_everybody_on_every_port() -> None:
    reach = Reach((*BOTH, _policy("a", "all", policyTypes=["Egress"], egress=[{}]), _into("b", "a")))

    assert reach.talk("a", "b") == HTTP
    assert reach.others("a", "Egress") == {(EVERYBODY, "Link all"): EVERY_PORT}


def test_labels_choose_all_namespaces_that_have_them() -> None:
    of_team = {"namespaceSelector": {"matchLabels": {"team": "red"}}}
    policies = [
        _policy(
            name, "team", policyTypes=["Ingress", "Egress"], ingress=[{"from": [of_team]}], egress=[{"to": [of_team]}]
        )
        for name in ("a", "b", "c")
    ]
    reach = Reach((_namespace("a", team="red"), _namespace("b", team="red"), _namespace("c"), *policies))

    assert reach.named("a", "Egress") == {"b"}
    assert reach.talk("a", "b") == EVERY_PORT
    assert reach.talk("a", "c") == reach.talk("c", "a") == ()
    assert reach.others("a", "Ingress") == {}


def test_pods_of_namespaces_that_are_not_ours_are_called_by_name_and_labels() -> None:
    dns = _to("kube-system") | {"podSelector": {"matchLabels": {"k8s-app": "kube-dns"}}}
    ports = [{"port": 53, "protocol": "UDP"}]
    policy = _policy("a", "dns", policyTypes=["Egress"], egress=[{"to": [dns, _to("b")], "ports": ports}])
    reach = Reach((*BOTH, policy))

    assert reach.others("a", "Egress") == {("kube-system (k8s-app=kube-dns)", "Link dns"): (Port(53, 53, "UDP"),)}


@pytest.mark.parametrize(
    "spec",
    [
        {"podSelector": {"matchLabels": {"app": "web"}}, "policyTypes": ["Ingress"]},
        {"policyTypes": ["Egress"], "egress": [{"ports": [{"port": "http", "protocol": "TCP"}]}]},
        {"policyTypes": ["Egress"], "egress": [{"to": [{"namespaceSelector": {"matchExpressions": []}}]}]},
    ],
    ids=["some-pods", "named-port", "expression"],
)
def test_forms_that_are_not_ours_are_refused(spec: dict[str, Any]) -> None:
    reach = Reach((*BOTH, _policy("a", "strange", **spec)))

    with pytest.raises(ValueError):
        reach.talk("a", "b"), reach.talk("b", "a")
