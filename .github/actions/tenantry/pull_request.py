"""Finds the pull request that a finished run was about, and who approved it.

Reads GitHub and the file of people (TENANTRY_PEOPLE) of the main branch; nothing here was written by the pull request.
Writes `pull-request.json` and `approved-by.txt` into TENANTRY_RESULTS, and outputs for the steps that follow.
"""

import json
import os
from pathlib import Path
from typing import Any

import hub
import people


def main() -> None:
    event = hub.event()
    request = _request(event["workflow_run"], event["repository"]["default_branch"])
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
    (results / "pull-request.json").write_text(json.dumps({"number": number, "head": head}), encoding="utf-8")
    hub.put_out(number=str(number), head=head, author=people.author_of(author, known))


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
