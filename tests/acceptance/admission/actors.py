"""Who acts in admission tests, and what each project may do: read from the compiled tree, as YAML.

`project(...)` gives a namespace with its queues and its people; `owner`, `argocd`, `kueue` are those above tenants.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from tests.plane.api import Api, Object
from tests.plane.manifests import compiled_objects
from tests.plane.plane import Plane

_DOMAIN = "tenants.example.com"
OWNERS = "oidc:platform"
"""The group of the fleet's owners in the worked example."""


@dataclass(frozen=True)
class Queue:
    """A LocalQueue of a project, with what its class and its pool promise.

    `resource` is `cpu` where the pool has no accelerator. `run_time` in seconds, 0 = without a bound.
    """

    name: str
    resource: str
    cpu_milli: int
    memory_mebibytes: int
    priority: str
    run_time: int


@dataclass(frozen=True)
class Project:
    """A namespace of a tenant, as its compiled annotations and RoleBindings describe it.

    `members`: role -> names of the groups or users that have it.
    """

    tenant: str
    name: str
    namespace: str
    state: str
    nodes: str
    queues: tuple[Queue, ...]
    priorities: tuple[str, ...]
    images: tuple[str, ...]
    services: tuple[str, ...]
    pool_labels: tuple[str, ...]
    members: dict[str, tuple[str, ...]]
    accounts: tuple[str, ...]

    @property
    def queue(self) -> Queue:
        """The first queue that sells accelerators."""
        return next(queue for queue in self.queues if queue.resource != "cpu")

    def image(self) -> str:
        """An image that the project may run."""
        prefix = self.images[-1] if self.images else "registry.example.com/"
        return f"{prefix.rstrip('/')}/work:1"

    def acting_as(self, api: Api, role: str) -> Api:
        """A client as a member with this role (`viewer`, `developer`, `operator`, `admin`)."""
        assert role in self.members, f"{self.namespace} has no {role}, only {', '.join(self.members)}"
        who = self.members[role][0]
        if who.startswith("oidc:"):
            return api.acting_as(f"{role}@{self.tenant}.example.com", who)
        return api.acting_as(who)


def projects(output: Path, cluster: str) -> dict[str, Project]:
    """Every project of a cluster by its namespace."""
    documents = compiled_objects(output, cluster)
    found = [item for item in documents if item["kind"] == "Namespace"]
    return {item["metadata"]["name"]: _project(item, documents) for item in found}


def owner(plane: Plane) -> Api:
    """A client as one of the fleet's owners. The group's rights are those of an administrator that is bound to it."""
    return plane.api.acting_as("platform-engineer@example.com", OWNERS)


def kueue(plane: Plane) -> Api:
    """A client as the Kueue controller."""
    return plane.kubernetes.client("kueue")


def _project(namespace: Object, documents: Iterable[Object]) -> Project:
    name = namespace["metadata"]["name"]
    labels, facts = namespace["metadata"]["labels"], namespace["metadata"]["annotations"]

    def listed(key: str) -> tuple[str, ...]:
        return tuple(part for part in facts.get(f"{_DOMAIN}/{key}", "").split(",") if part)

    units = {key: rest.split(":") for key, rest in (entry.split("=") for entry in listed("units"))}
    classes = {key: rest.split(":") for key, rest in (entry.split("=") for entry in listed("class-defaults"))}
    members: dict[str, list[str]] = {}
    accounts = []
    for item in documents:
        if item["metadata"].get("namespace") != name:
            continue
        if item["kind"] == "RoleBinding":
            role = item["roleRef"]["name"].removeprefix("tenantry:")
            members.setdefault(role, []).extend(subject["name"] for subject in item["subjects"])
        elif item["kind"] == "ServiceAccount":
            accounts.append(item["metadata"]["name"])
    return Project(
        tenant=labels[f"{_DOMAIN}/tenant"],
        name=labels[f"{_DOMAIN}/project"],
        namespace=name,
        state=facts[f"{_DOMAIN}/state"],
        nodes=facts[f"{_DOMAIN}/nodes"],
        queues=tuple(
            Queue(queue, units[queue][0], int(units[queue][1]), int(units[queue][2]), cls[0], int(cls[1]))
            for queue in listed("queues")
            for cls in [classes[queue]]
        ),
        priorities=listed("priorities"),
        images=listed("images"),
        services=listed("service-types"),
        pool_labels=listed("pool-labels"),
        members={role: tuple(names) for role, names in members.items()},
        accounts=tuple(accounts),
    )
