"""GitHub's REST API as far as the action's scripts use it, with answers in the documented shapes, on a loopback port.

It plays the host and no part of ours: who may read or write is GitHub's business and shown by nothing here.
"""

import json
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

BOT = "github-actions[bot]"


class Hub:
    """What the host holds; `reviews` and `comments` are lists that tests fill, `requests` what was asked to be done."""

    def __init__(self) -> None:
        self.url = ""
        self.pulls: list[dict[str, Any]] = []
        self.reviews: list[dict[str, Any]] = []
        self.comments: list[dict[str, Any]] = []
        self.statuses: list[dict[str, Any]] = []
        self.merged: dict[str, list[dict[str, Any]]] = {}
        self.changed: list[str] = []

    def review(self, login: str, state: str, commit: str) -> None:
        self.reviews.append({"id": len(self.reviews), "user": {"login": login}, "state": state, "commit_id": commit})

    def answer(  # noqa: C901 - a row for each kind of request
        self, method: str, path: str, query: dict[str, list[str]], body: Any
    ) -> Any:
        page = int(query.get("page", ["1"])[0])
        if method != "GET":
            self.changed.append(f"{method} {path}")
        match (method, path.removeprefix("/repos/example/fleet/").split("/")):
            case ("GET", ["pulls"]):
                wanted = (query["state"][0], query["base"][0], query["head"][0])
                return [one for one in self.pulls if (one["state"], one["base"]["ref"], one["head"]["label"]) == wanted]
            case ("GET", ["pulls", number]):
                return next(one for one in self.pulls if one["number"] == int(number))
            case ("GET", ["pulls", _, "reviews"]):
                return _page(self.reviews, page)
            case ("GET", ["issues", _, "comments"]):
                return _page(self.comments, page)
            case ("GET", ["commits", commit, "pulls"]):
                return self.merged.get(commit, [])
            case ("POST", ["issues", _, "comments"]):
                self.comments.append({"id": len(self.comments), "user": {"login": BOT}, **body})
                return self.comments[-1]
            case ("PATCH", ["issues", "comments", number]):
                self.comments[int(number)].update(body)
                return self.comments[int(number)]
            case ("POST", ["statuses", commit]):
                self.statuses.append({"sha": commit, **body})
                return self.statuses[-1]
            case ("POST", ["pulls"]):
                head = {"label": f"example:{body['head']}"}
                self.pulls.append({**body, "number": 8, "state": "open", "base": {"ref": body["base"]}, "head": head})
                return self.pulls[-1]
            case ("PATCH", ["pulls", number]):
                next(one for one in self.pulls if one["number"] == int(number)).update(body)
                return {}
        raise AssertionError(f"{method} {path}")

    @property
    def env(self) -> dict[str, str]:
        return {
            "GITHUB_API_URL": self.url,
            "GITHUB_SERVER_URL": "https://github.example",
            "GITHUB_REPOSITORY": "example/fleet",
            "GITHUB_RUN_ID": "100",
            "GITHUB_TOKEN": "token",
        }


def _page(elements: list[Any], number: int) -> list[Any]:
    return elements[(number - 1) * 100 : number * 100]


@contextmanager
def serving(hub: Hub) -> Iterator[Hub]:
    """Serves a hub while the block runs."""

    class Handler(BaseHTTPRequestHandler):
        def _any(self) -> None:
            split = urlsplit(self.path)
            content = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            assert re.fullmatch(r"Bearer token", self.headers["Authorization"])
            answer = hub.answer(self.command, split.path, parse_qs(split.query), json.loads(content or b"null"))
            self.send_response(200)
            self.end_headers()
            self.wfile.write(json.dumps(answer).encode())

        do_GET = do_POST = do_PATCH = _any  # noqa: N815 - the base class calls them so

        def log_message(self, format: str, *args: Any) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    hub.url = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield hub
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
