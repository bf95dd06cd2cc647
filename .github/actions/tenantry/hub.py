"""GitHub's REST API, as far as these scripts need it.

Talks to GITHUB_API_URL about GITHUB_REPOSITORY with GITHUB_TOKEN. Answers are data, never trusted to be short.
"""

import json
import os
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlencode
from urllib.request import Request, urlopen

_PER_PAGE = 100
_MOST_PAGES = 30


def ask(method: str, path: str, body: dict[str, Any] | None = None) -> Any:
    """One request below the repository; gives what was answered. Raises urllib.error.HTTPError where it is refused."""
    url = f"{os.environ['GITHUB_API_URL']}/repos/{os.environ['GITHUB_REPOSITORY']}/{path}"
    headers = {
        "Accept": "application/vnd.github+json",
        "Authorization": f"Bearer {os.environ['GITHUB_TOKEN']}",
        "Content-Type": "application/json",
        "X-GitHub-Api-Version": "2022-11-28",
    }
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Request(url, data, headers, method=method), timeout=60) as answer:
        return json.load(answer)


def ask_all(path: str, **query: str) -> Iterator[Any]:
    """Every element of a list that comes in pages."""
    for page in range(1, _MOST_PAGES + 1):
        elements = ask("GET", f"{path}?{urlencode({**query, 'per_page': str(_PER_PAGE), 'page': str(page)})}")
        yield from elements
        if len(elements) < _PER_PAGE:
            return
    raise SystemExit(f"{path} has more than {_MOST_PAGES * _PER_PAGE} elements")


def event() -> Any:
    """What started this job."""
    with open(os.environ["GITHUB_EVENT_PATH"], encoding="utf-8") as file:  # noqa: PTH123
        return json.load(file)


def put_out(**values: str) -> None:
    """Outputs of this step; each is one line."""
    with open(os.environ["GITHUB_OUTPUT"], "a", encoding="utf-8") as file:  # noqa: PTH123
        for name, value in values.items():
            if any(character in value for character in "\r\n\0"):
                raise SystemExit(f"the output {name} is no single line")
            file.write(f"{name}={value}\n")
