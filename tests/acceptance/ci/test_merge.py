"""After the merge: what is compiled is committed with its trailers; and the nightly move of the fleet's date."""

import json
import sys
from pathlib import Path

import pytest

from tests.acceptance.ci.hub import Hub
from tests.acceptance.ci.pull_requests import PullRequest
from tests.acceptance.ci.runner import ACTION, Job, Step, python
from tests.support.repositories import Repository
from tests.support.workspaces import edit, run

VISION = Path("tenants") / "vision" / "tenant.yaml"
AS_IT_IS = "guaranteed: 24, borrow: 32"
PEOPLE = {"grace": ["user:grace@example.com", "group:research-leads"]}


@pytest.fixture
def origin(origin: Repository) -> Repository:
    """The worked example with its file of people, committed on main."""
    path = origin.folder / ".github" / "people.json"
    path.parent.mkdir()
    path.write_text(json.dumps(PEOPLE), encoding="utf-8")
    origin.commit("People")
    return origin


class Merging:
    """The job of merge.yaml, in a clone of main with all of its history."""

    def __init__(self, origin: Repository, hub: Hub, tmp_path: Path, runner: Path) -> None:
        # A bare copy: main of `origin` is checked out, and git takes no push to that.
        self.remote = Repository(tmp_path / "remote")
        origin.git("clone", "--quiet", "--bare", str(origin.folder), str(self.remote.folder))
        self.clone = Repository(tmp_path / "clone")
        origin.git("clone", "--quiet", self.remote.folder.as_uri(), str(self.clone.folder))
        self.trailers = tmp_path / "trailers"
        self.job = Job(self.clone.folder, runner, {"TENANTRY_PEOPLE": ".github/people.json"} | hub.env)

    def merge(self) -> Step:
        asked = self.job.run("merged", f"{python('merged.py')} >{self.trailers}", step_id="merged")
        assert asked.code == 0, asked.stderr
        return self.job.run(
            "merge",
            f'TENANTRY_TRAILERS={self.trailers} "$GITHUB_ACTION_PATH/merge.sh"',
            TENANTRY_BRANCH="main",
            TENANTRY_DELETES=self.job.outputs["merged"]["deletes"],
        )


def merged(origin: Repository, hub: Hub, description: str = "") -> PullRequest:
    """Merges what lies changed as number 7, which grace approved."""
    request = PullRequest.of(origin)
    origin.git("merge", "--quiet", "--ff-only", request.merge)
    head, author = {"sha": request.head}, {"login": "ada"}
    hub.merged[request.merge] = [
        {"number": 7, "merge_commit_sha": request.merge, "head": head, "user": author, "body": description}
    ]
    hub.review("grace", "APPROVED", request.head)
    return request


def test_the_merge_compiles_and_says_of_which_trees_and_by_whom(
    origin: Repository, hub: Hub, tmp_path: Path, runner: Path
) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")
    request = merged(origin, hub)
    merging = Merging(origin, hub, tmp_path, runner)

    done, again = merging.merge(), merging.merge()

    assert (done.code, again.code) == (0, 0), done.stderr + again.stderr
    remote = merging.remote
    assert remote.git("rev-parse", "main^") == request.merge
    trees = [remote.git("rev-parse", f"{request.merge}:{folder}") for folder in ("clusters", "tenants")]
    assert remote.git("log", "-1", "--format=%(trailers:only)", "main").splitlines() == [
        f"Compiled: {' '.join(trees)} 0.1.0",
        "Pull-request: #7",
        "Approved-by: grace (user:grace@example.com, group:research-leads)",
    ]
    changed = remote.git("diff", "--name-only", "main^", "main").splitlines()
    assert changed
    assert all(path.startswith("output/") for path in changed)
    assert run("compile", "--check", folder=merging.clone.folder).returncode == 0


def test_a_merge_does_not_name_its_own_approvers(origin: Repository, hub: Hub, tmp_path: Path, runner: Path) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")
    more = PEOPLE | {"eve": ["group:research-leads"]}
    (origin.folder / ".github" / "people.json").write_text(json.dumps(more), encoding="utf-8")
    request = merged(origin, hub)
    hub.review("eve", "APPROVED", request.head)
    merging = Merging(origin, hub, tmp_path, runner)

    done = merging.merge()

    assert done.code == 0, done.stderr
    said = merging.remote.git("log", "-1", "--format=%(trailers:only)", "main").splitlines()
    assert "Approved-by: eve" in said


