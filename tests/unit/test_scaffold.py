"""What `tenantry init` writes into a folder that is not quite empty."""

from pathlib import Path

import pytest

from tenantry.diagnostics import TenantryError
from tenantry.scaffold import scaffold


def test_what_is_said_to_be_written_is_written(tmp_path: Path) -> None:
    written = scaffold(tmp_path)

    assert ".gitignore" in written
    assert sorted(path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()) == [*written]


def test_somebodys_own_gitignore_stays_and_is_not_said_to_be_written(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("mine\n")

    assert ".gitignore" not in scaffold(tmp_path)
    assert (tmp_path / ".gitignore").read_text() == "mine\n"


@pytest.mark.parametrize("folder", ["clusters", "tenants"])
def test_a_folder_with_specs_is_left_alone(tmp_path: Path, folder: str) -> None:
    (tmp_path / folder).mkdir()

    with pytest.raises(TenantryError, match="nothing was written"):
        scaffold(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == [folder]
