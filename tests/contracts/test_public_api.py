"""What other programs may rely on: the names of the api, and the shape of what the command prints."""

import json
from pathlib import Path

from tenantry import api
from tests.support.workspaces import copy_example, edit, run, run_json


def test_the_api_exports_exactly_its_public_names() -> None:
    functions = {name for name, value in vars(api).items() if getattr(value, "__module__", "") == api.__name__}

    assert functions <= set(api.__all__)
    assert all(hasattr(api, name) for name in api.__all__)
    assert all(getattr(api, name).__doc__ for name in api.__all__)


def test_check_prints_diagnostics_and_a_summary(tmp_path: Path) -> None:
    edit(copy_example(tmp_path) / "tenants" / "vision" / "tenant.yaml", "parent: research", "parent: reserch")

    printed = run_json("check", folder=tmp_path)

    (found,) = [one for one in printed["diagnostics"] if one["severity"] == "error"]
    assert {"code", "severity", "message", "file", "line", "column", "help"} <= set(found)
    assert (found["code"], found["file"]) == ("TN302", "tenants/vision/tenant.yaml")
    assert printed["summary"]["errors"] == 1


def test_compile_prints_what_it_did(tmp_path: Path) -> None:
    copy_example(tmp_path, output=False)

    first, second = run_json("compile", folder=tmp_path), run_json("compile", folder=tmp_path)

    assert {"written", "unchanged", "deleted", "objects", "by_kind"} <= set(first)
    assert first["written"]
    assert first["objects"] == sum(first["by_kind"].values())
    assert second["written"] == []
    assert second["unchanged"] == len(first["written"])


def test_exit_codes_are_as_documented(tmp_path: Path) -> None:
    copy_example(tmp_path)
    assert run("check", folder=tmp_path).returncode == 0
    assert run("check", "--no-such-option", folder=tmp_path).returncode == 2
    assert run("check", folder=tmp_path / "clusters").returncode == 3
    edit(tmp_path / "tenants" / "vision" / "tenant.yaml", "parent: research", "parent: reserch")
    assert run("check", folder=tmp_path).returncode == 1
    assert run("compile", folder=tmp_path).returncode == 1


def test_any_error_and_nothing_is_written(tmp_path: Path) -> None:
    copy_example(tmp_path, output=False)
    edit(tmp_path / "tenants" / "vision" / "tenant.yaml", "parent: research", "parent: reserch")

    finished = run("compile", "--format", "json", folder=tmp_path)

    assert finished.returncode == 1
    assert json.loads(finished.stdout)["written"] == []
    assert not list((tmp_path / "output").iterdir()) if (tmp_path / "output").exists() else True


def test_a_stale_output_is_listed_and_fails_the_check(tmp_path: Path) -> None:
    copy_example(tmp_path)
    edit(tmp_path / "tenants" / "vision" / "tenant.yaml", "guaranteed: 24", "guaranteed: 25")

    finished = run("compile", "--check", folder=tmp_path)

    assert finished.returncode == 1
    assert "would write  prod-a/vision/quota.yaml" in finished.stdout
    assert "tenant research keeps 7 of h100-train (was 8)" in finished.stdout


def test_check_speaks_to_code_scanning_and_to_workflows(tmp_path: Path) -> None:
    edit(copy_example(tmp_path) / "tenants" / "vision" / "tenant.yaml", "parent: research", "parent: reserch")

    sarif = json.loads(run("check", "--format", "sarif", folder=tmp_path).stdout)
    annotations = run("check", "--format", "github", folder=tmp_path).stdout

    assert "TN302" in {result["ruleId"] for result in sarif["runs"][0]["results"]}
    assert "::error file=tenants/vision/tenant.yaml,line=9," in annotations
