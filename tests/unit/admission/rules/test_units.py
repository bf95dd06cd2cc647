"""Units bring their share of the node; nobody takes more."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.unit.admission.asking import (
    CORES,
    FACTS,
    SLICES,
    TRAIN,
    asking,
    codes,
    container,
    cronjob,
    deployment,
    job,
    message,
    pod,
    pod_spec,
)

WORKLOADS = pytest.mark.parametrize(
    ("policy", "make"), [("pods", pod), ("jobs", job), ("cronjobs", cronjob), ("deployments", deployment)]
)


@WORKLOADS
def test_work_without_a_unit_is_refused_in_a_queue_of_accelerators(policy: str, make) -> None:
    assert codes(policy, make(pod_spec(asking()), TRAIN)) == ["TN804"]
    assert codes(policy, make(pod_spec(asking(**{"nvidia.com/gpu": "0"})), TRAIN)) == ["TN804"]
    assert codes(policy, make(pod_spec(asking("1")), TRAIN)) == []
    assert codes(policy, make(pod_spec(asking()), CORES)) == []


@WORKLOADS
def test_work_in_a_queue_of_cores_asks_for_some(policy: str, make) -> None:
    none = container(resources={"requests": {"cpu": "0", "memory": "4Gi"}, "limits": {"memory": "4Gi"}})

    assert codes(policy, make(pod_spec(none), CORES)) == ["TN804"]
    assert message(policy, make(pod_spec(none), CORES)).endswith("asks for none; state requests.cpu")
    assert codes(policy, make(pod_spec(container()), CORES)) == []


@WORKLOADS
def test_a_unit_brings_its_share_of_the_local_disk(policy: str, make) -> None:
    sold = FACTS._replace(queues=(FACTS.queues[0]._replace(unit_storage_mebibytes=1024),))

    def disk(amount: str) -> dict:
        return pod_spec(asking("1", **{"ephemeral-storage": amount}))

    assert codes(policy, make(disk("1Gi"), TRAIN), facts=sold) == []
    assert codes(policy, make(disk("1025Mi"), TRAIN), facts=sold) == ["TN806"]
    side = {**asking(name="side", **{"ephemeral-storage": "1Mi"}), "restartPolicy": "Always"}
    assert codes(policy, make({**disk("1Gi"), "initContainers": [side]}, TRAIN), facts=sold) == ["TN806"]
    assert message(policy, make(disk("2Gi"), TRAIN), facts=sold).endswith(
        "asks 2048Mi; ask for less ephemeral-storage or for more units"
    )


@WORKLOADS
def test_a_queue_sells_one_kind_of_accelerator(policy: str, make) -> None:
    both = pod_spec(asking("1", **{"nvidia.com/mig-1g.10gb": "1"}))
    foreign = pod_spec(asking(**{"nvidia.com/mig-1g.10gb": "1"}))

    assert codes(policy, make(both, TRAIN)) == ["TN805"]
    assert codes(policy, make(foreign, CORES)) == ["TN805"]
    assert codes(policy, make(foreign, SLICES)) == []


@WORKLOADS
def test_more_than_the_units_bring_is_refused(policy: str, make) -> None:
    assert codes(policy, make(pod_spec(asking("1", cpu="23001m")), TRAIN)) == ["TN806"]
    assert codes(policy, make(pod_spec(asking("1", memory="249Gi")), TRAIN)) == ["TN806"]
    assert codes(policy, make(pod_spec(asking("1", **{"rdma/hca": "2"})), TRAIN)) == ["TN806"]
    assert codes(policy, make(pod_spec(asking("1", cpu="23", memory="248Gi", **{"rdma/hca": "1"})), TRAIN)) == []
    assert codes(policy, make(pod_spec(asking("8", cpu="184", memory="1984Gi", **{"rdma/hca": "8"})), TRAIN)) == []


def test_the_refusal_shows_the_numbers() -> None:
    assert message("jobs", job(pod_spec(asking("2", cpu="64")), TRAIN)) == (
        "TN806: 2 nvidia.com/gpu brings 46 CPU, and Job asks 64; ask for less CPU or for more units"
    )
    assert message("jobs", job(pod_spec(asking("1", memory="256Gi")), TRAIN)) == (
        "TN806: 1 nvidia.com/gpu brings 253952Mi of memory, and Job asks 262144Mi; "
        "ask for less memory or for more units"
    )
    assert message("jobs", job(pod_spec(asking("1", **{"rdma/hca": "8"})), TRAIN)) == (
        "TN806: 1 nvidia.com/gpu brings at most these other devices: rdma/hca 1"
    )


def test_containers_and_sidecars_add_up_and_init_containers_count_beside_the_sidecars() -> None:
    sidecar = {**asking(cpu="3", name="logs"), "restartPolicy": "Always"}
    starter = asking(cpu="21", name="warm")

    assert codes("jobs", job(pod_spec(asking("1", cpu="20"), initContainers=[sidecar]), TRAIN)) == []
    assert codes("jobs", job(pod_spec(asking("1", cpu="21"), initContainers=[sidecar]), TRAIN)) == ["TN806"]
    assert codes("jobs", job(pod_spec(asking("1", cpu="20"), initContainers=[starter]), TRAIN)) == []
    both = pod_spec(asking("1", cpu="20"), initContainers=[sidecar, starter])
    assert codes("jobs", job(both, TRAIN)) == ["TN806"]


def test_a_container_that_asks_for_neither_counts_what_the_namespace_gives_it() -> None:
    quiet = container("quiet")
    full = asking("1", cpu="22500m")

    assert codes("jobs", job(pod_spec(full, quiet), TRAIN)) == ["TN806"]
    assert codes("jobs", job(pod_spec(full, quiet), TRAIN), facts=FACTS._replace(pod_defaults=None)) == []


def test_a_limit_without_a_request_counts() -> None:
    limited = container(resources={"limits": {"nvidia.com/gpu": "1", "cpu": "64", "memory": "1Gi"}})

    assert codes("jobs", job(pod_spec(limited), TRAIN)) == ["TN806"]


def test_resources_of_the_pod_as_a_whole_count() -> None:
    whole = {"requests": {"cpu": "64"}}

    assert codes("pods", pod(pod_spec(asking("1"), resources=whole), TRAIN)) == ["TN806"]


def test_a_core_brings_its_memory() -> None:
    assert codes("jobs", job(pod_spec(asking(cpu="2", memory="8Gi")), CORES)) == []
    assert codes("jobs", job(pod_spec(asking(cpu="2", memory="9Gi")), CORES)) == ["TN806"]


def test_work_outside_queues_is_bounded_elsewhere() -> None:
    assert codes("jobs", job(pod_spec(asking(cpu="64", memory="1Ti")))) == []


def test_what_was_there_before_passes_and_what_grows_does_not() -> None:
    large, larger = (deployment(pod_spec(asking("1", cpu=cpu)), TRAIN) for cpu in ("64", "65"))
    relabelled = deployment(pod_spec(asking("1", cpu="64")), TRAIN, labels={"stage": "two"})

    assert codes("deployments", relabelled, large) == []
    assert codes("deployments", larger, large) == ["TN806"]
    assert (
        codes("jobs", job(pod_spec(asking("1", cpu="64")), SLICES), job(pod_spec(asking("1", cpu="64")), TRAIN)) != []
    )


def test_an_init_container_that_becomes_a_sidecar_is_judged_anew() -> None:
    starter = asking(cpu="20", name="warm")
    before = deployment(pod_spec(asking("1", cpu="20"), initContainers=[starter]), TRAIN)
    after = deployment(pod_spec(asking("1", cpu="20"), initContainers=[{**starter, "restartPolicy": "Always"}]), TRAIN)

    assert codes("deployments", after, before) == ["TN806"]


@given(st.integers(1, 8), st.lists(st.integers(1, 40000), min_size=1, max_size=4), st.integers(0, 60000))
@settings(max_examples=40, deadline=None)
def test_the_judgement_is_that_of_exact_arithmetic(units: int, cpu: list[int], starter: int) -> None:
    first, *others = (f"{milli}m" for milli in cpu)
    containers = [asking(str(units), cpu=first), *(asking(cpu=text, name=f"c{n}") for n, text in enumerate(others))]
    spec = pod_spec(*containers, initContainers=[asking(cpu=f"{starter}m", name="warm")])

    fits = max(sum(cpu), starter) <= units * 23000

    assert codes("pods", pod(spec, TRAIN)) == ([] if fits else ["TN806"])
