"""The reference pages name every field of every kind."""

import re

import pytest

from tenantry.model import KINDS
from tenantry.model.reference import page, reference_files
from tenantry.model.schema import schema


@pytest.mark.parametrize("kind", KINDS)
def test_a_page_has_a_row_for_every_field_and_the_example(kind: str) -> None:
    text = page(kind)
    definitions = schema(kind)["$defs"].values()

    for definition in definitions:
        for key in definition["properties"]:
            assert f"| `{key}` |" in text
    assert f"kind: {kind}\n" in text


@pytest.mark.parametrize("kind", KINDS)
def test_every_link_of_a_page_leads_to_a_heading_of_it(kind: str) -> None:
    text = page(kind)
    anchors = {re.sub(r"[^a-z]", "", heading.lower()) for heading in re.findall(r"(?m)^## (.+)$", text)}

    assert set(re.findall(r"\(#([^)]*)\)", text)) <= anchors


def test_the_index_leads_to_every_page() -> None:
    files = reference_files()

    for kind in KINDS:
        assert f"[{kind}]({kind.lower()}.md)" in files["README.md"]
        assert f"{kind.lower()}.md" in files
