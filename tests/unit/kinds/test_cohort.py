from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import clusterqueue, cohort
from tenantry.kinds.cohort import Cohort
from tenantry.names import PoolName
from tenantry.program import PoolTree, Program
from tenantry.quantity import Amount
from tests.support.programs import small_program
from tests.unit.kinds import kueuerules
from tests.unit.kinds.pooltrees import TODAY, emit, fleets, metas, node, pool, program, weights
from tests.unit.kinds.test_resourcegroup import rations

cohorts = st.one_of(
    st.builds(Cohort, meta=metas, parent=st.just(""), weight=st.just(1), ration=st.none() | rations),
    st.builds(Cohort, meta=metas, parent=st.just("h100"), weight=weights, ration=st.none() | rations),
)


def nested() -> Program:
    """research above vision with project detection; `other` has no line, and one project without one."""
    detection = node("project", "h100.vision.detection", nominal=8, tenant="vision", project="detection")
    vision = node(
        "tenant",
        "h100.vision",
        nominal=16,
        tenant="vision",
        borrow=Amount.of(32),
        weight=2,
        children=(detection,),
    )
    research = node("tenant", "h100.research", tenant="research", lend=Amount.of(0), children=(vision,))
    play = node("project", "h100.other.play", tenant="other", project="play")
    other = node("tenant", "h100.other", tenant="other", children=(play,))
    root = node("root", "h100", nominal=40, children=(other, research))
    parents = {"other": (), "research": (), "vision": ("research",)}
    return program([pool("h100", for_sale=64)], [PoolTree(PoolName("h100"), TODAY, root)], parents)


@given(cohorts)
@settings(max_examples=60)
def test_a_cohort_reads_back_as_written(written: Cohort) -> None:
    assert cohort.decode(cohort.encode(written)) == written


@given(fleets())
@settings(max_examples=60, deadline=None)
def test_kueue_refuses_no_cohort_and_no_queue_of_any_fleet(fleet: Program) -> None:
    emitted = emit(fleet, (cohort.KIND, clusterqueue.KIND))

    assert [refusal for body in emitted.bodies for refusal in kueuerules.refusals(body)] == []


@given(fleets())
@settings(max_examples=60, deadline=None)
def test_the_nominal_quotas_of_a_tree_sum_to_the_units_for_sale(fleet: Program) -> None:
    roots = kueuerules.trees(list(emit(fleet, (cohort.KIND, clusterqueue.KIND)).bodies))

    assert set(roots) == set(fleet.pools)
    for each in fleet.pools.values():
        assert sum(n.nominal(each.resource) for n in roots[each.name].walk()) == each.for_sale


@given(fleets())
@settings(max_examples=60, deadline=None)
def test_the_emitted_tree_has_the_shape_that_was_meant(fleet: Program) -> None:
    roots = kueuerules.trees(list(emit(fleet, (cohort.KIND, clusterqueue.KIND)).bodies))

    for tree in fleet.trees.values():
        meant = {each.name: sorted(child.name for child in each.children) for each in tree.root.walk()}
        got = {n.name: sorted(child.name for child in n.children) for n in roots[tree.pool].walk()}
        assert got == meant


def test_a_tenant_hangs_below_its_parent_and_a_project_below_its_tenant() -> None:
    cohorts = emit(nested(), (cohort.KIND,)).named("Cohort")

    assert {name: body["spec"].get("parentName") for name, body in cohorts.items()} == {
        "h100": None,
        "h100.other": "h100",
        "h100.other.play": "h100.other",
        "h100.research": "h100",
        "h100.vision": "h100.research",
        "h100.vision.detection": "h100.vision",
    }


def test_a_parent_that_is_not_in_the_tree_is_passed_over() -> None:
    finance = node("tenant", "h100.finance", nominal=8, tenant="finance")
    root = node("root", "h100", children=(finance,))
    parents = {"finance": ("group", "company")}
    fleet = program([pool("h100", for_sale=8)], [PoolTree(PoolName("h100"), TODAY, root)], parents)

    cohorts = emit(fleet, (cohort.KIND,)).named("Cohort")

    assert cohorts["h100.finance"]["spec"]["parentName"] == "h100"


def test_a_cohort_in_full() -> None:
    cohorts = emit(nested(), (cohort.KIND,)).named("Cohort")

    assert cohorts["h100.vision"] == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "Cohort",
        "metadata": {
            "name": "h100.vision",
            "labels": {
                "app.kubernetes.io/managed-by": "tenantry",
                "tenants.example.com/tenant": "vision",
            },
            "annotations": {
                "argocd.argoproj.io/sync-options": "Prune=confirm,Delete=confirm",
                "argocd.argoproj.io/sync-wave": "1",
                "tenants.example.com/source": "Tenant vision",
            },
        },
        "spec": {
            "parentName": "h100.research",
            "fairSharing": {"weight": "2"},
            "resourceGroups": [
                {
                    "coveredResources": ["nvidia.com/gpu"],
                    "flavors": [
                        {
                            "name": "h100",
                            "resources": [{"name": "nvidia.com/gpu", "nominalQuota": "16", "borrowingLimit": "32"}],
                        }
                    ],
                }
            ],
        },
    }


def test_a_limit_without_quota_comes_with_the_zero_that_kueue_demands() -> None:
    (group,) = emit(nested(), (cohort.KIND,)).named("Cohort")["h100.research"]["spec"]["resourceGroups"]

    assert group["flavors"][0]["resources"] == [{"name": "nvidia.com/gpu", "nominalQuota": "0", "lendingLimit": "0"}]


def test_a_cohort_that_keeps_and_limits_nothing_has_no_groups() -> None:
    cohorts = emit(nested(), (cohort.KIND,)).named("Cohort")

    assert cohorts["h100.other"]["spec"] == {"parentName": "h100", "fairSharing": {"weight": "1"}}
    assert cohorts["h100.other.play"]["spec"] == {"parentName": "h100.other", "fairSharing": {"weight": "1"}}


def test_the_root_belongs_to_the_platform_and_states_what_is_left_even_when_that_is_nothing() -> None:
    root = node("root", "h100")
    fleet = program([pool("h100", for_sale=0)], [PoolTree(PoolName("h100"), TODAY, root)], {})

    body = emit(fleet, (cohort.KIND,)).named("Cohort")["h100"]

    assert body["metadata"]["annotations"]["tenants.example.com/source"] == "Pool h100"
    assert body["metadata"]["labels"] == {"app.kubernetes.io/managed-by": "tenantry"}
    assert body["spec"] == {
        "resourceGroups": [
            {
                "coveredResources": ["nvidia.com/gpu"],
                "flavors": [{"name": "h100", "resources": [{"name": "nvidia.com/gpu", "nominalQuota": "0"}]}],
            }
        ]
    }


def test_the_small_fleet_keeps_what_its_promises_leave_over() -> None:
    emitted = emit(small_program(), (cohort.KIND, clusterqueue.KIND))
    roots = kueuerules.trees(list(emitted.bodies))

    kept = {each.name: each.nominal("nvidia.com/gpu") for each in roots["h100-train"].walk()}

    assert [refusal for body in emitted.bodies for refusal in kueuerules.refusals(body)] == []
    # research 72 + 16 granted below it, search 24, of 120 for sale; vision 24 + 16, of which 8 are detection's.
    assert {name: units for name, units in kept.items() if units} == {
        "h100-train": 120 - 72 - 16 - 24,
        "h100-train.research": 72 - 24 - 40,
        "h100-train.vision": 24 + 16 - 8,
        "h100-train.vision.detection": 8,
        "h100-train.nlp": 40,
        "h100-train.search": 24,
    }
