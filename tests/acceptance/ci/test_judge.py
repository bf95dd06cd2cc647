"""The judgement from outside of a pull request: who agreed, one comment kept up to date, a status."""

import json
from pathlib import Path

from tests.acceptance.ci.hub import BOT, Hub
from tests.acceptance.ci.pull_requests import PullRequest
from tests.acceptance.ci.runner import Job, Step, python
from tests.support.repositories import Repository
from tests.support.workspaces import edit

VISION = Path("tenants") / "vision" / "tenant.yaml"
AS_IT_IS = "guaranteed: 24, borrow: 32"
PEOPLE = {"Grace": ["user:grace@example.com", "group:research-leads"], "eve": ["group:vision-leads"]}


class Judging:
    """The jobs of judge.yaml, in a clone of main that holds nothing of the pull request."""

    def __init__(self, request: PullRequest, hub: Hub, tmp_path: Path, runner: Path) -> None:
        self.request, self.hub = request, hub
        self.clone = Repository.init(tmp_path / "trusted")
        self.clone.git("remote", "add", "origin", request.origin.folder.as_uri())
        self.clone.git("fetch", "--quiet", "--depth=1", "origin", request.base)
        self.clone.git("checkout", "--quiet", request.base)
        people = self.clone.folder / "people.json"
        people.write_text(json.dumps(PEOPLE), encoding="utf-8")
        event = request.finished_run(tmp_path / "run.json")
        results = str(tmp_path / "judgement")
        self.job = Job(
            self.clone.folder,
            runner,
            {"GITHUB_EVENT_PATH": str(event), "TENANTRY_RESULTS": results, "TENANTRY_PEOPLE": str(people)} | hub.env,
        )
        fork = {"full_name": "ada/fleet"}
        head = {"label": "ada:change", "sha": request.head, "repo": fork}
        hub.pulls.append(
            {"number": 7, "state": "open", "user": {"login": "ada"}, "base": {"ref": "main"}, "head": head}
        )

    def judge(self) -> Step:
        """Job `judge`; gives its last step."""
        found = self.job.run("request", python("pull_request.py"), step_id="request")
        assert found.code == 0, found.stderr
        outputs = self.job.outputs["request"]
        assert outputs["number"] == "7"
        return self.job.run(
            "judge",
            '"$GITHUB_ACTION_PATH/judge.sh"',
            PULL_REQUEST=outputs["number"],
            PULL_REQUEST_HEAD=outputs["head"],
            TENANTRY_AUTHOR=outputs["author"],
            TENANTRY_APPROVED_BY=str(Path(self.job.env["TENANTRY_RESULTS"]) / "approved-by.txt"),
            QUEUED=outputs["queued"],
            AFTER=outputs["after"],
            GITHUB_TOKEN="",
        )

    def in_queue(self, after: str, made: str, tmp_path: Path) -> None:
        """From here on it is the turn of the request in a merge queue, which made a commit of it."""
        event = json.loads(self.request.finished_run(tmp_path / "queue.json").read_text(encoding="utf-8"))
        event["workflow_run"] |= {
            "event": "merge_group",
            "head_branch": f"gh-readonly-queue/main/pr-7-{after}",
            "head_sha": made,
        }
        (tmp_path / "queue.json").write_text(json.dumps(event), encoding="utf-8")
        self.job.env["GITHUB_EVENT_PATH"] = str(tmp_path / "queue.json")

    def post(self) -> Step:
        """Job `post`."""
        return self.job.run("post", python("post.py"))


def test_the_comment_is_edited_in_place_and_the_status_follows_the_reviews(
    origin: Repository, hub: Hub, tmp_path: Path, runner: Path
) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")
    judging = Judging(PullRequest.of(origin), hub, tmp_path, runner)
    before = judging.clone.git("status", "--porcelain"), judging.clone.git("rev-parse", "HEAD")
    # Somebody else's comment with our marker is not ours to edit.
    hub.comments.append({"id": 0, "user": {"login": "eve"}, "body": "<!-- tenantry plan -->\nrisk: none, honestly"})

    for _ in range(2):
        judged, posted = judging.judge(), judging.post()
        assert (judged.code, posted.code) == (0, 0), judged.stderr + posted.stderr
    hub.review("grace", "APPROVED", judging.request.head)
    judged, posted = judging.judge(), judging.post()

    assert (judged.code, posted.code) == (0, 0), judged.stderr + posted.stderr
    assert [status["state"] for status in hub.statuses] == ["pending", "pending", "success"]
    assert {status["sha"] for status in hub.statuses} == {judging.request.head}
    assert hub.statuses[0]["description"] == "waits for group research-leads"
    assert [comment["user"]["login"] for comment in hub.comments] == ["eve", BOT]
    assert hub.comments[1]["body"].startswith("<!-- tenantry plan -->\n### Plan: vision gains 4")
    assert "given by group research-leads" in hub.comments[1]["body"]
    comments = [one for one in hub.changed if "comments" in one]
    assert comments == [
        "POST /repos/example/fleet/issues/7/comments",
        "PATCH /repos/example/fleet/issues/comments/1",
    ]
    assert (judging.clone.git("status", "--porcelain"), judging.clone.git("rev-parse", "HEAD")) == before


