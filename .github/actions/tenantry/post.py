"""Puts a plan where reviewers see it: one comment that is edited in place, and a status that may be required.

Reads `pull-request.json`, `comment.md` and `plan.json` from TENANTRY_RESULTS, and checks what they hold before it uses
them: this is the only step with a token that may write.
"""

import json
import os
import re
from pathlib import Path
from typing import Any

import hub

MARKER = "<!-- tenantry plan -->"
CONTEXT = "tenantry/approvals"

_COMMENT_LIMIT = 65_536  # characters that GitHub takes
_DESCRIPTION_LIMIT = 140
_FILE_LIMIT = 64 * 1024 * 1024


def main() -> None:
    results = Path(os.environ["TENANTRY_RESULTS"])
    request = json.loads(_text(results / "pull-request.json"))
    number, head = request["number"], request["head"]
    if not isinstance(number, int) or not re.fullmatch(r"[0-9a-f]{40}([0-9a-f]{24})?", str(head)):
        raise SystemExit("pull-request.json names no pull request")
    body = comment_body(_text(results / "comment.md"))
    if not request.get("queued"):  # the comment is about the request, and stays so while it waits
        _comment(number, body)
    state, description = verdict(json.loads(_text(results / "plan.json")))
    hub.ask(
        "POST",
        f"statuses/{head}",
        {"state": state, "context": CONTEXT, "description": description, "target_url": _this_run()},
    )
    print(f"{CONTEXT}: {state}, {description}")


def comment_body(text: str) -> str:
    """The comment with its marker. Ends the program where it is none of ours."""
    if not text.startswith("### Plan"):
        raise SystemExit("comment.md does not begin as a plan does")
    if any(character < " " and character not in "\n\t" for character in text):
        raise SystemExit("comment.md holds control characters")
    body = f"{MARKER}\n{text}"
    if len(body) > _COMMENT_LIMIT:
        raise SystemExit(f"comment.md has {len(text)} characters, more than GitHub takes")
    return body


def verdict(judged: Any) -> tuple[str, str]:
    """The state and its reason: `success` where the change may be merged, `pending` where somebody has to agree."""
    plan, errors = judged["plan"], judged["summary"]["errors"]
    if plan is None or errors:
        return "failure", f"{errors} {'error' if errors == 1 else 'errors'} in the specs, in output/ or by policy"
    if plan.get("conflicts"):
        return "failure", "open branches cannot all be merged"
    missing = [need for need in plan["needs"] if not need["given_by"]]
    if not missing:
        return "success", f"everybody agreed who has to; risk {plan['risk']}"
    return "pending", _short(f"waits for {'; '.join(need['any_of'][0] for need in missing)}")


def _comment(number: int, body: str) -> None:
    """Edits the comment that a run before wrote, and only that one: a marker alone is no proof of who wrote it."""
    writer = os.environ.get("TENANTRY_WRITER") or "github-actions[bot]"
    for comment in hub.ask_all(f"issues/{number}/comments"):
        if comment["user"]["login"] == writer and comment["body"].startswith(MARKER):
            if comment["body"] != body:
                hub.ask("PATCH", f"issues/comments/{int(comment['id'])}", {"body": body})
            return
    hub.ask("POST", f"issues/{number}/comments", {"body": body})


def _text(path: Path) -> str:
    if path.is_symlink() or not path.is_file() or path.stat().st_size > _FILE_LIMIT:
        raise SystemExit(f"{path.name} is no file, or too large")
    return path.read_text(encoding="utf-8")


def _short(text: str) -> str:
    printed = "".join(character if character.isprintable() else "?" for character in text)
    return printed if len(printed) <= _DESCRIPTION_LIMIT else printed[: _DESCRIPTION_LIMIT - 1] + "…"


def _this_run() -> str:
    repository = f"{os.environ['GITHUB_SERVER_URL']}/{os.environ['GITHUB_REPOSITORY']}"
    return f"{repository}/actions/runs/{os.environ['GITHUB_RUN_ID']}"


if __name__ == "__main__":
    main()
