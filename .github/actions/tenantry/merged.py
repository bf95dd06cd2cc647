"""What the commit of compiled output says of the merges before it: who approved, and how many objects may go.

Asks git which commits of the main line came since the last compiled output (by TENANTRY_WRITER_MAIL), and GitHub whose
pull requests they were. Who speaks for whom is read from main as it stood before each of them (TENANTRY_PEOPLE), so
that no merge names its own approvers. Prints trailers; the output `deletes` adds up the `Allow-deletes:` lines of their
descriptions.
"""

import json
import os
import re
import subprocess

import hub
import people

_ALLOWED = re.compile(r"^Allow-deletes:[ \t]*(\d{1,6})[ \t]*\r?$", re.MULTILINE)
_MOST_COMMITS = 200


def main() -> None:
    deletes, seen = 0, set()
    began: dict[int, str] = {}
    for commit in merged():
        for request in hub.ask_all(f"commits/{commit}/pulls"):
            number, author = int(request["number"]), str(request["user"]["login"])
            # A request that was rebased onto main is several commits of it, and merged by the last.
            began.setdefault(number, commit)
            if request.get("merge_commit_sha") != commit or number in seen:
                continue
            seen.add(number)
            known = people_before(began[number])
            deletes += allowed_deletes(request.get("body") or "")
            print(f"Pull-request: #{number}")
            reviews = hub.ask_all(f"pulls/{number}/reviews")
            for login in people.approving(reviews, head=request["head"]["sha"], author=author):
                said = ", ".join(people.subjects(login, known))
                print(f"Approved-by: {login}" + (f" ({said})" if said else ""))
    hub.put_out(deletes=str(deletes))


def merged() -> list[str]:
    """Commits of the main line since the last compiled output, the oldest first."""
    writer = os.environ.get("TENANTRY_WRITER_MAIL") or "41898282+github-actions[bot]@users.noreply.github.com"
    same = ["--fixed-strings", f"--author=<{writer}>", "--grep=Compiled: ", "--all-match"]
    last = _git("log", "-1", "--first-parent", "--format=%H", *same)
    span = f"{last}..HEAD" if last else "HEAD"
    return _git("rev-list", "--first-parent", "--reverse", f"--max-count={_MOST_COMMITS}", span).split()


def people_before(commit: str) -> dict[str, list[str]]:
    """The file of people as it stood before a commit of the main line; nobody where there was none."""
    path = os.environ["TENANTRY_PEOPLE"]
    shown = subprocess.run(["git", "show", f"{commit}^1:./{path}"], capture_output=True, text=True, check=False)
    found: dict[str, list[str]] = json.loads(shown.stdout) if shown.returncode == 0 else {}
    return found


def allowed_deletes(description: str) -> int:
    """The number of the last such line of a pull request's description."""
    found = _ALLOWED.findall(description)
    return int(found[-1]) if found else 0


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], capture_output=True, text=True, check=True).stdout.strip()


if __name__ == "__main__":
    main()
