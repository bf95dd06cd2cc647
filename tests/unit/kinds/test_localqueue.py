import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import localqueue
from tenantry.kinds.localqueue import LocalQueue
from tenantry.names import PoolName
from tenantry.program import PoolTree, Program, State
from tests.unit.kinds.pooltrees import TODAY, TRAINING, emit, fleets, metas, node, pool, program

local_queues = st.builds(
    LocalQueue,
    meta=metas,
    cluster_queue=st.just("h100.vision.detection.training"),
    stop_policy=st.sampled_from(("None", "Hold", "HoldAndDrain")),
)


def detection(state: State) -> Program:
    queue = node(
        "queue",
        "h100.vision.detection.training",
        tenant="vision",
        project="detection",
        workload_class=TRAINING,
        state=state,
    )
    project = node("project", "h100.vision.detection", tenant="vision", project="detection", children=(queue,))
    root = node("root", "h100", children=(node("tenant", "h100.vision", tenant="vision", children=(project,)),))
    tree = PoolTree(PoolName("h100"), TODAY, root)
    return program([pool("h100", for_sale=0)], [tree], {"vision": ()})


@given(local_queues)
@settings(max_examples=40)
def test_a_local_queue_reads_back_as_written(written: LocalQueue) -> None:
    assert localqueue.decode(localqueue.encode(written)) == written


def test_a_local_queue_in_full() -> None:
    (body,) = emit(detection("active"), (localqueue.KIND,)).bodies

    assert body == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "LocalQueue",
        "metadata": {
            "name": "training.h100",
            "namespace": "vision-detection",
            "labels": {
                "app.kubernetes.io/managed-by": "tenantry",
                "tenants.example.com/project": "detection",
                "tenants.example.com/tenant": "vision",
            },
            "annotations": {
                "argocd.argoproj.io/sync-options": "Prune=confirm,Delete=confirm",
                "argocd.argoproj.io/sync-wave": "1",
                "tenants.example.com/source": "Project vision/detection",
            },
        },
        "spec": {"clusterQueue": "h100.vision.detection.training", "stopPolicy": "None"},
    }


@pytest.mark.parametrize(
    ("state", "policy"),
    [("active", "None"), ("held", "Hold"), ("draining", "HoldAndDrain"), ("retired", "HoldAndDrain")],
)
def test_the_state_of_a_queue_is_its_stop_policy(state: State, policy: str) -> None:
    (body,) = emit(detection(state), (localqueue.KIND,)).bodies

    assert body["spec"]["stopPolicy"] == policy


@given(fleets())
@settings(max_examples=30, deadline=None)
def test_every_queue_has_one_way_in_from_the_namespace_that_it_selects(fleet: Program) -> None:
    emitted = emit(fleet)

    ways_in = {q["spec"]["clusterQueue"]: q["metadata"]["namespace"] for q in emitted.of("LocalQueue")}
    selected = {
        name: body["spec"]["namespaceSelector"]["matchLabels"]["kubernetes.io/metadata.name"]
        for name, body in emitted.named("ClusterQueue").items()
    }
    assert ways_in == selected
    assert len(emitted.of("LocalQueue")) == len(selected)
