"""Moves of versions and what they prove; rules of admission that differ with them, and by themselves."""

import copy
from dataclasses import replace

import pytest

from tenantry.ir import Manifest
from tenantry.plan.admission import compare_admission
from tenantry.plan.admission_remarks import admission_remarks
from tenantry.plan.compare import Comparison, ObjectChange
from tenantry.plan.remark import plain
from tenantry.plan.versions import VersionMove, Versions, compare_versions, proof_of
from tenantry.plan.versions_remarks import versions_remarks
from tests.support.programs import Trees, small_trees, spec_of
from tests.unit.plan.sides import sides


@pytest.fixture
def trees() -> Trees:
    return small_trees()


def _versions(before: Trees, after: Trees) -> Versions:
    old, new, _ = sides(before, after)
    return compare_versions(old.program, new.program)


def test_no_move_proves_nothing(trees: Trees) -> None:
    spec_of(trees, "Tenant", "vision")["members"] = []
    assert _versions(small_trees(), trees) == Versions((), ())


def test_kubernetes_back_before_mutating_policies_means_the_same_and_demands_labels(trees: Trees) -> None:
    spec_of(trees, "Cluster", "prod-a")["kubernetes"] = "1.35"
    # Whatever else changes is not the versions' doing.
    spec_of(trees, "Tenant", "vision")["members"] = []
    spec_of(trees, "Tenant", "nlp")["quota"][0]["guaranteed"] = 32
    found = _versions(small_trees(), trees)
    assert found.moves == (("prod-a", "kubernetes", "1.36", "1.35"),)
    (proof,) = found.proofs
    assert proof.differs == ()
    assert proof.removed == {"MutatingAdmissionPolicy": 6, "MutatingAdmissionPolicyBinding": 6}
    assert set(proof.rewritten) == {"Namespace", "ValidatingAdmissionPolicy"}
    assert ("TN819", "added") in {(one.rule, one.action) for one in proof.rules}
    (told,) = versions_remarks(found)
    assert told.risk == "low"
    assert "no quota, right or reach" in told.sentence


def test_kueue_moves_its_fragment_alone(trees: Trees) -> None:
    spec_of(trees, "Cluster", "prod-a")["kueue"]["version"] = "0.18"
    (proof,) = _versions(small_trees(), trees).proofs
    assert (proof.differs, proof.rewritten, proof.added, proof.removed) == ((), {}, {}, {})
    assert [one.path for one in proof.fragments] == ["prod-a/_install/kueue.yaml"]


def test_argo_cd_moves_for_the_fleet(trees: Trees) -> None:
    spec_of(trees, "Fleet", "example")["argocd"]["version"] = "3.4"
    found = _versions(small_trees(), trees)
    assert found.moves == (("", "argocd", "3.2", "3.4"),)
    assert found.proofs[0].differs == ()
    (told,) = versions_remarks(found)
    assert plain(told.sentence).startswith("Argo CD 3.2 -> 3.4: ")


def test_clusters_that_move_alike_are_told_together(trees: Trees) -> None:
    second = copy.deepcopy(trees["Cluster", "", "prod-a"])
    second["metadata"]["name"] = "prod-b"
    second["spec"]["argocd"]["server"] = "https://prod-b.example.com:6443"
    second["spec"]["network"] |= {"pods": ["10.128.0.0/12"], "services": ["10.97.0.0/16"], "nodes": ["10.11.0.0/22"]}
    second["spec"]["network"]["dns"] = {"service": "10.97.0.10"}
    trees["Cluster", "", "prod-b"] = second
    after = copy.deepcopy(trees)
    for name in ("prod-a", "prod-b"):
        spec_of(after, "Cluster", name)["kueue"]["version"] = "0.18"
    (told,) = versions_remarks(_versions(trees, after))
    assert plain(told.sentence).startswith("prod-a and prod-b Kueue 0.19 -> 0.18: ")
    assert told.clause == "prod-a and 1 more move to Kueue 0.18"


_TOUCHED = [
    ("Cohort", "quota"),
    ("ClusterQueue", "quota"),
    ("LocalQueue", "quota"),
    ("RoleBinding", "rights"),
    ("ClusterRole", "rights"),
    ("ServiceAccount", "rights"),
    ("NetworkPolicy", "reach"),
]


@pytest.mark.parametrize(("kind", "area"), _TOUCHED)
def test_a_proof_fails_where_the_meaning_is_another(kind: str, area: str, trees: Trees) -> None:
    """An object that the other version lowers to something else, or not at all."""
    _, side, _ = sides(trees, small_trees())
    one = next(manifest for manifest in side.manifests["prod-a"] if manifest.key.kind == kind)
    lost = ObjectChange("prod-a", one.key, one.source, one.path, one.body, None)
    comparison = Comparison((lost,), (), side.manifests, side.manifests, 1, 0)
    proof = proof_of("prod-a", comparison)
    assert proof.differs == (area,)
    (told,) = versions_remarks(Versions((VersionMove("prod-a", "kubernetes", "1.36", "1.35"),), (proof,)))
    assert (told.risk, told.rule) == ("high", "a move of versions changes the meaning")


