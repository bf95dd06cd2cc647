from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import workloadpriorityclass
from tenantry.kinds.workloadpriorityclass import WorkloadPriorityClass
from tenantry.names import PriorityName
from tests.unit.kinds.pooltrees import emit, metas, program

priorities = st.builds(
    WorkloadPriorityClass,
    meta=metas,
    value=st.integers(-(2**31), 2**31 - 1),
    description=st.text(max_size=5),
)


@given(priorities)
@settings(max_examples=40)
def test_a_workload_priority_reads_back_as_written(written: WorkloadPriorityClass) -> None:
    assert workloadpriorityclass.decode(workloadpriorityclass.encode(written)) == written


def test_every_step_of_the_ladder_is_there_and_an_empty_description_is_left_out() -> None:
    fleet = program([], [], {})
    high = PriorityName("high")
    described = {**fleet.priorities, high: replace(fleet.priorities[high], description="releases")}

    emitted = emit(replace(fleet, priorities=described), (workloadpriorityclass.KIND,))

    classes = emitted.named("WorkloadPriorityClass")

    assert sorted(classes) == ["high", "normal", "scavenger", "urgent"]
    assert classes["high"] == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "WorkloadPriorityClass",
        "metadata": {
            "name": "high",
            "labels": {"app.kubernetes.io/managed-by": "tenantry"},
            "annotations": {
                "argocd.argoproj.io/sync-options": "Prune=confirm,Delete=confirm",
                "argocd.argoproj.io/sync-wave": "-3",
                "tenants.example.com/source": "PriorityLadder standard",
            },
        },
        "value": 10000,
        "description": "releases",
    }
    assert "description" not in classes["normal"]
