"""Watching a kind on an API server: every change of every object, told to a listener in the order it happened.

A test that looks now and then misses what came and went; some promises are that a thing never happens.
"""

import json
import threading
from collections.abc import Callable, Iterator
from typing import Any

import urllib3
from urllib3.exceptions import HTTPError

from tests.plane.api import Api, Object

Listener = Callable[[str, Object], None]
"""Is told ADDED, MODIFIED or DELETED, and the object."""


class Watch:
    """Tells `listener` all objects of a kind and then their changes, from a thread of its own, until it is stopped.

    One that loses its connection, or whose listener fails, reports it as `failure`: what came then is not known.
    """

    def __init__(self, api: Api, api_version: str, kind: str, listener: Listener) -> None:
        self.failure: Exception | None = None
        self._api, self._listener = api, listener
        self._path = api.path({"apiVersion": api_version, "kind": kind, "metadata": {}}, name=False)
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._follow, name=f"watch {kind}", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Lets the thread end with the next thing it is told, or with its server."""
        self._stopped.set()

    def _follow(self) -> None:
        try:
            listed = self._api.request("GET", self._path).must()
            for item in listed["items"]:
                self._listener("ADDED", item)
            for change in self._changes(listed["metadata"]["resourceVersion"]):
                if self._stopped.is_set():
                    return
                self._listener(change["type"], change["object"])
            raise HTTPError("the server ended the watch")
        except Exception as failure:
            if not self._stopped.is_set():
                self.failure = failure

    def _changes(self, version: str) -> Iterator[dict[str, Any]]:
        headers = {"Authorization": f"Bearer {self._api.token}", "Accept": "application/json"}
        query = f"watch=1&resourceVersion={version}&timeoutSeconds=7200"
        response = self._api.connection.pool.urlopen(
            "GET",
            f"{self._path}?{query}",
            headers=headers,
            preload_content=False,
            timeout=urllib3.Timeout(connect=10, read=None),
        )
        rest = b""
        for piece in response.stream():
            *lines, rest = (rest + piece).split(b"\n")
            yield from (json.loads(line) for line in lines)
