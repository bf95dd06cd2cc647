"""Files in the output tree that are not the tool's own, and that Argo CD would apply."""

from pathlib import Path

import pytest

from tests.support.workspaces import copy_example, run, run_json, tree_of

ROLE_BINDING = "apiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\n"


@pytest.fixture
def fleet(tmp_path: Path) -> Path:
    """The worked example with what it compiles to."""
    made = copy_example(tmp_path / "fleet", output=False)
    assert run("compile", folder=made).returncode == 0
    return made


@pytest.mark.parametrize(
    "path",
    [
        "prod-a/vision/zz.yaml",
        "prod-a/vision/zz.yml",
        "prod-a/vision/zz.json",
        "prod-a/vision/zz.jsonnet",
        "prod-a/vision/Kustomization",  # with it Argo CD reads the folder by other rules
        "prod-a/vision/.argocd-source.yaml",
        "prod-a/_platform/zz.yaml",
        "argocd/zz.yaml",
        "argocd/prod-a/deep/er/zz.yaml",
    ],
)
def test_a_file_that_argo_cd_would_read_is_an_error_and_stays(path: str, fleet: Path) -> None:
    stray = fleet / "output" / path
    stray.parent.mkdir(parents=True, exist_ok=True)
    stray.write_text(ROLE_BINDING)
    before = tree_of(fleet / "output")

    checked, compiled = run("compile", "--check", folder=fleet), run("compile", folder=fleet)

    assert (checked.returncode, compiled.returncode) == (1, 1)
    for finished in (checked, compiled):
        assert "error[TN504]" in finished.stderr
        assert f"output/{path}:1:1" in finished.stderr
        assert f"git rm output/{path}" in finished.stderr
    assert "fresh" not in checked.stdout
    assert tree_of(fleet / "output") == before


@pytest.mark.parametrize(
    "path",
    [
        "README.md",
        "kustomization.yaml",
        "prod-a/README.yaml",
        "prod-a/vision/NOTES.md",
        "prod-a/vision/examples/job.yaml",  # folders below are not read there
        "prod-a/_install/values.yaml",
        "argocd/_install/values.yaml",
        "argocd/README.md",
        "elsewhere/mine/job.yaml",
    ],
)
def test_what_argo_cd_does_not_read_is_nobodys_business(path: str, fleet: Path) -> None:
    without = run("compile", "--check", folder=fleet)
    other = fleet / "output" / path
    other.parent.mkdir(parents=True, exist_ok=True)
    other.write_text("mine: true\n")

    checked = run("compile", "--check", folder=fleet)

    assert (checked.returncode, checked.stderr) == (0, without.stderr)
    assert "TN504" not in checked.stderr
    assert "output is fresh" in checked.stdout


def test_a_narrowed_compile_looks_at_what_it_is_about(fleet: Path) -> None:
    (fleet / "output/prod-a/vision/zz.yaml").write_text(ROLE_BINDING)

    about = run_json("compile", "--check", "--tenant", "vision", folder=fleet)
    elsewhere = run_json("compile", "--check", "--tenant", "nlp", folder=fleet)

    assert [one["code"] for one in about["diagnostics"] if one["severity"] == "error"] == ["TN504"]
    assert [one["code"] for one in elsewhere["diagnostics"] if one["severity"] == "error"] == []


def test_a_link_of_such_a_name_is_no_way_around(fleet: Path) -> None:
    (fleet / "elsewhere.yaml").write_text(ROLE_BINDING)
    (fleet / "output/prod-a/vision/zz.yaml").symlink_to("../../../elsewhere.yaml")

    assert "error[TN504]" in run("compile", "--check", folder=fleet).stderr


def test_what_a_killed_run_left_behind_is_swept_and_seen_by_the_check(fleet: Path) -> None:
    left = fleet / "output/prod-a/vision/.tenantry-access.yaml"
    left.write_text("half")

    checked, compiled = run("compile", "--check", folder=fleet), run("compile", folder=fleet)

    assert "error[TN504]" in checked.stderr
    assert compiled.returncode == 0, compiled.stderr
    assert not left.exists()