def test_only_a_word_that_stands_counts(origin: Repository, hub: Hub, tmp_path: Path, runner: Path) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")
    judging = Judging(PullRequest.of(origin), hub, tmp_path, runner)
    hub.review("Grace", "APPROVED", judging.request.head)
    hub.review("Grace", "CHANGES_REQUESTED", judging.request.head)
    hub.review("Grace", "COMMENTED", judging.request.head)
    hub.review("eve", "APPROVED", judging.request.head)
    hub.review("mallory", "APPROVED", judging.request.head)

    judged, posted = judging.judge(), judging.post()

    assert (judged.code, posted.code) == (0, 0), judged.stderr + posted.stderr
    assert hub.statuses[-1]["state"] == "pending"
    agreed = Path(judging.job.env["TENANTRY_RESULTS"]) / "approved-by.txt"
    assert agreed.read_text() == "group:vision-leads\n"


def test_an_error_in_the_specs_is_a_failure_with_its_message(
    origin: Repository, hub: Hub, tmp_path: Path, runner: Path
) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 36, borrow: 32")
    judging = Judging(PullRequest.of(origin), hub, tmp_path, runner)

    judged, posted = judging.judge(), judging.post()

    assert (judged.code, posted.code) == (0, 0), judged.stderr + posted.stderr
    assert hub.statuses[-1]["state"] == "failure"
    assert "error[TN412]" in hub.comments[0]["body"]


def test_output_made_by_hand_is_a_failure_whoever_agrees(
    origin: Repository, hub: Hub, tmp_path: Path, runner: Path
) -> None:
    with (origin.folder / "output/prod-a/vision/access.yaml").open("a", encoding="utf-8") as file:
        file.write("---\nkind: RoleBinding\n")
    (origin.folder / "output/prod-a/vision/zz.yaml").write_text("kind: RoleBinding\n", encoding="utf-8")
    judging = Judging(PullRequest.of(origin), hub, tmp_path, runner)
    hub.review("grace", "APPROVED", judging.request.head)

    judged, posted = judging.judge(), judging.post()

    assert (judged.code, posted.code) == (0, 0), judged.stderr + posted.stderr
    assert hub.statuses[-1]["state"] == "failure"
    assert hub.statuses[-1]["description"] == "1 error in the specs, in output/ or by policy"
    assert "output/prod-a/vision/zz.yaml" in hub.comments[0]["body"]
    assert "no change in meaning" not in hub.comments[0]["body"]


def test_a_main_branch_that_does_not_compile_gives_nobody_away(
    origin: Repository, hub: Hub, tmp_path: Path, runner: Path
) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 36, borrow: 32")
    origin.commit("Broken past the rules")
    edit(origin.folder / VISION, "guaranteed: 36, borrow: 32", "guaranteed: 28, borrow: 32")
    edit(origin.folder / "clusters" / "fleet.yaml", "owners: [{group: platform}]", "owners: [{user: ada@example.com}]")
    judging = Judging(PullRequest.of(origin), hub, tmp_path, runner)

    judged, posted = judging.judge(), judging.post()

    assert (judged.code, posted.code) == (0, 0), judged.stderr + posted.stderr
    assert hub.statuses[-1]["state"] == "pending"
    assert "group platform" in hub.statuses[-1]["description"]
    assert "first import" not in hub.comments[0]["body"]
    assert "2 before it" in hub.comments[0]["body"]


