"""The chain behind a value."""

from tenantry.answers.places import Place, Places
from tenantry.diagnostics import DocumentRef, Spot, Where
from tenantry.explain.chain import Step, resolved
from tenantry.program import BUILT_IN, Sourced

TEXT = {"a.yaml": ["spec:", "  color: red"], "b.yaml": ["spec:", "  shape: round"]}
NEAR, FAR = DocumentRef("Thing", "near"), DocumentRef("Thing", "far")


class Texts:
    """A locator of two documents: `color` is written in one, left out in the other."""

    def spot(self, where: Where) -> Spot:
        if where.document == NEAR:
            return Spot("a.yaml", 2, 3 if where.part == "key" else 10, 5)
        return Spot("b.yaml", 1, 1, 4)

    def line(self, file: str, line: int) -> str:
        return TEXT[file][line - 1]


PLACES = Places(Texts())
COLOR = ("spec", "color")


def test_a_written_value_overrides_the_default_of_another_document() -> None:
    found = resolved("color", Sourced("red", Where(NEAR, COLOR), (("blue", Where(FAR, COLOR)),)), PLACES)

    assert (found.value, found.origin, found.place) == ("red", "written", Place("a.yaml", 2))
    assert found.overrode == (Step("blue", "default", Place("b.yaml", 1)),)


def test_a_default_that_says_the_same_is_not_told_again() -> None:
    found = resolved("color", Sourced("red", Where(NEAR, COLOR), (("red", Where(FAR, COLOR)),)), PLACES)

    assert found.overrode == ()


def test_a_built_in_default_has_no_place() -> None:
    found = resolved("color", Sourced("red", BUILT_IN), PLACES)

    assert (found.origin, found.place) == ("default", None)
