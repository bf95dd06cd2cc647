"""What Argo CD says in passing: an Application is OutOfSync for seconds, and only who watches sees it.

Root is left out. While an Application syncs, Argo CD notes the operation in it, and root, which compares that too,
calls it OutOfSync for part of a second and applies it once more as it is: that says nothing of what people changed.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.acceptance.argocd.fleet import ROOT, Fleet
from tests.plane.api import Object
from tests.plane.waiting import wait_for
from tests.plane.watching import Watch

Row = tuple[str, str, str, str]
"""Application, and kind, namespace and name of one of its objects."""


@dataclass(frozen=True)
class Sightings:
    """All that was OutOfSync since the watch began, but for root: Applications by commit compared, and objects."""

    applications: set[tuple[str, str]] = field(default_factory=set)
    objects: set[Row] = field(default_factory=set)
    _versions: dict[str, int] = field(default_factory=dict)
    _begun: threading.Event = field(default_factory=threading.Event)

    def names(self) -> set[str]:
        """Applications that were OutOfSync, at whatever commit."""
        return {name for name, _ in self.applications}

    def catch_up(self, fleet: Fleet) -> None:
        """Waits until the watch has told everything that has happened by now."""
        now = {item["metadata"]["name"]: _version(item) for item in fleet.applications()}
        wait_for(
            lambda: all(self._versions.get(name, 0) >= version for name, version in now.items()),
            "the watch has told what a list shows",
        )

    def wait_begun(self) -> None:
        """Waits until the watch tells every change that is yet to come."""
        assert self._begun.wait(20), "the watch of Applications has not begun after 20 s"

    def listen(self, event: str, item: Object) -> None:
        """Takes what the watch tells."""
        name, status = item["metadata"]["name"], item.get("status", {})
        if name != ROOT and status.get("sync", {}).get("status") == "OutOfSync":
            self.applications.add((name, status["sync"].get("revision", "")))
            for row in status.get("resources", []):
                if row.get("status") == "OutOfSync":
                    self.objects.add((name, row["kind"], row.get("namespace", ""), row["name"]))
        self._versions[name] = _version(item)
        self._begun.set()


@contextmanager
def watching(fleet: Fleet) -> Iterator[Sightings]:
    """Watches all Applications while the body runs; by its end all that it brought about is told."""
    sightings = Sightings()
    watch = Watch(fleet.api, "argoproj.io/v1alpha1", "Application", sightings.listen)
    try:
        sightings.wait_begun()
        yield sightings
        sightings.catch_up(fleet)
    finally:
        watch.stop()
    assert watch.failure is None, watch.failure


def _version(item: Object) -> int:
    return int(item["metadata"]["resourceVersion"])
