"""The state of every job's Workload as it changes, from one watch: far cheaper than listing them again and again."""

import threading
import time
from collections.abc import Mapping

from tests.plane.api import Api, Object, is_true
from tests.plane.watching import Watch

RUNS, WAITS = "runs", "waits"


class Watched:
    """Follows the Workloads of all namespaces until it is stopped: one state for each job, by `namespace/name`."""

    def __init__(self, api: Api) -> None:
        self._lock = threading.Lock()
        self._states: dict[str, str] = {}
        self._moved = time.monotonic()
        self._watch = Watch(api, "kueue.x-k8s.io/v1beta2", "Workload", self._told)

    def stop(self) -> None:
        """Ends with the plane."""
        self._watch.stop()

    def look(self) -> tuple[Mapping[str, str], float]:
        """The states now, and for how many seconds none has changed. Raises where the watch has ended."""
        if self._watch.failure:
            raise RuntimeError("the watch of workloads has ended") from self._watch.failure
        with self._lock:
            return dict(self._states), time.monotonic() - self._moved

    def _told(self, change: str, workload: Object) -> None:
        [owner] = workload["metadata"]["ownerReferences"]
        name = f"{workload['metadata']['namespace']}/{owner['name']}"
        state = "" if change == "DELETED" else state_of(workload)
        with self._lock:
            if self._states.get(name, "") != state:
                self._states[name] = state
                self._moved = time.monotonic()
            if not state:
                self._states.pop(name, None)


def state_of(workload: Object) -> str:
    """`runs` or `waits`; anything else is on its way."""
    if not is_true(workload, "QuotaReserved"):
        return WAITS
    if is_true(workload, "Evicted"):
        return "is evicted"
    return RUNS if is_true(workload, "Admitted") else "is admitted"
