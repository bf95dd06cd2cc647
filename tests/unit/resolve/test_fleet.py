"""Documents of which a fleet has exactly one."""

import pytest

from tenantry.diagnostics import Spot
from tests.support.programs import resolution_of, small_trees


@pytest.mark.parametrize(("kind", "name"), [("Fleet", "example"), ("PriorityLadder", "standard")])
def test_a_workspace_without_its_one_document_gets_one_message_and_no_program(kind: str, name: str) -> None:
    trees = small_trees()
    del trees[kind, "", name]

    resolution = resolution_of(trees)

    assert resolution.program is None
    (problem,) = resolution.diagnostics
    assert (problem.code.code, problem.where) == ("TN306", Spot("clusters", 1, 1))
    assert problem.message == f"there is no {kind} in this workspace"
