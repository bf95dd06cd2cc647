"""Policies over a change, as pull requests meet them: who made and approved it, what blocks, and where that is said."""

import json
from pathlib import Path

import pytest

from tenantry.library import ready_text
from tests.support.repositories import Repository
from tests.support.workspaces import copy_example, edit, run

OWNED_BY_SECURITY = "owners: [{group: security}]"
LINKS_STAY = """apiVersion: tenantry.dev/v1alpha1
kind: Policy
metadata: {name: links-stay}
spec:
  description: Who depends on a link finds out by a timeout.
  scope: change
  match: {kinds: [Link]}
  expression: after != null
  message: A link is not removed.
  examples:
    mustPass: [{name: new, after: {name: a}}]
    mustFail: [{name: gone, before: {name: a}}]
"""


@pytest.fixture
def fleet(tmp_path: Path) -> Repository:
    folder = copy_example(tmp_path / "fleet", output=False)
    (folder / "clusters/links.yaml").write_text(LINKS_STAY)
    (folder / "clusters/isolation-change.yaml").write_text(ready_text("isolation-needs-security"))
    (folder / "clusters/self.yaml").write_text(ready_text("no-self-approval"))
    repository = Repository.init(folder)
    repository.commit("base")
    return repository


def softened(fleet: Repository) -> None:
    edit(fleet.folder / "tenants/robotics/tenant.yaml", "isolation: open-lab", "isolation: baseline")
    edit(fleet.folder / "clusters/lab-b/pools.yaml", "profiles: [open-lab]", "profiles: [open-lab, baseline]")


def planned(fleet: Repository, *arguments: str) -> tuple[int, list[str]]:
    """The exit code, and which policies block."""
    finished = run("plan", "--format", "json", *arguments, folder=fleet.folder)
    plan = json.loads(finished.stdout)["plan"]
    assert plan is not None, finished.stdout
    return finished.returncode, [one["policy"] for one in plan["policies"] if one["severity"] == "error"]


def test_an_approval_lifts_what_blocks_and_the_author_alone_does_not(fleet: Repository) -> None:
    softened(fleet)

    nobody = planned(fleet)
    herself = planned(fleet, "--author", "ada", "--approved-by", "group:security", "--approved-by", "user:ada")
    _, blocks = planned(fleet, "--author", "ada", "--approved-by", "group:security", "--approved-by", "bo")

    assert nobody == (1, ["isolation-needs-security"])
    assert herself == (1, ["no-self-approval"] * len(herself[1]))
    assert herself[1]
    assert blocks == []


def test_a_document_that_is_gone_is_shown_where_it_stood(fleet: Repository) -> None:
    (fleet.folder / "tenants/vision/links.yaml").unlink()
    commit = fleet.git("rev-parse", "--short=12", "HEAD")

    finished = run("plan", folder=fleet.folder)

    assert finished.returncode == 1
    assert "Blocked by policy links-stay" in finished.stdout.splitlines()[0]
    assert f" --> {commit}:tenants/vision/links.yaml:" in finished.stderr
    assert "metadata: {tenant: vision, name: features}" in finished.stderr
    assert fleet.git("show", f"{commit}:tenants/vision/links.yaml")


@pytest.mark.parametrize("output_format", ["sarif", "github", "junit"])
def test_hosts_are_told_a_file_and_what_it_said(fleet: Repository, output_format: str) -> None:
    (fleet.folder / "tenants/vision/links.yaml").unlink()
    commit = fleet.git("rev-parse", "--short=12", "HEAD")

    printed = run("plan", "--format", output_format, folder=fleet.folder).stdout

    assert "A link is not removed" in printed
    assert f"it stood at {commit}:tenants/vision/links.yaml:" in printed
    if output_format == "sarif":
        results = json.loads(printed)["runs"][0]["results"]
        places = {
            place["physicalLocation"]["artifactLocation"]["uri"]
            for result in results
            for place in (*result["locations"], *result.get("relatedLocations", []))
        }
        assert "tenants/vision/links.yaml" in places
        assert not any(":" in place for place in places)


def test_a_rule_taken_away_in_the_same_change_still_judges_it(fleet: Repository) -> None:
    softened(fleet)
    (fleet.folder / "clusters/isolation-change.yaml").unlink()

    assert planned(fleet) == (1, ["isolation-needs-security"])

    fleet.git("reset", "--quiet", "--hard")
    (fleet.folder / "clusters/isolation-change.yaml").unlink()
    fleet.commit("the rule goes, in a change of its own")
    softened(fleet)

    assert planned(fleet) == (0, [])


@pytest.mark.parametrize(
    ("named", "given_by"),
    [
        ("security", ""),
        ("user:security", ""),
        ("group:security", "group security"),
        ("group:oidc:security", "group security"),
    ],
)
def test_a_name_means_the_same_to_policies_and_to_the_list_of_approvals(
    fleet: Repository, named: str, given_by: str
) -> None:
    """The group owns the tenant, and the policy asks for it; a name without a kind is a user to both."""
    edit(fleet.folder / "tenants/robotics/tenant.yaml", "owners: [{group: robotics-leads}]", OWNED_BY_SECURITY)
    fleet.commit("security owns robotics")
    softened(fleet)
    edit(fleet.folder / "tenants/robotics/tenant.yaml", "displayName: Robotics", "displayName: Robots")

    finished = run("plan", "--format", "json", "--approved-by", named, folder=fleet.folder)

    plan = json.loads(finished.stdout)["plan"]
    (owner,) = [need for need in plan["needs"] if "owns robotics" in need["role"]]
    assert owner["given_by"] == given_by
    assert ("isolation-needs-security" in {one["policy"] for one in plan["policies"]}) == (not given_by)
