from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import resourcequota
from tenantry.kinds.resourcequota import KIND, ResourceQuota
from tenantry.program import BUILT_IN, Program, Sourced
from tenantry.quantity import Quantity
from tests.support.programs import small_program
from tests.unit.kinds.emission import body_of, metas, with_placed_project, with_profile, with_project

quantities = st.builds(Quantity, st.integers(0, 10**15), binary=st.booleans())
quotas = st.builds(
    ResourceQuota,
    meta=metas,
    hard=st.dictionaries(st.sampled_from(("pods", "requests.cpu", "requests.storage")), quantities).map(
        lambda hard: tuple(sorted(hard.items()))
    ),
)


def hard(program: Program, namespace: str) -> dict[str, str]:
    most: dict[str, str] = body_of(program, KIND, namespace)["spec"]["hard"]
    return most


@given(quotas)
@settings(max_examples=100)
def test_a_quota_reads_back_as_written(written: ResourceQuota) -> None:
    assert resourcequota.decode(resourcequota.encode(written)) == written


def test_a_quota_bounds_objects_storage_accelerators_and_requests_in_canonical_text() -> None:
    assert hard(small_program(), "finance-risk") == {
        "cephfs.storageclass.storage.k8s.io/requests.storage": "0",
        "configmaps": "200",
        "count/cronjobs.batch": "50",
        "count/deployments.apps": "100",
        "count/jobs.batch": "500",
        "count/replicasets.apps": "500",
        "count/statefulsets.apps": "50",
        "count/workloads.kueue.x-k8s.io": "2k",
        "local-nvme.storageclass.storage.k8s.io/requests.storage": "500Gi",
        "persistentvolumeclaims": "50",
        "pods": "500",
        "requests.cpu": "384",
        "requests.memory": "4Ti",
        "requests.nvidia.com/gpu": "16",
        "requests.nvidia.com/mig-1g.10gb": "0",
        "requests.storage": "500Gi",
        "secrets": "200",
        "services": "50",
        "services.loadbalancers": "0",
        "services.nodeports": "0",
    }


def test_keys_are_sorted() -> None:
    keys = list(hard(small_program(), "vision-detection"))

    assert keys == sorted(keys)


def test_every_accelerator_name_of_the_cluster_is_bounded_also_one_that_the_project_never_heard_of() -> None:
    program = small_program()
    clusters = {
        name: replace(cluster, accelerator_resources=("amd.com/gpu", *cluster.accelerator_resources))
        for name, cluster in program.clusters.items()
    }

    bounds = hard(replace(program, clusters=clusters), "vision-detection")

    assert bounds["requests.amd.com/gpu"] == "0"
    assert "amd.com/gpu" not in bounds


@pytest.mark.parametrize(
    ("services", "load_balancers", "node_ports"),
    [
        (("ClusterIP",), "0", "0"),
        (("ClusterIP", "NodePort"), "0", "10"),
        # A load balancer takes node ports of its own.
        (("ClusterIP", "LoadBalancer"), "2", "10"),
    ],
)
def test_types_of_service_that_the_profile_does_not_allow_are_bounded_to_none(
    services: tuple[str, ...], load_balancers: str, node_ports: str
) -> None:
    bounds = hard(with_profile(small_program(), "strict", services=services), "finance-risk")

    assert bounds["services.loadbalancers"] == load_balancers
    assert bounds["services.nodeports"] == node_ports


def test_storage_is_bounded_per_class_and_in_all_so_that_a_class_without_a_word_is_no_way_round() -> None:
    granted = (("fast", Quantity.parse("512Gi")), ("shared", Quantity.parse("2Ti")))
    program = with_placed_project(small_program(), "vision", "serving", storage=granted)

    bounds = {key: most for key, most in hard(program, "vision-serving").items() if key.endswith("storage")}

    assert bounds == {
        "cephfs.storageclass.storage.k8s.io/requests.storage": "2Ti",
        "local-nvme.storageclass.storage.k8s.io/requests.storage": "512Gi",
        "requests.storage": "2560Gi",
    }


def test_two_words_for_one_class_add_up() -> None:
    granted = (("fast", Quantity.parse("512Gi")), ("shared", Quantity.parse("512Gi")))
    program = with_placed_project(small_program(), "vision", "serving", storage=granted)
    clusters = {
        name: replace(cluster, storage_classes=(("fast", "cephfs"), ("shared", "cephfs")))
        for name, cluster in program.clusters.items()
    }

    bounds = hard(replace(program, clusters=clusters), "vision-serving")

    assert bounds["cephfs.storageclass.storage.k8s.io/requests.storage"] == "1Ti"


def test_the_declared_volumes_fit_into_the_quota() -> None:
    bounds = hard(small_program(), "vision-detection")

    assert bounds["cephfs.storageclass.storage.k8s.io/requests.storage"] == "40Ti"


def test_only_a_retired_project_gets_no_new_pods() -> None:
    program = small_program()

    pods = {
        state: hard(with_project(program, "finance", "risk", state=Sourced(state, BUILT_IN)), "finance-risk")["pods"]
        for state in ("active", "held", "draining", "retired")
    }

    assert pods == {"active": "500", "held": "500", "draining": "500", "retired": "0"}


def test_no_limit_is_bounded_because_then_every_container_would_have_to_state_one() -> None:
    assert not [key for key in hard(small_program(), "vision-detection") if key.startswith("limits.")]