def test_another_version_of_an_api_means_the_same(trees: Trees) -> None:
    _, side, _ = sides(trees, small_trees())
    one = next(manifest for manifest in side.manifests["prod-a"] if manifest.key.kind == "ClusterQueue")
    new = copy.deepcopy(one.body) | {"apiVersion": "kueue.x-k8s.io/v1"}
    changes = (
        ObjectChange("prod-a", one.key, one.source, one.path, one.body, None),
        ObjectChange("prod-a", one.key._replace(api_version="kueue.x-k8s.io/v1"), one.source, one.path, None, new),
    )
    assert proof_of("prod-a", Comparison(changes, (), side.manifests, side.manifests, 1, 1)).differs == ()


def test_a_label_that_selectors_go_by_is_meaning_and_the_version_of_pod_security_is_none(trees: Trees) -> None:
    _, side, _ = sides(trees, small_trees())

    def with_label(key: str) -> dict[str, list[Manifest]]:
        first, *rest = (one for one in side.manifests["prod-a"] if one.key.kind == "Namespace")
        body = copy.deepcopy(first.body)
        body["metadata"]["labels"][key] = "other"
        return {"prod-a": [replace(first, body=body), *rest]}

    def differs(key: str) -> tuple[str, ...]:
        return proof_of("prod-a", Comparison((), (), side.manifests, with_label(key), 1, 1)).differs

    assert differs("tenants.example.com/tenant") == ("labels of namespaces",)
    assert differs("pod-security.kubernetes.io/warn-version") == ()


def _policy(trees: Trees, **spec: object) -> None:
    trees["Policy", "", "tags"] = {
        "apiVersion": "tenantry.dev/v1alpha1",
        "kind": "Policy",
        "metadata": {"name": "tags"},
        "spec": {
            "description": "d",
            "scope": "admission",
            "match": {"resources": ["pods"], "operations": ["CREATE"]},
            "expression": "object.spec.containers.all(c, c.image.contains(':'))",
            "message": "m",
            "examples": {
                "mustPass": [{"name": "a tag", "object": {"spec": {"containers": [{"image": "a:1"}]}}}],
                "mustFail": [{"name": "none", "object": {"spec": {"containers": [{"image": "a"}]}}}],
            },
            **spec,
        },
    }


def _told(before: Trees, after: Trees) -> list[tuple[str, str]]:
    old, new, comparison = sides(before, after)
    rules = [rule for proof in compare_versions(old.program, new.program).proofs for rule in proof.rules]
    found = admission_remarks(compare_admission(comparison), rules)
    return [(one.risk, plain(one.sentence)) for one in found]


def test_a_rule_of_the_organisation_that_goes_is_high(trees: Trees) -> None:
    _policy(trees)
    assert _told(trees, small_trees()) == [
        ("high", "Admission on prod-a enforces policy tags no more: what was refused is let through")
    ]
    assert _told(small_trees(), trees) == [
        ("medium", "Admission on prod-a newly enforces policy tags: what runs is let be")
    ]
    other = copy.deepcopy(trees)
    _policy(other, severity="warning")
    assert _told(trees, other) == [("medium", "Admission on prod-a enforces policy tags otherwise")]


def test_rules_of_a_version_are_told_apart_from_those_that_somebody_changed(trees: Trees) -> None:
    _policy(trees)
    after = small_trees()
    spec_of(after, "Cluster", "prod-a")["kubernetes"] = "1.35"
    told = _told(trees, after)
    assert sorted(risk for risk, _ in told) == ["high", "medium"]
    words = dict(told)
    assert words["high"].startswith("Admission on prod-a enforces policy tags no more")
    assert words["medium"].startswith("With its versions, admission on prod-a fills in no more")


def test_what_all_rules_know_of_a_cluster_is_said_once(trees: Trees) -> None:
    spec_of(trees, "Pool", "cpu")["labels"] = {"example.com/cpu": "yes"}
    found = [one for one in _told(small_trees(), trees) if "know otherwise" in one[1]]
    assert found == [("low", "Rules of admission on prod-a know otherwise: poolKeys")]


def test_a_new_cluster_has_no_rules_to_compare(trees: Trees) -> None:
    old, _, _ = sides(trees, small_trees())
    _, new, comparison = sides(trees, small_trees())
    empty = Comparison(comparison.objects, (), {}, new.manifests, 0, 1)
    assert compare_admission(empty) == ((), ())
    assert old.program.clusters
