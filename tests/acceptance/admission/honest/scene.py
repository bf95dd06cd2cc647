"""One honest workload on the plane: who makes it, the objects, and everything that is looked at while it runs.

A `Case` is a row of the table; a `Scene` is that row being played. Steps (steps.py) get the scene and fail the test
where something is not as it must be.
"""

import os
import re
import subprocess
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import yaml

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.honest.additions import altered, queue_of, surplus, without_kueue
from tests.acceptance.admission.honest.board import Board
from tests.plane.api import Api, Object, named
from tests.plane.plane import Plane
from tests.plane.store import program_path
from tests.plane.waiting import wait_for

FREE = "honest-free"
"""A namespace without rules and quota: what the server makes of an object there, it makes of it alone."""

_REFUSED = ("denied", "forbidden", "TN8")
# Kueue looks for the owner of a pod in its cache, which may be a moment behind; the controller tries again.
_BEHIND = re.compile(r'admission webhook "mpod\.kb\.io" denied the request: \S+ "\S+" not found')
_POD_FINALIZER = "kueue.x-k8s.io/managed"

Step = Callable[["Scene"], None]
What = Callable[[Project, str], list[Object]]
"""Makes the objects of a case, for a project, under a name."""


PATIENCE_SECONDS = 330
"""The scheduler looks anew at a pod that it could not place after five minutes at the latest."""


def eventually(look: Callable[[], Any], what: str, *, seconds: float = PATIENCE_SECONDS) -> None:
    """Waits for what most often takes two seconds; a machine may be busy, so it counts as hanging only much later."""
    wait_for(look, what, seconds=seconds, pause_seconds=0.3)


class Case(NamedTuple):
    """A row: its name, the namespace and the role of who does it, what is made, and what must then be seen, in order.

    The objects are made by the person in their order. Cases of one `lane` run one after the other, because they need
    the same few units; `alone` ones run when all others are over, because they shake the whole plane. With `made`
    the real kubectl makes the objects, by these words.
    """

    id: str
    namespace: str
    who: str
    what: What
    how: tuple[Step, ...]
    lane: str = ""
    alone: bool = False
    made: tuple[str, ...] = ()


class Boards(NamedTuple):
    """What all scenes look at together."""

    pods: Board
    workloads: Board
    nodes: dict[str, dict[str, str]]
    """Labels by the name of the node."""


def boards(plane: Plane) -> Boards:
    """The boards of a plane."""
    nodes = {one["metadata"]["name"]: one["metadata"]["labels"] for one in plane.api.list("v1", "Node")}
    return Boards(Board(plane.api, "v1", "Pod"), Board(plane.api, "kueue.x-k8s.io/v1beta2", "Workload"), nodes)


