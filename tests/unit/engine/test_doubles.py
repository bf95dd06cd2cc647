"""One mistake, one message, also where two stages stumble over it."""

from pathlib import Path

import pytest

from tenantry import api
from tests.support.workspaces import edit


def said(folder: Path, old: str, new: str) -> list[tuple[str, str]]:
    api.init(folder)
    edit(folder / "tenants" / "demo" / "tenant.yaml", old, new)
    return [(one.code.code, one.help) for one in api.check(api.open_workspace(folder)).report.items]


@pytest.mark.parametrize("value", ["1_000", "1e1", "012x"])
def test_a_number_in_an_odd_spelling_is_refused_once(tmp_path: Path, value: str) -> None:
    found = said(tmp_path, "guaranteed: 4, borrow: 4", f"guaranteed: 4, borrow: {value}")

    assert [code for code, _ in found] == ["TN205"]


def test_the_refusal_keeps_the_readers_way_out(tmp_path: Path) -> None:
    ((_, way_out),) = said(tmp_path, "guaranteed: 4, borrow: 4", "guaranteed: 4, borrow: 1_000")

    assert way_out == 'write 1000, or "1_000" in quotes for the text'


def test_a_doubt_about_a_value_that_is_taken_stays_a_warning(tmp_path: Path) -> None:
    assert [code for code, _ in said(tmp_path, "displayName: Demo team", "displayName: yes")] == ["TN118"]
