from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.ir import Body
from tenantry.kinds import clusterqueue, cohort
from tenantry.kinds.clusterqueue import ClusterQueue
from tenantry.names import PoolName
from tenantry.program import PoolTree, Program
from tenantry.quantity import Amount
from tests.unit.kinds import kueuerules
from tests.unit.kinds.pooltrees import (
    INFERENCE,
    TODAY,
    TRAINING,
    emit,
    fleets,
    metas,
    node,
    pool,
    program,
    weights,
)
from tests.unit.kinds.test_resourcegroup import listed_resources, rations

queues = st.builds(
    ClusterQueue,
    meta=metas,
    cohort=st.just("h100.vision.serving"),
    namespace=st.just("vision-serving"),
    weight=weights,
    ration=rations,
    listed=listed_resources,
    queueing=st.sampled_from(("BestEffortFIFO", "StrictFIFO")),
    within_cluster_queue=st.sampled_from(("Never", "LowerPriority", "LowerOrNewerEqualPriority")),
)


def serving(name: str, **attributes: object) -> Program:
    """One tenant, one project, one queue of class `name`."""
    queue = replace(
        node("queue", f"h100.vision.serving.{name}", tenant="vision", project="serving", workload_class=name),
        **attributes,
    )
    project = node("project", "h100.vision.serving", tenant="vision", project="serving", children=(queue,))
    vision = node("tenant", "h100.vision", tenant="vision", children=(project,))
    root = node("root", "h100", nominal=16, children=(vision,))
    tree = PoolTree(PoolName("h100"), TODAY, root)
    return program([pool("h100", for_sale=16)], [tree], {"vision": ()})


def only_queue(fleet: Program) -> Body:
    (body,) = emit(fleet, (clusterqueue.KIND,)).bodies
    return body


def unit_of(body: Body) -> Body:
    cell: Body = body["spec"]["resourceGroups"][0]["flavors"][0]["resources"][0]
    return cell


@given(queues)
@settings(max_examples=60)
def test_a_queue_reads_back_as_written(written: ClusterQueue) -> None:
    assert clusterqueue.decode(clusterqueue.encode(written)) == written


def test_a_queue_in_full() -> None:
    body = only_queue(serving(TRAINING))

    assert body == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "ClusterQueue",
        "metadata": {
            "name": "h100.vision.serving.training",
            "labels": {
                "app.kubernetes.io/managed-by": "tenantry",
                "tenants.example.com/project": "serving",
                "tenants.example.com/tenant": "vision",
            },
            "annotations": {
                "argocd.argoproj.io/sync-options": "Prune=confirm,Delete=confirm",
                "argocd.argoproj.io/sync-wave": "1",
                "tenants.example.com/source": "Project vision/serving",
            },
        },
        "spec": {
            "cohortName": "h100.vision.serving",
            "namespaceSelector": {"matchLabels": {"kubernetes.io/metadata.name": "vision-serving"}},
            "queueingStrategy": "BestEffortFIFO",
            "stopPolicy": "None",
            "fairSharing": {"weight": "1"},
            "flavorFungibility": {"whenCanBorrow": "MayStopSearch", "whenCanPreempt": "TryNextFlavor"},
            "preemption": {
                "reclaimWithinCohort": "Any",
                "withinClusterQueue": "LowerPriority",
                "borrowWithinCohort": {"policy": "Never"},
            },
            "resourceGroups": [
                {
                    "coveredResources": [
                        "nvidia.com/gpu",
                        "cpu",
                        "memory",
                        "ephemeral-storage",
                        "rdma/hca",
                    ],
                    "flavors": [
                        {
                            "name": "h100",
                            "resources": [
                                {"name": "nvidia.com/gpu", "nominalQuota": "0"},
                                {"name": "cpu", "nominalQuota": "368"},
                                {"name": "memory", "nominalQuota": "3968Gi"},
                                {"name": "ephemeral-storage", "nominalQuota": "48Ti"},
                                {"name": "rdma/hca", "nominalQuota": "16"},
                            ],
                        }
                    ],
                }
            ],
        },
    }


def test_a_class_that_never_borrows_has_a_borrowing_limit_of_zero_and_preempts_nobody() -> None:
    body = only_queue(serving(INFERENCE, nominal=4, borrow=Amount.UNLIMITED))

    assert unit_of(body) == {"name": "nvidia.com/gpu", "nominalQuota": "4", "borrowingLimit": "0"}
    assert body["spec"]["preemption"]["withinClusterQueue"] == "Never"


@pytest.mark.parametrize(("lend", "written"), [(Amount.of(2), "2"), (Amount.of(9), "4")])
def test_a_queue_lends_at_most_what_it_has(lend: Amount, written: str) -> None:
    body = only_queue(serving(TRAINING, nominal=4, lend=lend))

    assert unit_of(body)["lendingLimit"] == written


def test_a_limit_that_nobody_wrote_is_left_out() -> None:
    body = only_queue(serving(TRAINING, nominal=4))

    assert unit_of(body) == {"name": "nvidia.com/gpu", "nominalQuota": "4"}


@pytest.mark.parametrize("state", ["held", "draining", "retired"])
def test_no_state_stops_a_cluster_queue(state: str) -> None:
    assert only_queue(serving(TRAINING, state=state)) == only_queue(serving(TRAINING))


@given(fleets(), st.randoms(use_true_random=False))
@settings(max_examples=40, deadline=None)
def test_work_that_the_pool_can_hold_borrows_nothing_of_what_is_only_listed(fleet: Program, dice) -> None:
    roots = kueuerules.trees(list(emit(fleet, (cohort.KIND, clusterqueue.KIND)).bodies))

    for each in fleet.pools.values():
        left = each.for_sale
        nodes = list(roots[each.name].walk())
        for queue in (n for n in nodes if n.is_queue):
            units = dice.randint(0, left)
            left -= units
            queue.used = {
                name: units * kueuerules.number(amount.canonical())
                for name, amount in (("cpu", each.unit.cpu), ("memory", each.unit.memory))
                if name != each.resource
            } | {each.resource: Fraction(units)}
        for below in nodes:
            for resource in {"cpu", "memory"} - {each.resource}:
                assert below.usage(resource) <= below.subtree_quota(resource)
