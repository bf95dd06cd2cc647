"""Paths in the words of those who write them."""

import pytest

from tenantry.diagnostics.paths import place


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ((), "the object itself"),
        (("spec", "limits", 0, "max", "nvidia.com/gpu"), 'spec.limits[0].max["nvidia.com/gpu"]'),
        (("data", ""), 'data[""]'),
        (("rules", 10), "rules[10]"),
    ],
)
def test_a_place_reads_as_people_write_it(path: tuple[str | int, ...], text: str) -> None:
    assert place(path) == text
