import pytest

from tenantry.diagnostics import DocumentRef, Where
from tenantry.diagnostics.model import FilePlace
from tenantry.kinds.ladder import ladder_of
from tenantry.names import PriorityName
from tenantry.program import Priority


def priority(where: Where) -> Priority:
    return Priority(PriorityName("high"), 1, "", (), where)


def test_a_step_comes_from_the_document_that_holds_it() -> None:
    ladder = DocumentRef("PriorityLadder", "standard")

    assert ladder_of(priority(Where(ladder, ("spec", "priorities", 0)))) == ladder


def test_a_step_placed_by_file_is_our_mistake() -> None:
    with pytest.raises(TypeError, match="placed by file"):
        ladder_of(priority(Where(FilePlace("clusters/fleet.yaml", 1))))
