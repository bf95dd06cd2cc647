"""What may go only after it was drained or retired: tenants, projects, pools, queues."""

from dataclasses import replace

import pytest

from tenantry.check import disappearance, lost_queues
from tenantry.check.registry import run
from tenantry.diagnostics import DocumentRef
from tenantry.program import Before
from tests.support.programs import Trees, resolution_of, small_trees, spec_of
from tests.unit.check.judging import changed, codes, found, past, past_of

CHECKS = (*disappearance.CHECKS, *lost_queues.CHECKS)


def without(*keys: tuple[str, str, str]) -> Trees:
    trees = small_trees()
    for key in keys:
        del trees[key]
    return trees


NLP = (("Tenant", "", "nlp"), ("Project", "nlp", "pretraining"))


def test_a_fleet_that_was_never_compiled_loses_nothing() -> None:
    assert codes(CHECKS, without(*NLP)) == []


def test_a_tenant_goes_with_one_message_for_all_that_was_its() -> None:
    (one,) = found(CHECKS, without(*NLP), past())

    assert one.code.code == "TN477"
    assert "state: retired" in one.help
    assert one.notes[0].text == "its projects: pretraining"


@pytest.mark.parametrize(("state", "expected"), [("held", 1), ("draining", 1), ("retired", 0)])
def test_a_tenant_and_a_project_go_only_once_retired(state: str, expected: int) -> None:
    tenant = past_of(changed("Tenant", "nlp", state=state))
    project = past_of(changed("Project", "pretraining", "nlp", state=state))

    assert len(found(CHECKS, without(*NLP), tenant)) == expected
    assert len(found(CHECKS, without(NLP[1]), project)) == expected


def test_a_project_is_missed_at_its_tenant_with_the_document_to_write() -> None:
    (one,) = found(CHECKS, without(("Project", "vision", "serving")), past())

    assert one.code.code == "TN476"
    assert one.where.document == DocumentRef("Tenant", "vision")  # type: ignore[union-attr]
    assert "{classes: [inference], state: retired}" in one.help


def test_what_a_damaged_document_hides_is_not_called_gone() -> None:
    missing_project = resolution_of(without(("Project", "vision", "serving")), past())
    missing_tenant = resolution_of(without(*NLP), past())
    assert missing_project.program is not None
    assert missing_tenant.program is not None

    damaged_project = frozenset({DocumentRef("Project", "serving", "vision")})
    damaged_tenant = frozenset({DocumentRef("Tenant", "nlp")})

    assert run(CHECKS, missing_project.program, damaged_project) == []
    assert run(CHECKS, missing_tenant.program, damaged_tenant) == []


def without_cpu_pool() -> Trees:
    trees = without(("Pool", "", "cpu"))
    spec_of(trees, "Tenant", "search")["quota"].pop()
    del spec_of(trees, "Project", "ranking", "search")["quota"]
    return trees


def test_a_pool_goes_with_one_message_for_all_its_queues() -> None:
    (one,) = found(CHECKS, without_cpu_pool(), past())

    assert one.code.code == "TN478"
    assert "state: draining" in one.help
    assert "the lines of search" in one.help


def test_a_drained_pool_may_go() -> None:
    drained = small_trees()
    spec_of(drained, "Tenant", "search")["quota"][1]["state"] = "draining"

    assert codes(CHECKS, without_cpu_pool(), past_of(drained)) == []


def test_a_queue_whose_class_the_project_gives_up_is_missed_there() -> None:
    (one,) = found(CHECKS, changed("Project", "detection", "vision", classes=["training"]), past())

    assert one.code.code == "TN475"
    assert one.where.path == ("spec", "classes")  # type: ignore[union-attr]
    assert "`- {pool: h100-slices, class: development, state: draining}`" in one.help


def test_a_queue_that_was_drained_may_go() -> None:
    drained = small_trees()
    line = {"pool": "h100-slices", "class": "development", "state": "draining"}
    spec_of(drained, "Project", "detection", "vision")["quota"].append(line)

    assert codes(CHECKS, changed("Project", "detection", "vision", classes=["training"]), past_of(drained)) == []


def test_a_project_of_a_tenant_without_a_line_is_told_that_it_needs_one() -> None:
    before = small_trees()
    spec_of(before, "Tenant", "research")["quota"].append({"pool": "h100-slices", "guaranteed": 7})
    spec_of(before, "Project", "pretraining", "nlp")["classes"] = ["training", "development"]
    after = small_trees()
    spec_of(after, "Tenant", "research")["quota"].append({"pool": "h100-slices", "guaranteed": 7})

    (one,) = found(CHECKS, after, past_of(before))

    assert "`- {pool: h100-slices}` in Tenant nlp" in one.help


