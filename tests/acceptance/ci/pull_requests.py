"""A pull request as GitHub keeps it: a main branch, a head, the merge of both, and the event that tells of it."""

import json
from dataclasses import dataclass
from pathlib import Path

from tests.support.repositories import Repository


@dataclass(frozen=True)
class PullRequest:
    """Number 7 of `origin`; `merge` is what GitHub made of `base` and `head`."""

    origin: Repository
    base: str
    head: str
    merge: str

    @classmethod
    def of(cls, origin: Repository) -> "PullRequest":
        """What lies changed in the folder of `origin`, which stands on its main branch, becomes the request.

        Main moves on by a file of its own meanwhile, as it does.
        """
        main = origin.git("rev-parse", "HEAD")
        origin.git("checkout", "--quiet", "-b", "change")
        head = origin.commit("Change")
        origin.git("checkout", "--quiet", "main")
        (origin.folder / "NEWS").write_text("main moved on\n", encoding="utf-8")
        base = origin.commit("Move on")
        assert base != main
        origin.git("checkout", "--quiet", "--detach")
        origin.git("merge", "--quiet", "--no-ff", "--message", f"Merge {head} into {base}", head)
        merge = origin.git("rev-parse", "HEAD")
        origin.git("update-ref", "refs/pull/7/head", head)
        origin.git("update-ref", "refs/pull/7/merge", merge)
        origin.git("checkout", "--quiet", "main")
        origin.git("config", "uploadpack.allowAnySHA1InWant", "true")  # as GitHub has it
        return cls(origin, base, head, merge)

    def checked_out(self, folder: Path, *, depth: int = 2) -> Repository:
        """A clone as actions/checkout leaves it for `pull_request`: shallow, detached, one ref, no main branch."""
        clone = Repository.init(folder)
        clone.git("remote", "add", "origin", self.origin.folder.as_uri())
        ref = "refs/remotes/pull/7/merge"
        clone.git("fetch", "--quiet", "--no-tags", f"--depth={depth}", "origin", f"+{self.merge}:{ref}")
        clone.git("checkout", "--quiet", "--force", ref)
        return clone

    def event(self, path: Path) -> Path:
        """The event file of `pull_request`, as far as anything reads it, at `path`."""
        repository = {"full_name": "example/fleet", "default_branch": "main"}
        head = {"ref": "change", "sha": self.head, "repo": {"full_name": "ada/fleet", "fork": True}}
        request = {
            "number": 7,
            "title": 'more for "vision" $(touch pwned) `touch pwned`',
            "user": {"login": "ada"},
            "base": {"ref": "main", "sha": self.base, "repo": repository},
            "head": head,
            "merge_commit_sha": self.merge,
        }
        event = {"action": "synchronize", "number": 7, "pull_request": request, "repository": repository}
        path.write_text(json.dumps(event), encoding="utf-8")
        return path

    def finished_run(self, path: Path) -> Path:
        """The event file of `workflow_run` after that, at `path`; from a fork it names no pull request."""
        fork = {"full_name": "ada/fleet", "owner": {"login": "ada"}}
        run = {
            "id": 99,
            "event": "pull_request",
            "conclusion": "success",
            "head_branch": "change",
            "head_sha": self.head,
            "head_repository": fork,
            "pull_requests": [],
        }
        event = {"action": "completed", "workflow_run": run, "repository": {"default_branch": "main"}}
        path.write_text(json.dumps(event), encoding="utf-8")
        return path
