"""A fleet that Argo CD keeps: its workspace, its repository and the cluster, and what people do with them."""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from tests.acceptance.argocd.repository import (
    ADDRESS_OF_CLUSTER,
    CLUSTER,
    Repository,
    compile_workspace,
    example_of_one_cluster,
)
from tests.plane.api import Api, Object, named
from tests.plane.argocd import NAMESPACE, application, application_key, start_argocd
from tests.plane.manifests import apply_all, compiled_objects
from tests.plane.plane import Plane, start_plane
from tests.plane.processes import Processes
from tests.plane.waiting import wait_for
from tests.support.documents import read_documents

ROOT = "tenantry.fleet.root"
REFRESH = "argocd.argoproj.io/refresh"
APPROVED = "argocd.argoproj.io/deletion-approved"

PATIENCE = 240
"""Seconds that anything may take before a test says that it does not come; most take five."""


@dataclass(frozen=True)
class Fleet:
    """A running plane with Argo CD, and the workspace and repository that it follows."""

    plane: Plane
    workspace: Path
    repository: Repository
    root: threading.RLock = field(default_factory=threading.RLock, repr=False)
    """Who holds it may have root ask for a confirmation, and so wait; nobody else may need root meanwhile."""
    turn: threading.RLock = field(default_factory=threading.RLock, repr=False)
    """Who holds it may edit, compile and commit; stories that run side by side take turns."""

    @property
    def api(self) -> Api:
        """A client in the group system:masters."""
        return self.plane.api

    @property
    def owner(self) -> Api:
        """A person of the fleet's owners, who may change owned objects by hand."""
        return self.api.acting_as("dana@example.com", "oidc:platform", "system:masters")

    @contextmanager
    def change(self, message: str, *arguments: str) -> Iterator[list[str]]:
        """Edits of specs in the body; then compiles, commits, and has Argo CD look. Gives a list with the commit."""
        commits: list[str] = []
        with self.turn:
            yield commits
            compile_workspace(self.workspace, *arguments)
            self.repository.write_output(self.workspace)
            commits.append(self.repository.commit(message))
            self.announce(commits[0])

    @contextmanager
    def damage(self, *folders: str) -> Iterator[None]:
        """Folders of the repository's output are for the body alone to spoil; whole again after it."""
        self.repository.damaged.update(folders)
        try:
            yield
        finally:
            with self.turn:
                self.repository.damaged.difference_update(folders)
                self.repository.write_output(self.workspace)
                self.announce(self.repository.commit(f"Repair {', '.join(folders)}"), "hard")

    @contextmanager
    def forced_change(self, message: str) -> Iterator[list[str]]:
        """Edits of damaged folders past the compiler; commits them, and has Argo CD look hard.

        A normal look can miss a file that is only removed: Argo CD asks git which files changed, and git names a file
        by its new place alone where another tenant gets one like it. A compile changes the inventory beside it too.
        """
        commits: list[str] = []
        with self.turn:
            yield commits
            commits.append(self.repository.commit(message))
            self.announce(commits[0], "hard")

    def announce(self, commit: str, how: str = "normal") -> None:
        """Has those Applications look whose folder a commit changed, as a webhook of the git server would."""
        folders = self.repository.changed_folders(commit)
        for item in self.applications():
            path = item["spec"]["source"]["path"]
            if any(folder == path or folder.startswith(f"{path}/") for folder in folders):
                self.refresh(item["metadata"]["name"], how)

    def refresh(self, name: str, how: str = "normal") -> None:
        """Has one Application look at its repository now; `hard` renders it anew."""
        self.api.patch(application_key(name), {"metadata": {"annotations": {REFRESH: how}}}).must()

    def applications(self) -> list[Object]:
        """All Applications in the namespace of Argo CD."""
        return self.api.list("argoproj.io/v1alpha1", "Application", NAMESPACE)

    def application(self, name: str) -> Object:
        """An Application as it is now; empty where there is none."""
        return application(self.api, name)

    def compiled(self, folder: str) -> list[Object]:
        """The objects that a folder below `output/` holds for its cluster or for Argo CD, addresses replaced."""
        return compiled_objects(self.repository.folder / "output", folder)

    def approve(self, name: str) -> None:
        """Confirms what an Application asks for, by the documented command."""
        now = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        self.api.patch(application_key(name), {"metadata": {"annotations": {APPROVED: now}}}).must()

    def stop(self, name: str) -> None:
        """Ends what an Application is doing, by the documented command."""
        self.api.patch(application_key(name), {"status": {"operationState": {"phase": "Terminating"}}}).must()

    def wait_settled(self, *names: str, commit: str = "", seconds: float = PATIENCE) -> None:
        """Waits until these Applications are Synced and Healthy, at this commit or a later one where one is given."""

        def holds(item: Object) -> bool:
            revision = item.get("status", {}).get("sync", {}).get("revision")
            return settled(item) and (not commit or revision in self.repository.since(commit))

        for name in names:
            self.wait_until(name, holds, "Synced and Healthy", seconds=seconds)

    def wait_all_settled(self, *, seconds: float = PATIENCE) -> None:
        """Waits until every Application that the repository asks for is there, Synced and Healthy."""
        wanted = {item["metadata"]["name"] for item in self.compiled("argocd") if item["kind"] == "Application"}
        self.wait_settled(ROOT, *sorted(wanted), seconds=seconds)

    def wait_until(self, name: str, holds: Callable[[Object], bool], what: str, *, seconds: float = PATIENCE) -> Object:
        """Waits until something holds of an Application, and gives it as it is then. Fails the test with its state."""
        end = time.monotonic() + seconds
        while not holds(item := self.application(name)):
            assert time.monotonic() < end, f"after {seconds:.0f} s {name} is not {what}: {state(item)}"
            time.sleep(0.2)
        return item

    def wait_asks(self, name: str, *, seconds: float = PATIENCE) -> str:
        """Waits until an Application asks for a confirmation, and gives what it says."""
        item = self.wait_until(
            name, lambda item: "Waiting for pruning confirmation" in operation_message(item), "asking", seconds=seconds
        )
        return operation_message(item)

    def wait_health_in_root(self, name: str, health: str) -> None:
        """Waits until root, by the compiled script for Applications, says this of the health of one of them."""

        def says(item: Object) -> bool:
            rows = item["status"]["resources"]
            return any(
                row["kind"] == "Application" and row["name"] == name and row.get("health", {}).get("status") == health
                for row in rows
            )

        self.wait_until(ROOT, says, f"saying that {name} is {health}")

    def wait_gone(self, *items: Object, seconds: float = PATIENCE) -> None:
        """Waits until none of these objects is there any more."""
        for item in items:
            wait_for(lambda: self.api.get(item).status == 404, f"{named(item)} is gone", seconds=seconds)  # noqa: B023


