"""What goes, what it takes along, who is asked, and which step comes next."""

import copy

import pytest

from tenantry.plan.compare import FragmentChange
from tenantry.plan.lifecycle import Lifecycle, Loss, compare_lifecycle
from tenantry.plan.lifecycle_remarks import lifecycle_remarks
from tenantry.plan.remark import plain
from tenantry.plan.steps import Step, compare_steps
from tests.support.programs import Trees, small_trees, spec_of
from tests.unit.plan.sides import sides


@pytest.fixture
def trees() -> Trees:
    return small_trees()


def _lifecycle(before: Trees, after: Trees) -> Lifecycle:
    old, new, comparison = sides(before, after)
    return compare_lifecycle(old.program, new.program, comparison)


def _steps(before: Trees, after: Trees) -> tuple[Step, ...]:
    old, new, _ = sides(before, after)
    return compare_steps(old.program, new.program)


def _told(before: Trees, after: Trees) -> list[tuple[str, str, str]]:
    found = lifecycle_remarks(_lifecycle(before, after), ())
    return [(one.risk, one.rule, plain(one.sentence)) for one in found]


def _without(trees: Trees, *owners: str) -> Trees:
    """Without some tenants, and without the pools that are theirs."""
    left = copy.deepcopy(trees)
    for (kind, tenant, name), tree in trees.items():
        if tenant in owners or (kind == "Tenant" and name in owners) or tree["spec"].get("dedicatedTo") in owners:
            del left[kind, tenant, name]
    return left


def test_the_same_specs_change_nothing(trees: Trees) -> None:
    found = _lifecycle(trees, small_trees())
    assert (found.losses, found.replacements, found.growths, found.rollout) == ((), (), (), ())
    assert found.deletions.objects == 0
    assert found.deletions.trailer == ""
    assert _steps(trees, small_trees()) == ()
    assert _told(trees, small_trees()) == []


def test_a_tenant_takes_its_application_namespaces_claims_and_queues_along(trees: Trees) -> None:
    found = _lifecycle(trees, _without(trees, "finance"))
    assert {(one.kind, one.name, one.size) for one in found.losses} == {
        ("Application", "prod-a.finance", ""),
        ("Namespace", "finance-risk", ""),
        ("PersistentVolumeClaim", "finance-risk/ledger", "500Gi"),
        ("ClusterQueue", "h100-finance.finance.risk.training", ""),
        ("ClusterQueue", "h100-finance.finance.risk.inference", ""),
        ("LocalQueue", "finance-risk/training.h100-finance", ""),
        ("LocalQueue", "finance-risk/inference.h100-finance", ""),
    }
    assert {(one.cluster, one.tenant) for one in found.losses} == {("prod-a", "finance")}
    root, platform_or_tenant = found.rollout[0], found.rollout[1:]
    assert (root.application, root.removed, root.asks) == ("tenantry.fleet.root", 2, 1)
    assert root.unasked == {"AppProject": 1}
    (own,) = (sync for sync in platform_or_tenant if sync.application == "prod-a.finance")
    assert own.unasked["RoleBinding"] == 1
    assert own.removed == own.asks + sum(own.unasked.values())


def test_lost_data_is_destructive_and_said_once_for_the_tenant(trees: Trees) -> None:
    told = [one for one in _told(trees, _without(trees, "finance")) if one[0] == "destructive"]
    ((_, rule, sentence),) = told
    assert rule == "data goes"
    assert sentence.startswith("finance on prod-a: Argo CD removes its Application, namespace finance-risk, claim")
    assert sentence.endswith("500Gi of data are lost unless their storage class retains volumes")


def test_a_queue_that_was_not_drained_is_destructive(trees: Trees) -> None:
    after = small_trees()
    spec_of(after, "Project", "detection", "vision")["classes"] = ["training"]
    (queue,) = (one for one in _lifecycle(trees, after).losses if one.kind == "ClusterQueue")
    assert queue == Loss(
        "prod-a", "vision", "detection", "ClusterQueue", "h100-slices.vision.detection.development", "", drained=False
    )
    assert ("destructive", "a queue goes that was not drained") in [one[:2] for one in _told(trees, after)]


@pytest.mark.parametrize(("state", "risk"), [("held", "destructive"), ("draining", "medium")])
def test_a_queue_counts_as_drained_only_where_its_work_was_ended(trees: Trees, state: str, risk: str) -> None:
    spec_of(trees, "Tenant", "vision")["quota"][2]["state"] = state
    after = copy.deepcopy(trees)
    spec_of(after, "Project", "detection", "vision")["classes"] = ["training"]
    assert risk in [one[0] for one in _told(trees, after)]
    assert all(one.drained == (state == "draining") for one in _lifecycle(trees, after).losses)


