"""Where Argo CD reads and writes, and who may change what tenantry owns."""

import copy

from tests.support.programs import Trees, spec_of
from tests.unit.plan.settings.told import told

ELSEWHERE = "Argo CD reads or writes elsewhere"
OTHERS = "somebody else may change what we own"
PROD_A = "https://prod-a.example.com:6443"


def _second_cluster(trees: Trees) -> None:
    trees["Cluster", "", "prod-b"] = copy.deepcopy(trees["Cluster", "", "prod-a"])
    trees["Cluster", "", "prod-b"]["metadata"] = {"name": "prod-b"}
    spec = spec_of(trees, "Cluster", "prod-b")
    spec["argocd"]["server"] = "https://prod-b.example.com:6443"
    spec["network"] |= {"pods": ["10.128.0.0/12"], "services": ["10.97.0.0/16"], "nodes": ["10.11.0.0/22"]}
    spec["network"]["dns"] = {"service": "10.97.0.10"}


def test_another_address_of_a_cluster() -> None:
    def change(trees: Trees) -> None:
        spec_of(trees, "Cluster", "prod-a")["argocd"]["server"] = "https://elsewhere.example.com:6443"

    ((risk, rule, sentence),) = told(change)

    assert (risk, rule) == ("high", ELSEWHERE)
    assert f"prod-a is written to https://elsewhere.example.com:6443 instead of {PROD_A}" in sentence


def test_the_address_of_another_cluster_is_named() -> None:
    def change(trees: Trees) -> None:
        spec_of(trees, "Cluster", "prod-b")["argocd"]["server"] = "https://prod-c.example.com:6443"
        spec_of(trees, "Cluster", "prod-a")["argocd"]["server"] = "https://prod-b.example.com:6443"

    found = told(change, _second_cluster)

    assert any("which was the address of cluster prod-b" in sentence for _, _, sentence in found)
    assert {one[:2] for one in found} == {("high", ELSEWHERE)}


def test_another_repository_or_revision_is_read() -> None:
    def url(trees: Trees) -> None:
        spec_of(trees, "Fleet", "example")["repository"]["url"] = "https://git.example.com/other/fleet.git"

    def of_fleet(trees: Trees) -> None:
        spec_of(trees, "Fleet", "example")["repository"]["revision"] = "next"

    def of_cluster(trees: Trees) -> None:
        spec_of(trees, "Cluster", "prod-a")["argocd"]["revision"] = "v3"

    for change, said in (
        (url, "reads https://git.example.com/other/fleet.git instead of https://git.example.com/platform/fleet.git"),
        (of_fleet, "reads revision next instead of main: prod-a"),
        (of_cluster, "reads revision v3 instead of main: prod-a"),
    ):
        ((risk, rule, sentence),) = told(change)
        assert (risk, rule, said in sentence) == ("high", ELSEWHERE, True), sentence


def test_another_identity_may_change_what_we_own() -> None:
    def user(trees: Trees) -> None:
        spec_of(trees, "Cluster", "prod-a")["argocd"]["user"] = "system:serviceaccount:tools:deployer"

    ((risk, rule, sentence),) = told(user)

    assert (risk, rule) == ("high", OTHERS)
    assert (
        "system:serviceaccount:tools:deployer instead of system:serviceaccount:kube-system:argocd-manager" in sentence
    )


def test_an_operator_more_and_one_less() -> None:
    def operator(trees: Trees) -> None:
        spec_of(trees, "Cluster", "prod-a")["kueue"]["operators"] = ["system:serviceaccount:tools:runner"]

    ((risk, rule, sentence),) = told(operator)
    assert (risk, rule) == ("high", OTHERS)
    assert "system:serviceaccount:tools:runner" in sentence

    ((risk, rule, sentence),) = told(
        lambda trees: spec_of(trees, "Cluster", "prod-a")["kueue"].pop("operators"), operator
    )
    assert (risk, rule) == ("medium", "an operator is trusted no more")


def test_fewer_protected_namespaces() -> None:
    def change(trees: Trees) -> None:
        spec_of(trees, "Fleet", "example")["protectedNamespaces"].remove("kube-system")

    ((risk, rule, sentence),) = told(change)

    assert (risk, rule) == ("high", "a namespace is protected no more")
    assert "kube-system" in sentence


def test_nothing_is_said_of_what_stays() -> None:
    assert told(lambda _: None) == []