def settled(item: Object) -> bool:
    """Whether an Application is at rest and Healthy."""
    return at_rest(item) and item["status"].get("health", {}).get("status") == "Healthy"


def at_rest(item: Object) -> bool:
    """Whether an Application is Synced, and its last operation went well or was stopped by a person."""
    status = item.get("status", {})
    operation = status.get("operationState", {})
    stopped = operation.get("phase") == "Failed" and operation.get("message") == "Operation terminated"
    return (
        status.get("sync", {}).get("status") == "Synced"
        and (operation.get("phase") == "Succeeded" or stopped)
        and REFRESH not in item["metadata"].get("annotations", {})
        and "operation" not in item
    )


def state(item: Object) -> str:
    """What an Application says of itself, in one line for messages."""
    if not item:
        return "gone"
    status = item.get("status", {})
    operation = status.get("operationState", {})
    return (
        f"{status.get('sync', {}).get('status')}/{status.get('health', {}).get('status')} "
        f"{operation.get('phase')}: {operation.get('message', '')} {status.get('conditions', '')}"
    )


def operation_message(item: Object) -> str:
    """The message of an Application's operation; empty where it has none."""
    message: str = item.get("status", {}).get("operationState", {}).get("message", "")
    return message


def apply_root(fleet: Fleet) -> None:
    """What an operator does once: root's project, then root, by server-side apply."""
    install = fleet.repository.folder / "output" / "argocd" / "_install"
    apply_all(fleet.api, read_documents([install / "root-project.yaml", install / "root.yaml"]))


def tenant_application(tenant: str) -> str:
    """The Application of a tenant on the one cluster of this fleet."""
    return f"{CLUSTER}.{tenant}"


def start_fleet(processes: Processes, folder: Path) -> Fleet:
    """A plane with Argo CD and the compiled example in a repository; root is not applied yet."""
    workspace = example_of_one_cluster(folder / "workspace")
    plane = start_plane(processes, workspace, CLUSTER)
    server = start_argocd(plane.kubernetes, workspace / "output" / "argocd" / "_install" / "argocd.yaml")
    repository = Repository(folder / "repository", {ADDRESS_OF_CLUSTER: server})
    repository.write_output(workspace)
    repository.commit("Begin")
    return Fleet(plane, workspace, repository)
