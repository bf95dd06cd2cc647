"""Who stops, resumes or goes: said once, with the pools, and work is said to end only where it may run."""

import copy

import pytest

from tenantry.plan.along import moved_along
from tenantry.plan.at_work import AtWork
from tenantry.plan.quota import Holder, compare_quota
from tenantry.plan.quota_remarks import quota_remarks
from tenantry.plan.remark import Remark, plain
from tenantry.plan.state_remarks import States, state_remarks
from tenantry.plan.steps import compare_steps
from tests.support.programs import Trees, small_trees, spec_of
from tests.unit.plan.sides import sides


@pytest.fixture
def trees() -> Trees:
    return small_trees()


def _states(before: Trees, after: Trees) -> list[Remark]:
    old, new, _ = sides(before, after)
    quota, had, has = compare_quota(old, new)
    states = States(old.program, new.program, had, has, AtWork(old.program, had))
    return list(state_remarks(compare_steps(old.program, new.program), quota, states))


def _numbers(before: Trees, after: Trees) -> list[tuple[str, str, str]]:
    old, new, _ = sides(before, after)
    quota, had, has = compare_quota(old, new)
    found = quota_remarks(
        quota, had, has, new.program, AtWork(old.program, had), moved_along(quota, had, has, old.program, new.program)
    )
    return [(one.risk, one.rule, plain(one.sentence)) for one in found]


def _with(trees: Trees, kind: str, name: str, tenant: str = "", **fields: object) -> Trees:
    changed = copy.deepcopy(trees)
    spec_of(changed, kind, name, tenant).update(fields)
    return changed


def test_a_tenant_that_is_drained_is_told_once_with_its_pools(trees: Trees) -> None:
    (told,) = _states(trees, _with(trees, "Tenant", "vision", state="draining"))

    assert plain(told.sentence).startswith(
        "vision active -> draining on prod-a in h100-infer, h100-slices and h100-train: "
        "what runs in its queues is ended, data stays; next step: "
    )
    assert (told.risk, told.rule) == ("high", "running work ends")
    assert told.clause == "vision is draining and its work ends"


def test_those_below_are_told_with_their_parent(trees: Trees) -> None:
    (told,) = _states(trees, _with(trees, "Tenant", "research", state="draining"))

    assert ", and nlp and vision with it: what runs" in plain(told.sentence)


def test_a_tenant_that_was_drained_loses_nothing_that_runs_by_retirement(trees: Trees) -> None:
    before = _with(trees, "Tenant", "vision", state="draining")
    after = _with(trees, "Tenant", "vision", state="retired")

    (told,) = _states(before, after)

    assert "nothing runs in its queues (drained before), nothing is guaranteed any more" in told.sentence
    assert (told.risk, told.rule) == ("low", "")
    of_vision = [one for one in _numbers(before, after) if one[2].startswith("vision ")]
    assert {one[:2] for one in of_vision} == {("medium", "a guarantee falls that was drained")}
    assert all(one[2].endswith("; nothing runs there, it was drained before") for one in of_vision)
    assert not any("at risk" in one[2] for one in _numbers(before, after))


def test_a_tenant_whose_lines_were_all_drained_has_nothing_that_runs(trees: Trees) -> None:
    before = copy.deepcopy(trees)
    for line in spec_of(before, "Tenant", "nlp")["quota"]:
        line["state"] = "draining"

    (told,) = _states(before, _with(before, "Tenant", "nlp", state="draining"))

    assert "nothing runs in its queues (drained before)" in told.sentence
    assert told.risk == "low"


def test_held_work_goes_on_and_ends_with_draining(trees: Trees) -> None:
    held, draining = (_with(trees, "Tenant", "nlp", state=state) for state in ("held", "draining"))

    (stopped,), (ended,) = _states(trees, held), _states(held, draining)

    assert "nothing new is admitted, what runs goes on" in stopped.sentence
    assert stopped.risk == "low"
    assert "what runs in its queues is ended" in ended.sentence
    assert ended.risk == "high"


def test_who_is_drained_no_more_but_held(trees: Trees) -> None:
    draining, held = (_with(trees, "Tenant", "nlp", state=state) for state in ("draining", "held"))

    (told,) = _states(draining, held)

    assert "nothing new is admitted, nothing is ended any more" in told.sentence


def test_a_tenant_without_queues_has_nothing_to_end(trees: Trees) -> None:
    del trees["Project", "nlp", "pretraining"]

    (told,) = _states(trees, _with(trees, "Tenant", "nlp", state="draining"))

    assert ": it has no queue, data stays" in plain(told.sentence)
    assert told.risk == "low"