@dataclass
class Scene:
    """A case on the plane. `name` is the beginning of the name of everything that the case makes."""

    plane: Plane
    project: Project
    case: Case
    boards: Boards
    objects: list[Object] = field(default_factory=list)
    seen: dict[str, Object] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """`honest-` and the case's own name."""
        return f"honest-{self.case.id}"

    @property
    def namespace(self) -> str:
        """The project's namespace."""
        return self.project.namespace

    @property
    def person(self) -> Api:
        """A client as whoever does this: a member with the case's role, or Argo CD."""
        if self.case.who == "argocd":
            return self.plane.argocd
        return self.project.acting_as(self.plane.api, self.case.who)

    @property
    def main(self) -> Object:
        """The object that the case is about: the first."""
        return self.objects[0]

    @property
    def queue(self) -> str:
        """The queue that the objects name; empty where there is none."""
        return next((name for name in map(queue_of, self.objects) if name), "")

    def make(self, item: Object) -> None:
        """The person makes an object; nothing is added to it but what Kueue and the class of its queue bring."""
        self.objects.append(item)
        if self.case.made:
            # What is stored may be admitted already when kubectl is done, so only what was written is compared.
            self.kubectl(*self.case.made, "-f", "-", stdin=yaml.safe_dump(item))
            self.kept()
            return
        answer = self.person.apply(item) if self.case.who == "argocd" else self.person.create(item)
        assert answer.ok, f"{named(item)}: {answer.status} {answer.message}"
        assert not answer.warnings, answer.warnings
        self.seen[named(item)] = answer.body
        found = surplus(item, answer.body, self.plain(item), self.project)
        assert not found, f"{named(item)} is not what was written: {found}"

    def plain(self, item: Object) -> Object:
        """What the server makes of the object where nobody else has a say."""
        return self.plane.api.create(without_kueue(item, FREE), dry_run=True).must()

    def kept(self) -> None:
        """Everything that was written still stands in the live objects."""
        for item in self.objects:
            found = altered(item, self.plane.api.get(item).must())
            assert not found, f"{named(item)} was changed: {found}"

    def mine(self, name: str) -> bool:
        """Whether an object of this name belongs to the scene."""
        return name == self.name or name.startswith(f"{self.name}-")

    def pods(self) -> list[Object]:
        """The scene's pods, those on their way out too, by name."""
        items = self.boards.pods.items(self.namespace)
        return sorted((one for one in items if self.mine(one["metadata"]["name"])), key=lambda p: p["metadata"]["name"])

    def workloads(self) -> list[Object]:
        """Kueue's records of the scene's work."""
        found = []
        for one in self.boards.workloads.items(self.namespace):
            owners = [owner["name"] for owner in one["metadata"].get("ownerReferences", [])]
            if any(map(self.mine, [*owners, one["metadata"]["name"]])):
                found.append(one)
        return found

    def refusals(self) -> list[str]:
        """What the namespace's events say of the scene's objects that were refused something."""
        return [
            f"{event['involvedObject'].get('kind')} {event['involvedObject']['name']}: {event.get('message')}"
            for event in self.plane.api.list("v1", "Event", self.namespace)
            if self.mine(event["involvedObject"].get("name", ""))
            and any(word in event.get("message", "") for word in _REFUSED)
            and not _BEHIND.search(event.get("message", ""))
        ]

    def kubectl(self, *words: str, stdin: str = "") -> str:
        """The real kubectl as this person, in the project's namespace; gives what it printed."""
        finished = subprocess.run(
            [
                program_path("kubectl"),
                f"--kubeconfig={self.plane.kubernetes.kubeconfig('admin')}",
                *_impersonation(self.person),
                f"--namespace={self.namespace}",
                *words,
            ],
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
            timeout=150,
            # What it remembers of the server goes with the plane.
            env={**os.environ, "HOME": str(self.plane.kubernetes.folder)},
        )
        assert finished.returncode == 0, f"kubectl {' '.join(words)}: {finished.stderr or finished.stdout}"
        return finished.stdout

    def clear(self) -> None:
        """Deletes everything the scene made, as an administrator, and waits until it is gone."""
        for item in reversed(self.objects):
            self.plane.api.delete(item)
        eventually(self._cleared, f"{self.name} is gone")

    def _cleared(self) -> bool:
        left = self.pods()
        for pod in left:
            if not pod["metadata"].get("deletionTimestamp"):
                self.plane.api.delete(pod, gracePeriodSeconds=0)
            elif pod["metadata"].get("finalizers") == [_POD_FINALIZER]:
                # Of a group: Kueue waits until the pod has ended, which only a kubelet would say.
                self.plane.api.patch(pod, {"metadata": {"finalizers": None}})
        return not left and not self.workloads() and not any(self.plane.api.get(one).ok for one in self.objects)


def play(case: Case, plane: Plane, project: Project, looks: Boards) -> None:
    """The whole scene: makes the objects, goes through the steps, finds no refusal in the events, and clears up."""
    scene = Scene(plane, project, case, looks)
    try:
        for item in case.what(project, scene.name):
            scene.make(item)
        for step in case.how:
            step(scene)
        refused = scene.refusals()
        assert not refused, refused
    finally:
        scene.clear()


def _impersonation(person: Api) -> list[str]:
    if not person.user:
        return ["--token=argocd-token"]
    return [f"--as={person.user}", *(f"--as-group={group}" for group in person.groups)]
