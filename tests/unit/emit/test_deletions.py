"""How many objects may go unasked."""

import pytest

from tenantry.emit.deletions import without_asking


@pytest.mark.parametrize(("before", "most"), [(0, 20), (199, 20), (200, 20), (210, 21), (636, 63), (100_000, 10_000)])
def test_twenty_or_a_tenth_whichever_is_more(before: int, most: int) -> None:
    assert without_asking(before) == most