def test_two_requests_that_promise_too_much_together_do_not_pass_a_queue(
    origin: Repository, hub: Hub, tmp_path: Path, runner: Path
) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")
    judging = Judging(PullRequest.of(origin), hub, tmp_path, runner)
    hub.review("grace", "APPROVED", judging.request.head)
    assert (judging.judge().code, judging.post().code) == (0, 0)
    assert hub.statuses[-1]["state"] == "success"
    # What is before it in the queue takes the units.
    edit(origin.folder / "tenants/nlp/tenant.yaml", "h100-train,  guaranteed: 40", "h100-train,  guaranteed: 46")
    after = origin.commit("nlp gains 6")
    origin.git("checkout", "--quiet", "--detach")
    origin.git("merge", "--quiet", "--no-ff", "--message", "Queue", judging.request.head)
    made = origin.git("rev-parse", "HEAD")
    origin.git("update-ref", f"refs/heads/gh-readonly-queue/main/pr-7-{after}", made)
    judging.in_queue(after, made, tmp_path)

    judged, posted = judging.judge(), judging.post()

    assert (judged.code, posted.code) == (0, 0), judged.stderr + posted.stderr
    assert (hub.statuses[-1]["sha"], hub.statuses[-1]["state"]) == (made, "failure")
    assert len(hub.comments) == 1
    assert "TN412" not in hub.comments[0]["body"]
    # Its own head is on no main line, so it is no start to compare with.
    judging.in_queue(judging.request.head, made, tmp_path)
    assert judging.judge().code == 1


def test_a_merge_of_another_commit_is_not_judged(origin: Repository, hub: Hub, tmp_path: Path, runner: Path) -> None:
    edit(origin.folder / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")
    judging = Judging(PullRequest.of(origin), hub, tmp_path, runner)
    hub.pulls[0]["head"]["sha"] = "0" * 40

    judged = judging.judge()

    assert judged.code == 1
    assert "::error::the merge of #7 is not of 0000" in judged.stdout
    assert hub.changed == []


def test_what_would_be_posted_is_looked_at_first(hub: Hub, tmp_path: Path, runner: Path) -> None:
    job = Job(tmp_path, runner, {"TENANTRY_RESULTS": str(tmp_path)} | hub.env)
    sound = {
        "pull-request.json": json.dumps({"number": 7, "head": "0" * 40}),
        "comment.md": "### Plan: nothing\n",
        "plan.json": json.dumps({"plan": None, "summary": {"errors": 1}}),
    }
    for name, text in (
        ("comment.md", "### Plan: " + "x" * 65_536),
        ("comment.md", "Merged, thank you!\n"),
        ("comment.md", "### Plan: \x1b[2J\n"),
        ("pull-request.json", json.dumps({"number": "7/../8", "head": "0" * 40})),
        ("pull-request.json", json.dumps({"number": 7, "head": "main"})),
        ("plan.json", "{}"),
    ):
        for file, content in (sound | {name: text}).items():
            (tmp_path / file).write_text(content, encoding="utf-8")
        assert job.run("post", python("post.py")).code == 1, text[:40]

    assert [status["state"] for status in hub.statuses] == []


def test_a_thousand_tenants_fit_into_a_comment(hub: Hub, tmp_path: Path, runner: Path) -> None:
    from benchmarks.fleet import write_plan
    from benchmarks.plan import plan_fleet

    fleet = tmp_path / "origin"
    size = write_plan(fleet, plan_fleet(5, 2_700))
    assert size.tenants >= 1_000
    origin = Repository.init(fleet)
    origin.commit("Fleet")
    for path in (fleet / "tenants").glob("*/tenant.yaml"):
        text = path.read_text(encoding="utf-8")
        text = text.replace("  owners: [{group: ", "  owners: [{group: new-").replace("borrow: 16", "borrow: 8")
        path.write_text(text, encoding="utf-8")
    judging = Judging(PullRequest.of(origin), hub, tmp_path, runner)

    judged, posted = judging.judge(), judging.post()

    assert (judged.code, posted.code) == (0, 0), judged.stderr + posted.stderr
    plan = json.loads((Path(judging.job.env["TENANTRY_RESULTS"]) / "plan.json").read_text(encoding="utf-8"))["plan"]
    assert len(plan["documents"]) >= 1_000
    comment = hub.comments[0]["body"]
    assert len(comment) <= 65_536
    assert "\n- Needs: group " in comment
    assert len(hub.statuses[0]["description"]) <= 140
