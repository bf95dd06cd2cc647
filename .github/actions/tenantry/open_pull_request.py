"""Opens the pull request of the nightly branch, or says anew what is in the one that is open.

Reads `grants.txt` and `comment.md` from TENANTRY_RESULTS; TENANTRY_BRANCH is the branch, TENANTRY_INTO where it goes.
"""

import os
from pathlib import Path

import hub

_BODY_LIMIT = 65_536


def main() -> None:
    results = Path(os.environ["TENANTRY_RESULTS"])
    branch, into = os.environ["TENANTRY_BRANCH"], os.environ["TENANTRY_INTO"]
    plan = (results / "comment.md").read_text(encoding="utf-8")
    events = (results / "grants.txt").read_text(encoding="utf-8")
    listed = "".join(f"    {line}\n" for line in events.splitlines())
    body = f"{listed}\n{plan}"
    if len(body) > _BODY_LIMIT:
        body = plan
    owner = os.environ["GITHUB_REPOSITORY"].partition("/")[0]
    for found in hub.ask_all("pulls", state="open", base=into, head=f"{owner}:{branch}"):
        hub.ask("PATCH", f"pulls/{int(found['number'])}", {"body": body})
        return
    title = "Move asOf: a grant begins or ends"
    hub.ask("POST", "pulls", {"title": title, "head": branch, "base": into, "body": body})


if __name__ == "__main__":
    main()