def test_a_branch_that_moved_on_is_left_to_its_own_run(
    origin: Repository, hub: Hub, tmp_path: Path, runner: Path
) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")
    merged(origin, hub)
    merging = Merging(origin, hub, tmp_path, runner)
    (origin.folder / "NEWS").write_text("moved again\n", encoding="utf-8")
    newer = origin.commit("Move on again")
    origin.git("push", "--quiet", str(merging.remote.folder), "main")

    done = merging.merge()

    assert done.code == 0, done.stderr
    assert "moved on; its own run compiles" in done.stdout
    assert merging.remote.git("rev-parse", "main") == newer


def test_the_run_after_that_names_the_approvals_of_both(
    origin: Repository, hub: Hub, tmp_path: Path, runner: Path
) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")
    merged(origin, hub)
    (origin.folder / "NEWS").write_text("moved again\n", encoding="utf-8")
    origin.commit("Move on again")
    merging = Merging(origin, hub, tmp_path, runner)

    done = merging.merge()

    assert done.code == 0, done.stderr
    assert "Approved-by: grace" in merging.remote.git("log", "-1", "--format=%(trailers:only)", "main")


@pytest.mark.parametrize(
    ("description", "number"),
    [
        ("", 0),
        ("Retire a tenant.\n\nAllow-deletes: 120\n", 120),
        ("Allow-deletes: 9\r\nAllow-deletes: 10\r\n", 10),
        ("see `Allow-deletes: 5`", 0),
        ("Allow-deletes: $(id)", 0),
        ("Allow-deletes: 99999999999", 0),
    ],
)
def test_the_description_says_how_many_objects_may_go(
    description: str, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(ACTION))
    from merged import allowed_deletes  # type: ignore[import-not-found, unused-ignore]

    assert allowed_deletes(description) == number


class TestNightly:
    @staticmethod
    def play(origin: Repository, tmp_path: Path, runner: Path, today: str) -> tuple[Job, Repository, Step]:
        remote = Repository(tmp_path / "remote")
        origin.git("clone", "--quiet", "--bare", str(origin.folder), str(remote.folder))
        clone = Repository(tmp_path / "clone")
        origin.git("clone", "--quiet", "--depth=1", remote.folder.as_uri(), str(clone.folder))
        results = str(tmp_path / "nightly")
        env = {"TENANTRY_RESULTS": results, "TENANTRY_BRANCH": "tenantry/as-of", "TENANTRY_INTO": "main"}
        job = Job(clone.folder, runner, env)
        return job, remote, job.run("nightly", '"$GITHUB_ACTION_PATH/nightly.sh"', TENANTRY_TODAY=today)

    def test_a_day_without_an_event_changes_nothing(self, origin: Repository, tmp_path: Path, runner: Path) -> None:
        edit(origin.folder / "clusters" / "fleet.yaml", "asOf: 2026-11-30", "asOf: 2026-12-06")
        origin.commit("Between two grants")

        _, remote, step = self.play(origin, tmp_path, runner, "2026-12-09")

        assert (step.code, step.stdout) == (0, ""), step.stderr
        assert remote.git("branch", "--list", "tenantry/*") == ""

    def test_the_end_of_a_grant_moves_the_date_and_opens_one_request(
        self, origin: Repository, hub: Hub, tmp_path: Path, runner: Path
    ) -> None:
        job, remote, step = self.play(origin, tmp_path, runner, "2026-12-06")

        assert (step.code, step.stdout.splitlines()[-1]) == (0, "moved"), step.stderr
        diff = remote.git("diff", "--unified=0", "main", "tenantry/as-of").splitlines()[4:]
        (_, old, new) = diff
        assert old.replace("2026-11-30", "2026-12-06").lstrip("-") == new.lstrip("+")
        events = (Path(job.env["TENANTRY_RESULTS"]) / "grants.txt").read_text(encoding="utf-8").splitlines()
        assert events[0] == "asOf 2026-11-30 -> 2026-12-06"
        assert any("ended with 2026-12-05" in line for line in events)
        for _ in range(2):
            opened = job.run("open", python("open_pull_request.py"), **hub.env)
            assert opened.code == 0, opened.stderr
        assert len(hub.pulls) == 1
        assert "### Plan" in hub.pulls[0]["body"]
        assert (hub.pulls[0]["head"]["label"], hub.pulls[0]["base"]["ref"]) == ("example:tenantry/as-of", "main")


def test_the_python_of_the_action_runs_where_only_python_is(tmp_path: Path) -> None:
    # The job that may write installs nothing.
    for script in ("hub", "people", "post", "pull_request", "merged", "open_pull_request"):
        imports = [
            line.split()[1].partition(".")[0]
            for line in (ACTION / f"{script}.py").read_text(encoding="utf-8").splitlines()
            if line.startswith(("import ", "from "))
        ]
        assert set(imports) <= sys.stdlib_module_names | {"hub", "people"}
