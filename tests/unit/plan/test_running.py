"""Work that runs beyond what will be guaranteed, on the worked example."""

from pathlib import Path

import pytest

from tenantry.plan.compare import compare
from tenantry.plan.quota import compare_quota
from tenantry.plan.running import Running, running, running_remarks
from tenantry.plan.side import Side
from tenantry.program import Program
from tests.support.planning import bundles_of, program_of
from tests.support.workspaces import copy_example, edit

PRETRAIN = "h100-train.nlp.pretrain.training"
SERVING = "h100-infer.vision.serving.inference"


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copy_example(tmp_path, output=False)


def found(before: Program, workspace: Path, usage: dict[str, dict[str, int]]) -> tuple[Running, ...]:
    after = program_of(workspace, before)
    assert after is not None
    comparison = compare(bundles_of(before), bundles_of(after))
    quota, _, _ = compare_quota(Side(before, comparison.before), Side(after, comparison.after))
    return running(before, after, quota, usage)


def test_work_of_a_tenant_is_that_of_all_queues_below_it(workspace: Path) -> None:
    before = program_of(workspace)
    assert before is not None
    edit(workspace / "tenants/nlp/tenant.yaml", "h100-train,  guaranteed: 40", "h100-train,  guaranteed: 32")
    usage = {PRETRAIN: {"nvidia.com/gpu": 30}, "h100-train.nlp.finetune.training": {"nvidia.com/gpu": 8}}

    [nlp] = found(before, workspace, usage)

    assert (str(nlp.holder), nlp.used, nlp.guaranteed_before, nlp.guaranteed_after) == ("nlp", 38, 40, 32)
    assert (nlp.beyond, nlp.was_beyond) == (6, 0)
    [remark] = running_remarks((nlp,))
    assert remark.sentence == (
        "**nlp** h100-train runs 38 now, **6** beyond its new guarantee of 32 (6 more than today): "
        "others can take them back"
    )
    assert remark.risk == "high"


def test_work_within_the_new_guarantee_is_safe(workspace: Path) -> None:
    before = program_of(workspace)
    assert before is not None
    edit(workspace / "tenants/nlp/tenant.yaml", "h100-train,  guaranteed: 40", "h100-train,  guaranteed: 32")

    [nlp] = found(before, workspace, {PRETRAIN: {"nvidia.com/gpu": 32, "cpu": 900}})

    assert nlp.beyond == 0
    [remark] = running_remarks((nlp,))
    assert "all within its new guarantee" in remark.sentence
    assert remark.risk == "low"


def test_a_class_that_never_borrows_has_units_at_risk(workspace: Path) -> None:
    before = program_of(workspace)
    assert before is not None
    edit(
        workspace / "tenants/vision/projects.yaml", "class: inference, guaranteed: 4", "class: inference, guaranteed: 3"
    )

    changes = found(before, workspace, {SERVING: {"nvidia.com/gpu": 4}})

    [remark] = [one for one in running_remarks(changes) if "class inference" in one.sentence]
    assert "runs 4 now, **1** beyond its new number of 3: they are at risk" in remark.sentence
    assert remark.risk == "high"


def test_without_usage_nothing_is_said(workspace: Path) -> None:
    before = program_of(workspace)
    assert before is not None
    edit(workspace / "tenants/nlp/tenant.yaml", "h100-train,  guaranteed: 40", "h100-train,  guaranteed: 32")

    assert found(before, workspace, {}) == ()


def test_a_project_whose_tenant_keeps_its_guarantee_is_told(workspace: Path) -> None:
    before = program_of(workspace)
    assert before is not None
    edit(workspace / "tenants/nlp/projects.yaml", "h100-train, guaranteed: 24", "h100-train, guaranteed: 4")

    changes = found(before, workspace, {PRETRAIN: {"nvidia.com/gpu": 24}})

    [remark] = running_remarks(changes)
    assert remark.sentence == (
        "**nlp/pretrain** h100-train runs 24 now, **20** beyond its new guarantee of 4 (20 more than today): "
        "others can take them back"
    )
    assert (remark.risk, remark.rule, remark.about) == ("high", "running work is beyond", "nlp")


def test_work_of_classes_that_never_borrow_is_not_told_twice(workspace: Path) -> None:
    before = program_of(workspace)
    assert before is not None
    edit(
        workspace / "tenants/vision/projects.yaml", "class: inference, guaranteed: 4", "class: inference, guaranteed: 3"
    )

    changes = found(before, workspace, {SERVING: {"nvidia.com/gpu": 4}})

    assert [one.sentence for one in running_remarks(changes) if "**vision/serving**" in one.sentence] == []