def test_lines_with_the_same_state_are_told_together_and_what_follows_them_is_not(trees: Trees) -> None:
    after = copy.deepcopy(trees)
    for line in spec_of(after, "Tenant", "vision")["quota"][1:]:
        line["state"] = "draining"

    (told,) = _states(trees, after)

    assert plain(told.sentence) == (
        "vision h100-infer and h100-slices active -> draining: what runs in its queues is ended, idle units are lent"
    )
    assert told.risk == "high"


def test_a_class_that_stops_with_its_project_is_at_no_risk_of_its_own(trees: Trees) -> None:
    told = _numbers(trees, _with(trees, "Project", "serving", "vision", state="retired"))

    assert not any("never borrows" in sentence for _, _, sentence in told)
    assert ("medium", "a project's guarantee falls inside its tenant") in [one[:2] for one in told]
    (sentence,) = (sentence for _, _, sentence in told if sentence.startswith("vision/serving"))
    assert sentence.endswith("guaranteed 4 -> 0, to what vision keeps for its projects: 0 -> 4")


@pytest.mark.parametrize(
    ("state", "ends", "risk"),
    [
        ("draining", "nothing runs there, its queues were drained before", "medium"),
        ("held", "work that runs there ends with its queue", "high"),
    ],
)
def test_a_right_that_ends_takes_work_along_only_where_it_may_run(
    trees: Trees, state: str, ends: str, risk: str
) -> None:
    spec_of(trees, "Tenant", "vision")["quota"][2].update(state=state, guaranteed=0)
    after = copy.deepcopy(trees)
    del spec_of(after, "Tenant", "vision")["quota"][2]

    told = _numbers(trees, after)

    assert (risk, f"vision may not use h100-slices any more; {ends}") in [(one[0], one[2]) for one in told]


def test_who_only_passed_a_right_on_loses_none(trees: Trees) -> None:
    """Research has no line of its own in the two pools."""
    quota = spec_of(trees, "Tenant", "vision")["quota"]
    for line in quota[1:]:
        line.update(state="draining", guaranteed=0)
    spec_of(trees, "Project", "serving", "vision").update(classes=["training"], quota=[])
    after = copy.deepcopy(trees)
    del spec_of(after, "Tenant", "vision")["quota"][1:]

    told = [sentence for _, _, sentence in _numbers(trees, after) if "may not use" in sentence]

    assert told == [
        "vision may not use h100-infer any more; it had no queue there",
        "vision may not use h100-slices any more; nothing runs there, its queues were drained before",
    ]


def test_work_is_looked_for_in_all_queues_below(trees: Trees) -> None:
    spec_of(trees, "Project", "detection", "vision")["state"] = "draining"
    old, new, _ = sides(trees, trees)
    _, had, _ = compare_quota(old, new)
    work = AtWork(old.program, had)

    assert work.of(Holder("vision", "detection"), "h100-train") == "drained"
    assert work.of(Holder("vision"), "h100-train") == "drained"
    assert work.of(Holder("research"), "h100-train") == "may run"
    assert work.of(Holder("vision"), "h100-infer") == "may run"
    assert work.of(Holder("search"), "h100-infer") == "no queue"


def test_who_keeps_the_guarantee_is_told_in_one_sentence_for_the_pool(trees: Trees) -> None:
    after = copy.deepcopy(trees)
    spec_of(after, "Tenant", "search")["quota"][0]["guaranteed"] = 20

    others = [one for one in _numbers(trees, after) if one[2].startswith("h100-train: ")]

    assert len({one[1] for one in others}) == len(others)
    assert all(one[2].endswith("; guaranteed unchanged, nothing running ends by this") for one in others)


def test_where_nodes_go_what_runs_on_them_ends(trees: Trees) -> None:
    after = copy.deepcopy(trees)
    spec_of(after, "Pool", "h100-train")["nodes"] -= 1
    spec_of(after, "Tenant", "search")["quota"][0]["guaranteed"] = 16

    told = [sentence for _, _, sentence in _numbers(trees, after)]

    assert any(sentence.endswith("what runs on the nodes that go ends with them") for sentence in told)
    assert not any("nothing running ends" in sentence for sentence in told)


def test_what_a_tenant_takes_along_is_no_loss_of_whom_it_leaves(trees: Trees) -> None:
    """Research keeps nothing of the pool, and has no line there."""
    after = copy.deepcopy(trees)
    del spec_of(after, "Tenant", "vision")["parent"]

    told = _numbers(trees, after)

    assert ("low", "", "research h100-slices guaranteed 7 -> 0, with vision, now outside it") in told


def test_rights_that_come_are_told_together(trees: Trees) -> None:
    after = copy.deepcopy(trees)
    spec_of(after, "Tenant", "nlp")["quota"] += [{"pool": "h100-infer"}, {"pool": "h100-slices"}]

    (told,) = [sentence for _, _, sentence in _numbers(trees, after) if "may use" in sentence]

    assert told.startswith("nlp may use h100-infer (reach ")
    assert told.endswith("), guaranteed 0")
