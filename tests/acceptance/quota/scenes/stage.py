"""The stage: one workspace with the casts of all scenes, compiled by the command, on one real plane.

Scenes play side by side. Specs are changed one at a time: written, compiled by the command, and what differs is applied
as Argo CD would.
"""

import itertools
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from itertools import groupby
from pathlib import Path
from typing import Any

from tests.acceptance.quota.scenes.cast import Cast
from tests.acceptance.quota.scenes.fleet import AS_OF, CLUSTER, DOMAIN, SPECS
from tests.acceptance.quota.scenes.seen import Seen
from tests.oracle.quota import Amount, Node, node_of, read_nodes
from tests.plane.api import Object, named
from tests.plane.kwok import start_kwok
from tests.plane.manifests import apply_all, compiled_objects, wave
from tests.plane.nodes import add_nodes, pool_nodes
from tests.plane.plane import Plane, start_plane
from tests.plane.processes import Processes
from tests.plane.waiting import wait_for
from tests.support.workspaces import run, run_json

_WRITERS = 8


class Stage:
    """A running plane with everything compiled and applied."""

    def __init__(self, plane: Plane, casts: Iterable[Cast], seen: Seen) -> None:
        self.plane, self.seen = plane, seen
        self.workspace = plane.workspace
        self._casts = list(casts)
        self._as_of = AS_OF
        self._line = threading.Lock()
        self._probes = itertools.count(1)
        self.over = threading.Event()
        """Set when the run ends: scenes that still play stop."""
        self.nodes: dict[str, Node] = read_nodes(self.workspace / "output" / CLUSTER)
        """Every Cohort and queue by name, as the compiled YAML has them now; the roots are named like pools."""

    def change(self, edit: Callable[[], object], *, as_of: str = "") -> str:
        """Edits specs, compiles, and applies what differs. Gives what the command said.

        What gets fewer units goes first, and Kueue has taken it before anybody gets more: in the other order units are
        sold twice for a moment, and Kueue ends nothing because of it (test_moves.py).
        """
        with self.writing():
            before = {named(item): item for item in self.plane.compiled()}
            said = self.compile(edit, as_of=as_of)
            after = {named(item): item for item in self.plane.compiled()}
            changed = [item for name, item in after.items() if before.get(name) != item]
            growing = [item for item in changed if _nominal(item) > _nominal(before.get(named(item), {}))]
            self.apply([item for item in changed if item not in growing])
            self.apply(growing)
            for name in [name for name in before if name not in after][::-1]:
                self.plane.argocd.delete(before[name]).must()
            return said

    def compile(self, edit: Callable[[], object], *, as_of: str = "") -> str:
        """Edits specs and compiles, and applies nothing."""
        edit()
        self._as_of = as_of or self._as_of
        said = compile_specs(self.workspace, self._casts, self._as_of)
        self.nodes = read_nodes(self.workspace / "output" / CLUSTER)
        return said

    def apply(self, items: Iterable[Object]) -> None:
        """Applies objects, and waits until Kueue has taken their numbers.

        Kueue takes Cohorts one after the other, in the order of their changes: when a new one has a status, those
        before it are taken. Their own status says nothing of numbers.
        """
        apply_all(self.plane.argocd, items)
        probe = {
            "apiVersion": "kueue.x-k8s.io/v1beta2",
            "kind": "Cohort",
            "metadata": {"name": f"probe-{next(self._probes)}"},
            "spec": {},
        }
        self.plane.api.create(probe).must()
        wait_for(lambda: self.plane.api.get(probe).must().get("status"), "Kueue has taken the change", seconds=60)
        self.plane.api.delete(probe).must()

    def writing(self) -> threading.Lock:
        """For the time in which nobody else may change specs."""
        return self._line

    def explain(self, *arguments: str) -> Any:
        """What `tenantry explain` answers about the specs as they are now."""
        with self._line:
            return run_json("explain", *arguments, folder=self.workspace)


def set_stage(processes: Processes, workspace: Path, casts: list[Cast]) -> Stage:
    """Writes the specs of these casts, compiles them, starts a plane and applies everything to it."""
    compile_specs(workspace, casts, AS_OF)
    plane = start_plane(processes, workspace, CLUSTER, pods_run=False)
    start_kwok(plane.kubernetes)
    plane.kubernetes.start_scheduler()
    with_nodes = {pool for cast in casts if cast.pods_run for pool in cast.pools}
    nodes = pool_nodes(workspace, CLUSTER)
    add_nodes(plane.api, [node for node in nodes if node["metadata"]["name"].rpartition("-")[0] in with_nodes])
    _apply_quickly(plane)
    return Stage(plane, casts, Seen(plane.api))


def compile_specs(workspace: Path, casts: Iterable[Cast], as_of: str) -> str:
    """Writes all specs and runs `tenantry compile`. Gives what it said; fails the test where it fails."""
    files = {"clusters/fleet.yaml": SPECS.replace(f"asOf: {AS_OF}", f"asOf: {as_of}")}
    for cast in casts:
        files |= cast.files()
    for name, text in files.items():
        path = workspace / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    finished = run("compile", folder=workspace)
    assert finished.returncode == 0, finished.stdout + finished.stderr
    return finished.stdout + finished.stderr


def _nominal(item: Object) -> Amount:
    """What a Cohort or queue keeps; 0 for all other objects."""
    return node_of(item).nominal if item.get("kind") in ("Cohort", "ClusterQueue") else 0


def tenant_label(item: Object) -> str:
    """The tenant of an owned object; empty for the platform's."""
    return str(item["metadata"].get("labels", {}).get(f"{DOMAIN}/tenant", ""))


def _apply_quickly(plane: Plane) -> None:
    """All compiled objects, many at once: the platform's first, then tenants', wave by wave as Argo CD does it.

    Without NetworkPolicies: they are a quarter of all, and nothing here has a network.
    """
    items = [item for item in compiled_objects(plane.output, CLUSTER) if item["kind"] != "NetworkPolicy"]
    with ThreadPoolExecutor(_WRITERS) as writers:
        for _, batch in groupby(items, key=lambda item: (bool(tenant_label(item)), wave(item))):
            list(writers.map(lambda item: apply_all(plane.argocd, [item]), batch))
