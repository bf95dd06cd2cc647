from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import priorityclass
from tenantry.kinds.priorityclass import PriorityClass
from tests.unit.kinds.pooltrees import emit, metas, program

priorities = st.builds(
    PriorityClass,
    meta=metas,
    value=st.integers(-(2**31), 10**9),
    description=st.text(max_size=5),
)


@given(priorities)
@settings(max_examples=40)
def test_a_priority_reads_back_as_written(written: PriorityClass) -> None:
    assert priorityclass.decode(priorityclass.encode(written)) == written


def test_a_pods_priority_preempts_nobody_and_is_nobodys_default() -> None:
    classes = emit(program([], [], {}), (priorityclass.KIND,)).named("PriorityClass")

    assert sorted(classes) == ["high", "normal", "scavenger", "urgent"]
    assert classes["normal"] == {
        "apiVersion": "scheduling.k8s.io/v1",
        "kind": "PriorityClass",
        "metadata": {
            "name": "normal",
            "labels": {"app.kubernetes.io/managed-by": "tenantry"},
            "annotations": {
                "argocd.argoproj.io/sync-options": "Prune=confirm,Delete=confirm",
                "argocd.argoproj.io/sync-wave": "-3",
                "tenants.example.com/source": "PriorityLadder standard",
            },
        },
        "value": 1000,
        "preemptionPolicy": "Never",
    }
