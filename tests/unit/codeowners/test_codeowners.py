"""Who approves which file: rules, names that a host knows, and the section in a file of others."""

import fnmatch
import json
from pathlib import Path

import pytest

from tests.support.repositories import Repository
from tests.support.workspaces import REPOSITORY, copy_example, edit, run, run_json

TEAMS = ("--team-prefix", "@example/")


def owners(folder: Path, *more: str) -> dict[str, list[str]]:
    return {rule["path"]: rule["owners"] for rule in run_json("codeowners", *TEAMS, *more, folder=folder)["rules"]}


@pytest.fixture
def fleet(tmp_path: Path) -> Path:
    return copy_example(tmp_path / "fleet", output=False)


def test_the_file_of_this_repository_is_fresh() -> None:
    finished = run("codeowners", *TEAMS, "--check", folder=REPOSITORY)

    assert finished.returncode == 0, finished.stdout


def test_each_file_goes_to_those_who_give(fleet: Path) -> None:
    found = owners(fleet)

    assert found["clusters/"] == ["@example/platform"]
    assert found["tenants/vision/"] == ["@example/vision-leads", "@example/research-leads"]
    assert found["tenants/vision/grants.yaml"] == ["@example/capacity"]
    assert found["tenants/research/tenant.yaml"] == ["@example/capacity", "@example/platform"]
    assert found["tenants/vision/tenant.yaml"][0] == "@example/research-leads"


@pytest.mark.parametrize("name", ["clusters", "tenants", "output"])
def test_what_is_compiled_has_owners_and_so_have_links_in_the_place_of_folders(name: str, fleet: Path) -> None:
    found = owners(fleet)

    assert found[name] == found[f"{name}/"] == ["@example/platform"]


def test_capacity_managers_are_left_out_where_every_line_is_given_from_above(fleet: Path) -> None:
    before = owners(fleet)["tenants/speech/tenant.yaml"]

    edit(
        fleet / "tenants" / "research" / "tenant.yaml",
        "  quota:\n",
        "  quota:\n  - {pool: h100-infer, guaranteed: 5}\n  - {pool: h100-slices, guaranteed: 21}\n",
    )

    assert before == ["@example/research-leads", "@example/capacity", "@example/platform"]
    assert owners(fleet)["tenants/speech/tenant.yaml"] == ["@example/research-leads", "@example/platform"]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("tenants/vision/tenant.yaml", "guaranteed: 24, borrow: 32", "guaranteed: 28, borrow: 32"),
        ("tenants/research/tenant.yaml", "guaranteed: 72,  borrow: 16", "guaranteed: 72,  borrow: 24"),
        ("tenants/vision/grants.yaml", "conference deadline", "conference"),
        ("tenants/climate/projects.yaml", "spec:\n", "spec:\n  displayName: New\n"),
        ("clusters/fleet.yaml", "currency: EUR", "currency: USD"),
        ("tenants/nlp/tenant.yaml", "spec:\n", "spec:\n  priorities: [normal, scavenger]\n"),
    ],
)
def test_whom_a_plan_asks_owns_the_file(file: str, old: str, new: str, fleet: Path) -> None:
    repository = Repository.init(fleet)
    repository.commit()
    rules = owners(fleet)
    text = (fleet / file).read_text(encoding="utf-8")
    assert old in text
    (fleet / file).write_text(text.replace(old, new, 1), encoding="utf-8")

    plan = json.loads(run("plan", "HEAD", "--format", "json", folder=fleet).stdout)["plan"]

    # The last rule that fits counts, as on both hosts.
    fits = [people for path, people in rules.items() if fnmatch.fnmatch(file, path + "*" if path[-1] == "/" else path)]
    assert plan["needs"]
    for need in plan["needs"]:
        names = {f"@example/{one.partition(' ')[2]}" for one in need["any_of"]}
        assert names & set(fits[-1]), (need, fits[-1])


def test_lines_of_others_stay_and_ours_come_last(fleet: Path) -> None:
    path = fleet / ".github" / "CODEOWNERS"
    path.parent.mkdir()
    path.write_text("*.py @example/tools", encoding="utf-8")

    first = run("codeowners", *TEAMS, folder=fleet)
    edit(fleet / "tenants" / "vision" / "tenant.yaml", "[{group: vision-leads}]", "[{group: vision-chairs}]")
    stale = run("codeowners", *TEAMS, "--check", folder=fleet)
    run("codeowners", *TEAMS, folder=fleet)

    assert first.returncode == 0
    assert stale.returncode == 1
    text = path.read_text(encoding="utf-8")
    assert text.startswith("*.py @example/tools\n\n# BEGIN tenantry")
    assert text.endswith("\n# END tenantry\n")
    assert (text.count("BEGIN tenantry"), "vision-leads" in text, "vision-chairs" in text) == (1, False, True)
    assert run("codeowners", *TEAMS, "--check", folder=fleet).returncode == 0


def test_the_file_lies_at_the_top_of_the_repository(tmp_path: Path) -> None:
    copy_example(tmp_path / "top" / "deploy", output=False)
    Repository.init(tmp_path / "top")

    run("codeowners", "--for", "gitlab", "--team-prefix", "@", folder=tmp_path / "top" / "deploy")

    lines = (tmp_path / "top" / ".gitlab" / "CODEOWNERS").read_text(encoding="utf-8").splitlines()
    assert "/deploy/tenants/vision/grants.yaml @capacity" in lines
    assert "/.gitlab-ci.yml @platform" in lines


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("user: ada", "@ada"),
        ("user: ada@example.com", "ada@example.com"),
        ("group: vision-leads", "@example/vision-leads"),
    ],
)
def test_people_are_named_as_the_host_knows_them(written: str, said: str, fleet: Path) -> None:
    edit(fleet / "tenants" / "vision" / "tenant.yaml", "owners: [{group: vision-leads}]", f"owners: [{{{written}}}]")

    assert owners(fleet)["tenants/vision/"][0] == said


@pytest.mark.parametrize("written", ['group: "a b"', 'group: "x #y"', 'user: "a/b"', 'user: "* @x"'])
def test_whoever_has_no_name_there_is_never_left_out(written: str, fleet: Path) -> None:
    edit(fleet / "tenants" / "vision" / "tenant.yaml", "owners: [{group: vision-leads}]", f"owners: [{{{written}}}]")

    finished = run("codeowners", *TEAMS, folder=fleet)

    assert finished.returncode in (1, 2)
    assert not (fleet / ".github").exists()


def test_a_team_may_be_called_otherwise(fleet: Path) -> None:
    found = owners(fleet, "--team", "vision-leads=@example/eyes")

    assert found["tenants/vision/"][0] == "@example/eyes"
    assert run("codeowners", *TEAMS, "--team", "vision-leads", folder=fleet).returncode == 2


def test_a_group_without_an_organisation_is_no_team_of_github(fleet: Path) -> None:
    finished = run("codeowners", folder=fleet)

    assert finished.returncode == 2
    assert "--team-prefix @example/" in finished.stderr


def test_errors_in_the_specs_come_first(fleet: Path) -> None:
    edit(fleet / "tenants" / "vision" / "tenant.yaml", "parent: research", "parent: reserch")

    finished = run("codeowners", *TEAMS, folder=fleet)

    assert finished.returncode == 1
    assert "error[TN302]" in finished.stderr
    assert not (fleet / ".github").exists()