def test_a_class_line_that_goes_is_shown_with_its_number() -> None:
    (one,) = found(CHECKS, changed("Project", "serving", "vision", quota=[]), past())

    assert one.where.path == ("spec", "quota")  # type: ignore[union-attr]
    assert "`- {pool: h100-infer, class: inference, guaranteed: 4, state: draining}`" in one.help


def test_the_line_of_a_tenant_takes_all_queues_below_it_and_is_one_mistake() -> None:
    trees = changed("Tenant", "research", quota=[])
    spec_of(trees, "Tenant", "nlp")["quota"] = []
    spec_of(trees, "Tenant", "vision")["quota"].pop(0)
    spec_of(trees, "Project", "detection", "vision")["quota"] = []
    del trees["Grant", "vision", "cvpr-deadline"]

    everything = found(CHECKS, trees, past())
    only_nlp = found(CHECKS, trees_without_nlp_line(), past_of(nlp_on_slices()))

    assert sorted(one.where.document.name for one in everything) == ["nlp", "vision"]  # type: ignore[union-attr]
    (one,) = only_nlp
    assert "`- {pool: h100-slices, guaranteed: 3, state: draining}`" in one.help
    assert [note.text for note in one.notes] == ["so is queue development.h100-slices of nlp/second"]


def nlp_on_slices() -> Trees:
    trees = trees_without_nlp_line()
    spec_of(trees, "Tenant", "nlp")["quota"].append({"pool": "h100-slices", "guaranteed": 3})
    return trees


def trees_without_nlp_line() -> Trees:
    trees = small_trees()
    spec_of(trees, "Project", "pretraining", "nlp")["classes"] = ["training", "development"]
    trees["Project", "nlp", "second"] = {
        **trees["Project", "nlp", "pretraining"],
        "metadata": {"tenant": "nlp", "name": "second"},
    }
    return trees


def test_a_pool_that_stops_to_serve_a_class_is_told_so() -> None:
    trees = changed("Pool", "h100-slices", classes=["training"])

    (one,) = found(lost_queues.CHECKS, trees, past())

    assert one.where.document == DocumentRef("Pool", "h100-slices")  # type: ignore[union-attr]


def test_an_isolation_that_the_pool_does_not_take_is_told_where_it_was_set() -> None:
    trees = trees_without_nlp_line()
    spec_of(trees, "Tenant", "research")["quota"].append({"pool": "h100-slices", "guaranteed": 7})
    before = past_of(trees)
    spec_of(trees, "Tenant", "nlp")["isolation"] = "strict"
    spec_of(trees, "Tenant", "nlp")["quota"] = []

    found_at = {one.where for one in found(lost_queues.CHECKS, trees, before)}

    assert {where.path for where in found_at} == {("spec", "isolation")}  # type: ignore[union-attr]


def test_a_cluster_that_a_tenant_leaves_is_told_there() -> None:
    trees = trees_without_nlp_line()
    spec_of(trees, "Tenant", "research")["quota"].append({"pool": "h100-slices", "guaranteed": 7})
    spec_of(trees, "Tenant", "nlp")["quota"] = []
    trees["Cluster", "", "dev-b"] = {**trees["Cluster", "", "prod-a"], "metadata": {"name": "dev-b"}}
    before = past_of(trees)
    spec_of(trees, "Tenant", "nlp")["clusters"] = ["dev-b"]

    (one,) = found(lost_queues.CHECKS, trees, before)

    assert one.where.path == ("spec", "clusters")  # type: ignore[union-attr]
    assert one.help.startswith("write prod-a back here")


def test_a_line_that_no_longer_fits_is_left_to_the_checks_on_lines() -> None:
    trees = changed("Tenant", "nlp", isolation="strict")

    assert codes(lost_queues.CHECKS, trees, past()) == []


def test_a_tenant_that_moves_away_from_what_it_inherited_is_told_at_its_parent() -> None:
    trees = changed("Tenant", "nlp", quota=[])
    before = past_of(trees)
    del spec_of(trees, "Tenant", "nlp")["parent"]

    (one,) = found(lost_queues.CHECKS, trees, before)

    assert one.where.path == ("spec", "parent")  # type: ignore[union-attr]


def test_nothing_is_remembered_of_states_and_queues_below_a_damaged_tenant() -> None:
    before = replace(past(), pools={})
    resolution = resolution_of(without(*NLP), before)
    assert resolution.program is not None

    damaged = frozenset({DocumentRef("Tenant", "research")})

    assert run(CHECKS, resolution.program, damaged) == []
    assert before != Before()
