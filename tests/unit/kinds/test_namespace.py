from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.admission.annotations import DeviceShare, QueueFacts, decode_namespace_annotations
from tenantry.kinds import namespace
from tenantry.kinds.namespace import KIND, Namespace
from tenantry.program import BUILT_IN, Program, Sourced
from tenantry.quantity import Quantity
from tests.support.programs import small_program
from tests.unit.kinds.emission import Body, bodies, metas, with_profile, with_project

DOMAIN = "tenants.example.com"


def namespace_of(program: Program, name: str) -> Body:
    (body,) = (body for body in bodies(program, KIND) if body["metadata"]["name"] == name)
    return body


@given(st.builds(Namespace, meta=metas))
@settings(max_examples=50)
def test_a_namespace_reads_back_as_written(written: Namespace) -> None:
    assert namespace.decode(namespace.encode(written)) == written


def test_every_project_has_its_namespace_and_nobody_else_has_one() -> None:
    assert sorted(body["metadata"]["name"] for body in bodies(small_program(), KIND)) == [
        "finance-risk",
        "nlp-pretraining",
        "search-ranking",
        "vision-detection",
        "vision-serving",
    ]


def test_labels_say_whose_it_is_and_pin_pod_security_to_the_clusters_version() -> None:
    assert namespace_of(small_program(), "finance-risk")["metadata"]["labels"] == {
        "app.kubernetes.io/managed-by": "tenantry",
        "kubernetes.io/metadata.name": "finance-risk",
        "pod-security.kubernetes.io/audit": "restricted",
        "pod-security.kubernetes.io/audit-version": "v1.36",
        "pod-security.kubernetes.io/enforce": "restricted",
        "pod-security.kubernetes.io/enforce-version": "v1.36",
        "pod-security.kubernetes.io/warn": "restricted",
        "pod-security.kubernetes.io/warn-version": "v1.36",
        "tenants.example.com/project": "risk",
        "tenants.example.com/tenant": "finance",
    }


@pytest.mark.parametrize("level", ["privileged", "baseline", "restricted"])
def test_every_level_is_written_out(level: str) -> None:
    program = with_profile(small_program(), "strict", pod_security=level)

    body = namespace_of(program, "finance-risk")

    assert namespace.decode(body).pod_security == level


def test_labels_of_a_tenant_stand_beside_ours_and_never_in_their_place() -> None:
    program = small_program()
    chosen = {
        "team": "quants",
        "kubernetes.io/metadata.name": "kube-system",
        f"{DOMAIN}/tenant": "vision",
        "pod-security.kubernetes.io/enforce": "privileged",
    }
    finance = replace(
        program.tenants["finance"],  # type: ignore[index]
        labels=tuple((key, Sourced(value, BUILT_IN)) for key, value in sorted(chosen.items())),
    )

    body = namespace_of(replace(program, tenants={**program.tenants, finance.name: finance}), "finance-risk")

    labels = body["metadata"]["labels"]
    assert labels["team"] == "quants"
    assert labels["kubernetes.io/metadata.name"] == "finance-risk"
    assert labels[f"{DOMAIN}/tenant"] == "finance"
    assert labels["pod-security.kubernetes.io/enforce"] == "restricted"


def test_the_admission_rules_find_there_what_the_project_may_do() -> None:
    facts = decode_namespace_annotations(
        DOMAIN, namespace_of(small_program(), "vision-detection")["metadata"]["annotations"]
    )

    assert facts.queues == (
        QueueFacts(
            "development.h100-slices",
            "nvidia.com/mig-1g.10gb",
            3428,
            37449,
            "normal",
            12 * 3600,
            unit_storage_mebibytes=24 * 1024 * 1024 // 56,
        ),
        QueueFacts(
            "training.h100-train",
            "nvidia.com/gpu",
            23000,
            248 * 1024,
            "normal",
            7 * 86400,
            (DeviceShare("rdma/hca", 8, 8),),
            unit_storage_mebibytes=3 * 1024 * 1024,
        ),
    )
    assert facts.pool_labels == ((f"{DOMAIN}/pool", "h100-slices"), (f"{DOMAIN}/pool", "h100-train"))
    assert facts.priorities == ("high", "normal", "scavenger")
    assert facts.services == ("ClusterIP", "LoadBalancer")
    assert (facts.nodes, facts.state, facts.pod_defaults) == ("shared", "active", (1000, 4096))


def test_without_shared_nodes_the_rules_let_nothing_run_outside_a_queue() -> None:
    program = small_program()
    cluster = replace(program.clusters["prod-a"], shared_nodes=0)  # type: ignore[index]
    none = replace(program, clusters={**program.clusters, cluster.name: cluster})
    vision = namespace_of(none, "vision-detection")["metadata"]["annotations"]

    assert decode_namespace_annotations(DOMAIN, vision).nodes == "none"
    assert _facts(program).nodes == "dedicated"
    assert _facts(none).nodes == "dedicated"


def test_pod_defaults_are_rounded_up_and_left_out_where_there_are_none() -> None:
    program = small_program()
    uneven = with_profile(program, "strict", pod_default_memory=Quantity.parse("1500M"))
    nothing = Quantity.of_units(0)
    none = with_profile(program, "strict", pod_default_cpu=nothing, pod_default_memory=nothing)

    assert _facts(uneven).pod_defaults == (1000, 1431)  # 1430.5 Mi
    assert _facts(none).pod_defaults is None


def test_the_state_of_a_project_reaches_its_namespace() -> None:
    program = with_project(small_program(), "finance", "risk", state=Sourced("draining", BUILT_IN))

    assert _facts(program).state == "draining"


def test_removing_a_namespace_asks_first_and_it_comes_before_all_that_stands_in_it() -> None:
    annotations = namespace_of(small_program(), "finance-risk")["metadata"]["annotations"]

    assert annotations["argocd.argoproj.io/sync-options"] == "Prune=confirm,Delete=confirm"
    assert annotations["argocd.argoproj.io/sync-wave"] == "-3"
    assert annotations[f"{DOMAIN}/source"] == "Project finance/risk"


def _facts(program: Program):  # type: ignore[no-untyped-def]
    return decode_namespace_annotations(DOMAIN, namespace_of(program, "finance-risk")["metadata"]["annotations"])