def test_binding_and_account_go_without_a_question(trees: Trees) -> None:
    after = small_trees()
    spec_of(after, "Project", "detection", "vision")["serviceAccounts"] = []
    spec_of(after, "Tenant", "vision")["members"] = []
    (sync,) = _lifecycle(trees, after).rollout
    assert (sync.application, sync.asks, sync.unasked) == ("prod-a.vision", 0, {"RoleBinding": 4, "ServiceAccount": 1})
    assert _told(trees, after) == []


def test_a_claim_that_grows_is_no_replacement_and_one_that_shrinks_is(trees: Trees) -> None:
    larger, smaller = small_trees(), small_trees()
    spec_of(larger, "Project", "detection", "vision")["volumes"][0]["size"] = "50Ti"
    spec_of(smaller, "Project", "detection", "vision")["volumes"][0]["size"] = "30Ti"
    grown, shrunk = _lifecycle(trees, larger), _lifecycle(trees, smaller)
    assert [(one.before, one.after) for one in grown.growths] == [("40Ti", "50Ti")]
    assert grown.replacements == ()
    assert shrunk.growths == ()
    assert [(one.field, one.tenant) for one in shrunk.replacements] == [("spec.resources.requests.storage", "vision")]
    assert [one[:2] for one in _told(trees, smaller)] == [("high", "a field changes that cannot be changed")]


def test_another_domain_freezes_the_flavor_with_topology_alone(trees: Trees) -> None:
    """Default labels of nodes stand below the domain; the check on pools lets them pass."""
    after = small_trees()
    spec_of(after, "Fleet", "example")["domain"] = "other.example.com"
    fields = {(one.object, one.field) for one in _lifecycle(trees, after).replacements}
    assert fields == {
        ("ResourceFlavor h100-train", "spec.nodeLabels"),
        ("ResourceFlavor h100-train", "spec.tolerations"),
    }


def test_the_trailer_stands_where_more_go_than_may(trees: Trees) -> None:
    few, many = small_trees(), _without(trees, "finance", "nlp")
    del few["Project", "nlp", "pretraining"]
    some = _lifecycle(trees, few).deletions
    most = _lifecycle(trees, many).deletions
    assert some.objects <= some.without_asking
    assert some.trailer == ""
    assert most.objects > most.without_asking == max(20, most.of // 10)
    assert most.trailer == f"Allow-deletes: {most.objects}"
    assert any(f"trailer {most.trailer}" in sentence for _, _, sentence in _told(trees, many))


def test_states_say_the_next_step_once_for_all_below(trees: Trees) -> None:
    for state, words in (("draining", "state: retired"), ("retired", "remove tenants/research/"), ("held", "line out")):
        after = small_trees()
        spec_of(after, "Tenant", "research")["state"] = state
        (step,) = _steps(trees, after)
        assert (step.tenant, step.project, step.before, step.after) == ("research", "", "active", state)
        assert words in step.next


def test_a_project_of_its_own_has_its_own_step(trees: Trees) -> None:
    after = small_trees()
    spec_of(after, "Project", "serving", "vision")["state"] = "retired"
    (step,) = _steps(trees, after)
    assert (step.tenant, step.project, step.change, step.clusters) == ("vision", "serving", "retired", ("prod-a",))
    assert "remove Project vision/serving" in step.next


def test_tenants_that_come_and_go_bring_and_take_their_projects(trees: Trees) -> None:
    without = _without(trees, "finance")
    (gone,), (new,) = _steps(trees, without), _steps(without, trees)
    assert (gone.tenant, gone.change, gone.clusters) == ("finance", "gone", ("prod-a",))
    assert (new.tenant, new.change, new.profile, new.clusters) == ("finance", "new", "strict", ("prod-a",))
    assert new.next == ""


def test_fragments_are_merged_by_hand() -> None:
    fragments = (FragmentChange("prod-a/_install/kueue.yaml", "changed"), FragmentChange("b/x.yaml", "removed"))
    (told,) = lifecycle_remarks(_lifecycle(small_trees(), small_trees()), fragments)
    assert (told.risk, plain(told.sentence)) == (
        "medium",
        "An operator merges by hand what nothing applies: output/prod-a/_install/kueue.yaml",
    )


def test_what_root_alone_makes_is_told(trees: Trees) -> None:
    moved = copy.deepcopy(trees)
    spec_of(moved, "Fleet", "example")["argocd"]["namespace"] = "argocd-two"

    assert ("low", "", "Roll-out: root makes what is new") in [
        one for one in _told(trees, moved) if "Roll-out" in one[2]
    ]
