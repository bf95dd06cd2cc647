"""Finds the pull request that a finished run was about, and who approved it.

Reads GitHub and the file of people (TENANTRY_PEOPLE) of the main branch; nothing here was written by the pull request.
In a merge queue it is the request whose turn it is, and the status goes to the commit that the queue made of it.
Writes `pull-request.json` and `approved-by.txt` into TENANTRY_RESULTS, and outputs for the steps that follow.
"""

import json
import os
import re
from pathlib import Path
from typing import Any

import hub
import people

_QUEUED = re.compile(r"gh-readonly-queue/(.+)/pr-(\d+)-([0-9a-f]{40})")
"""A branch of a merge queue: into which branch, which request, and the commit that it comes after."""


def main() -> None:
    event = hub.event()
    run, main_branch = event["workflow_run"], event["repository"]["default_branch"]
    queued = _QUEUED.fullmatch(run["head_branch"]) if run["event"] == "merge_group" else None
    if queued:
        request = hub.ask("GET", f"pulls/{int(queued[2])}")
        if (request["state"], request["base"]["ref"], queued[1]) != ("open", main_branch, main_branch):
            request = None
    else:
        request = _request(run, main_branch) if run["event"] != "merge_group" else None
    if request is None:
        print("::notice::no open pull request belongs to this run")
        hub.put_out(number="")
        return
    number, head, author = int(request["number"]), str(request["head"]["sha"]), str(request["user"]["login"])
    known = _people()
    logins = people.approving(hub.ask_all(f"pulls/{number}/reviews"), head=head, author=author)
    agreed = sorted({one for login in logins for one in people.subjects(login, known)})
    results = Path(os.environ["TENANTRY_RESULTS"])
    results.mkdir(parents=True, exist_ok=True)
    (results / "approved-by.txt").write_text("".join(f"{one}\n" for one in agreed), encoding="utf-8")
    commit = str(run["head_sha"]) if queued else head
    about = {"number": number, "head": commit, "queued": bool(queued)}
    (results / "pull-request.json").write_text(json.dumps(about), encoding="utf-8")
    turn = {"queued": commit, "after": queued[3]} if queued else {"queued": "", "after": ""}
    hub.put_out(number=str(number), head=head, author=people.author_of(author, known), **turn)


def _request(run: Any, main_branch: str) -> Any:
    """The open pull request from the branch of a run into the main branch, by what GitHub says of it."""
    repository = run["head_repository"]
    head = f"{repository['owner']['login']}:{run['head_branch']}"
    for found in hub.ask_all("pulls", state="open", base=main_branch, head=head):
        if (found["head"]["repo"] or {}).get("full_name") == repository["full_name"]:
            return found
    return None


def _people() -> dict[str, list[str]]:
    path = Path(os.environ["TENANTRY_PEOPLE"])
    found: dict[str, list[str]] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return found


if __name__ == "__main__":
    main()
