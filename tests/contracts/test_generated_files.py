"""What is generated from the models is what the models give: run `python tools/generate.py` where it is not."""

from collections.abc import Callable
from pathlib import Path

import pytest
from tools.check_pages import check_files
from tools.policy_pages import policy_files

from tenantry.model.reference import reference_files
from tenantry.model.schema import schema_files

ROOT = Path(__file__).resolve().parents[2]
GENERATED: list[tuple[str, Callable[[], dict[str, str]], str]] = [
    ("schemas", schema_files, "*.json"),
    ("docs/reference", reference_files, "*.md"),
    ("docs/checks", check_files, "*.md"),
    ("docs/policies", policy_files, "*.md"),
]


@pytest.mark.parametrize(("folder", "files", "pattern"), GENERATED)
def test_generated_files_are_fresh(folder: str, files: Callable[[], dict[str, str]], pattern: str) -> None:
    stale = [
        name
        for name, text in files().items()
        if not (ROOT / folder / name).is_file() or (ROOT / folder / name).read_bytes() != text.encode()
    ]

    assert stale == []


def test_no_schema_is_left_of_a_kind_that_is_gone() -> None:
    assert {path.name for path in (ROOT / "schemas").glob("*.json")} == set(schema_files())


def test_no_page_is_left_of_a_ready_policy_that_is_gone() -> None:
    assert {path.name for path in (ROOT / "docs" / "policies").glob("*.md")} == set(policy_files())
