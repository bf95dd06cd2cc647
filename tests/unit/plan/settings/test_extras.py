"""Objects that addons add: which, how many, for whom."""

from typing import Any

from tenantry.plan.compare import compare
from tenantry.plan.remark import plain
from tenantry.plan.settings import settings_remarks
from tests.support.planning import bundles_of
from tests.support.programs import Trees, program_of, small_trees, spec_of

RULE = "objects of an addon change"
TEMPLATE = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: hello\ndata:\n  a: b\n"


def _told(before: Trees, after: Trees) -> list[tuple[str, str, str]]:
    old, new = program_of(before), program_of(after)
    comparison = compare(bundles_of(old), bundles_of(new))
    return [(one.risk, one.rule, plain(one.sentence)) for one in settings_remarks(old, new, comparison)]


def _with_addon(**fields: Any) -> Trees:
    trees = small_trees()
    trees["Addon", "", "hello"] = {
        "apiVersion": "tenantry.dev/v1alpha1",
        "kind": "Addon",
        "metadata": {"name": "hello"},
        "spec": {"description": "Says hello.", "for": "project", "template": TEMPLATE, **fields},
    }
    return trees


def test_an_addon_comes_changes_and_goes() -> None:
    with_addon, changed = _with_addon(), _with_addon(template=TEMPLATE.replace("a: b", "a: c"))

    ((risk, rule, new),) = _told(small_trees(), with_addon)
    assert (risk, rule) == ("medium", RULE)
    assert "Addon hello is new" in new
    assert "5 ConfigMaps added" in new
    assert "finance, nlp, search and vision" in new
    ((risk, rule, other),) = _told(with_addon, changed)
    assert (risk, rule) == ("medium", RULE)
    assert "Addon hello changes: 5 ConfigMaps changed" in other
    ((risk, rule, gone),) = _told(changed, small_trees())
    assert (risk, rule) == ("medium", RULE)
    assert "Addon hello is removed: 5 ConfigMaps removed" in gone


def test_an_addon_for_fewer_tenants() -> None:
    ((risk, _, sentence),) = _told(_with_addon(), _with_addon(tenants=["nlp"]))
    assert risk == "medium"
    assert "4 ConfigMaps removed" in sentence
    assert "nlp" not in sentence.partition("tenants:")[2]
    assert spec_of(_with_addon(), "Addon", "hello")["for"] == "project"
