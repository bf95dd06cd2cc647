"""The state of every job's Workload as it changes, from one watch: far cheaper than listing them again and again."""

import json
import threading
import time
from collections.abc import Mapping
from typing import Self

import urllib3

from tests.plane.api import Api, Object

_PATH = "/apis/kueue.x-k8s.io/v1beta2/workloads?watch=true"
RUNS, WAITS = "runs", "waits"


class Watched:
    """Follows the Workloads of all namespaces while it is open: one state for each job, by `namespace/name`."""

    def __init__(self, api: Api) -> None:
        self._api = api
        self._lock = threading.Lock()
        self._states: dict[str, str] = {}
        self._moved = time.monotonic()
        self._ended: Exception | None = None
        headers = {"Authorization": f"Bearer {api.token}", "Accept": "application/json"}
        self._stream = api.connection.pool.urlopen(
            "GET", _PATH, headers=headers, preload_content=False, timeout=urllib3.Timeout(connect=10, read=None)
        )
        threading.Thread(target=self._follow, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.shutdown()

    def look(self) -> tuple[Mapping[str, str], float]:
        """The states now, and for how many seconds none has changed. Raises where the watch has ended."""
        with self._lock:
            if self._ended is not None:
                raise RuntimeError("the watch of workloads has ended") from self._ended
            return dict(self._states), time.monotonic() - self._moved

    def _follow(self) -> None:
        try:
            rest = b""
            for part in self._stream.stream(amt=None):
                *lines, rest = (rest + part).split(b"\n")
                for line in lines:
                    self._take(json.loads(line))
            raise ConnectionError("the server closed it")
        except Exception as error:
            with self._lock:
                self._ended = error

    def _take(self, event: Object) -> None:
        workload = event["object"]
        [owner] = workload["metadata"]["ownerReferences"]
        name = f"{workload['metadata']['namespace']}/{owner['name']}"
        state = "" if event["type"] == "DELETED" else state_of(workload)
        with self._lock:
            if self._states.get(name, "") != state:
                self._states[name] = state
                self._moved = time.monotonic()
            if not state:
                self._states.pop(name, None)


def state_of(workload: Object) -> str:
    """`runs` or `waits`; anything else is on its way."""
    conditions = {row["type"]: row["status"] for row in workload.get("status", {}).get("conditions", [])}
    if conditions.get("QuotaReserved") != "True":
        return WAITS
    if conditions.get("Evicted") == "True":
        return "is evicted"
    return RUNS if conditions.get("Admitted") == "True" else "is admitted"
