from typing import Any

import pytest

from tenantry.check.trouble import Trouble, trouble
from tenantry.names import PoolName
from tests.support.programs import resolution_of, small_trees
from tests.unit.check.judging import changed


def troubles(trees: Any) -> set[Trouble | None]:
    program = resolution_of(trees).program
    assert program is not None
    return {trouble(program, line) for line in program.lines}


def test_the_small_fleet_has_none() -> None:
    assert troubles(small_trees()) == {None}


@pytest.mark.parametrize(
    ("tenant", "line", "expected"),
    [
        ("finance", {"pool": "h100-finance"}, Trouble.HOLDER),
        ("nlp", {"pool": "h100-finance"}, Trouble.DEDICATED),
        ("finance", {"pool": "h100-train"}, Trouble.PROFILE),
    ],
)
def test_a_line_of_a_tenant_has_one_trouble(tenant: str, line: dict[str, object], expected: Trouble) -> None:
    assert troubles(changed("Tenant", tenant, quota=[line])) >= {expected}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ({"pool": "h100-finance", "class": "inference"}, Trouble.DEDICATED),
        ({"pool": "cpu", "class": "inference"}, Trouble.NO_TENANT_LINE),
        ({"pool": "h100-infer", "class": "inference"}, Trouble.CLASS),
        ({"pool": "h100-slices", "class": "training"}, Trouble.SERVED),
        ({"pool": "h100-infer"}, Trouble.SERVED),
    ],
)
def test_a_line_of_a_project_has_the_first_trouble_that_counts(line: dict[str, object], expected: Trouble) -> None:
    assert troubles(changed("Project", "detection", "vision", quota=[line])) == {None, expected}


def test_who_is_below_the_holder_may_have_a_line_of_its_pool() -> None:
    trees = changed("Tenant", "nlp", parent="finance", quota=[{"pool": PoolName("h100-finance"), "guaranteed": 1}])

    assert troubles(trees) == {None}
