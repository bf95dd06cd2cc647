"""What an attempt acts in: the plane, its actors, and the work that has to be there before."""

import copy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests.acceptance.admission.actors import OWNERS, Project
from tests.plane.api import Api, Object
from tests.plane.plane import Plane
from tests.plane.waiting import wait_for

WORKLOADS = "kueue.x-k8s.io/v1beta2"
RBAC = "rbac.authorization.k8s.io"
_RIGHTS = "attempt-rights"
_DRIVER = "system:serviceaccount:csi:driver"


@dataclass(frozen=True)
class Scene:
    """The shared plane as one attempt sees it. What it creates goes again with `clear`."""

    plane: Plane
    projects: dict[str, Project]
    who: str
    namespace: str
    made: list[Object] = field(default_factory=list)

    @property
    def api(self) -> Api:
        """A client that may do everything, for looking and for cleaning up."""
        return self.plane.api

    @property
    def actor(self) -> Api:
        """The client of whoever acts."""
        match self.who:
            case "intruder":
                return self.api.acting_as("intruder@example.com", *self.projects[self.namespace].members["developer"])
            case "administrator":
                return self.api.acting_as("administrator@example.com")
            case "argocd":
                return self.plane.argocd
            case "driver":
                return self.api.acting_as(_DRIVER)
            case "impostor":
                return self.api.acting_as(OWNERS)
            case "owner":
                return self.api.acting_as("administrator@example.com", OWNERS)
            case "kube-controller-manager" | "kube-scheduler":
                return self.api.acting_as(f"system:{self.who}")
        return self.projects[self.namespace].acting_as(self.api, self.who)

    def make(self, item: Object) -> Object:
        """Creates an object as the actor does, and gives it as the server keeps it."""
        self.made.append(item)
        self.actor.create(item).must()
        return item

    def running(self, item: Object, pods: int = 1) -> Object:
        """Creates work and waits until as many of its pods run."""
        self.make(item)
        wait_for(lambda: len(self.pods_of(item, "Running")) >= pods, f"{pods} pods of {item['metadata']['name']} run")
        return item

    def pods_of(self, item: Object, phase: str = "") -> list[Object]:
        """The pods whose names begin with the work's name."""
        name = item["metadata"]["name"]
        return [
            pod
            for pod in self.api.list("v1", "Pod", item["metadata"]["namespace"])
            if pod["metadata"]["name"] == name or pod["metadata"]["name"].startswith(f"{name}-")
            if not phase or pod["status"].get("phase") == phase
        ]

    def pod_of(self, item: Object) -> Object:
        """A running pod of the work."""
        return wait_for(lambda: self.pods_of(item, "Running"), f"a pod of {item['metadata']['name']} runs")[0]

    def clear(self) -> None:
        """Takes away what was made, also where a finalizer or a long grace time would keep it."""
        for item in reversed(self.made):
            clear_away(self.api, item)


def clear_away(api: Api, item: Object) -> None:
    """Deletes an object whatever holds it; nothing happens where it is gone."""
    # Kueue's finalizer of a pod in a group waits for what only a kubelet says, and there is none.
    api.delete(item)
    if api.get(item).body.get("metadata", {}).get("finalizers"):
        api.patch(item, {"metadata": {"finalizers": None}})


def copied(item: Object) -> Object:
    """A copy to change, without what only the server writes."""
    body = copy.deepcopy(item)
    for key in ("managedFields", "resourceVersion", "creationTimestamp", "generation", "uid"):
        body["metadata"].pop(key, None)
    body.pop("status", None)
    return body


@contextmanager
def rights(plane: Plane, namespaces: list[str]) -> Iterator[None]:
    """Test-only rights: the intruder may do everything in these namespaces, the administrator everywhere."""
    everything = [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}]
    intruder = [{"kind": "User", "apiGroup": RBAC, "name": "intruder@example.com"}]
    # One is called like the group of the owners, which makes nobody an owner.
    names = ("administrator@example.com", OWNERS, _DRIVER)
    administrator = [{"kind": "User", "apiGroup": RBAC, "name": name} for name in names]
    made = [
        _binding("ClusterRoleBinding", "", "ClusterRole", "cluster-admin", administrator),
        *(
            item
            for namespace in namespaces
            for item in (
                {
                    "apiVersion": f"{RBAC}/v1",
                    "kind": "Role",
                    "metadata": {"name": _RIGHTS, "namespace": namespace},
                    "rules": everything,
                },
                _binding("RoleBinding", namespace, "Role", _RIGHTS, intruder),
            )
        ),
    ]
    for item in made:
        plane.api.apply(item).must()
    try:
        for namespace in namespaces:
            wait_for(lambda namespace=namespace: _may(plane, "intruder@example.com", namespace), "rights are given")
        wait_for(lambda: _may(plane, "administrator@example.com", ""), "rights are given")
        yield
    finally:
        for item in reversed(made):
            plane.api.delete(item)


def _binding(kind: str, namespace: str, role_kind: str, role: str, subjects: list[Object]) -> Object:
    return {
        "apiVersion": f"{RBAC}/v1",
        "kind": kind,
        "metadata": {"name": _RIGHTS, **({"namespace": namespace} if namespace else {})},
        "roleRef": {"apiGroup": RBAC, "kind": role_kind, "name": role},
        "subjects": subjects,
    }


def _may(plane: Plane, user: str, namespace: str) -> bool:
    asked = {"namespace": namespace, "verb": "update", "resource": "pods", "subresource": "status"}
    body = {
        "apiVersion": "authorization.k8s.io/v1",
        "kind": "SubjectAccessReview",
        "spec": {"user": user, "resourceAttributes": asked},
    }
    path = "/apis/authorization.k8s.io/v1/subjectaccessreviews"
    return bool(plane.api.request("POST", path, body).must()["status"]["allowed"])
