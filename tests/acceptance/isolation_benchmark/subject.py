"""Whom a check is run against: a tenant under one isolation profile, by whoever may most in it."""

import copy
from collections.abc import Callable
from dataclasses import dataclass

from tests.acceptance.access.asking import Asked, ask
from tests.acceptance.access.catalogue import Catalogue
from tests.oracle.access_matrix import Matrix
from tests.oracle.rbac import Question, User
from tests.plane.api import Answer, Api, Object
from tests.plane.plane import Plane
from tests.plane.workloads import container, pod

_IMAGE = "registry.example.com/approved/work:1"
"""Every profile of the worked example lets this one in."""


@dataclass(frozen=True)
class Subject:
    """A namespace under a profile, its mightiest member, and a namespace of another tenant with its own."""

    plane: Plane
    catalogue: Catalogue
    namespace: str
    level: str
    user: User
    queue: str
    neighbour: str
    neighbours_user: User

    @property
    def tenant(self) -> Api:
        """A client as that member."""
        return self.plane.api.acting_as(self.user.name, *self.user.groups)

    def pod(self, change: Callable[[Object], object] = lambda spec: None) -> Object:
        """A pod that is let in as it is, with its spec changed."""
        item = copy.deepcopy(pod(self.namespace, "benchmark", container(image=_IMAGE), queue=self.queue))
        change(item["spec"])
        return item

    def attempt(self, item: Object) -> Answer:
        """Creates an object as the member, as a dry run."""
        return self.tenant.create(item, dry_run=True)

    def may(self, *questions: Question) -> list[str]:
        """Those of these questions to which the server says yes, for the member."""
        return said_yes(self.plane, [(self.user, question) for question in questions])


def said_yes(plane: Plane, asked: list[Asked]) -> list[str]:
    """Questions to which the server says yes."""
    verdicts = ask(plane.kubernetes, asked)
    return sorted({str(question) for (_, question), said in zip(asked, verdicts, strict=True) if said.allowed})


def subject_of(plane: Plane, catalogue: Catalogue, matrix: Matrix, profile: str) -> Subject:
    """The tenant of a profile in which somebody may most, with volumes of the platform's, and another tenant beside."""
    specs = matrix.specs

    def tenant(namespace: str) -> str:
        return matrix.namespaces[namespace].partition("/")[0]

    def mightiest(namespace: str) -> User:
        return max(matrix.members().values(), key=lambda user: len(matrix.rights(user, namespace)))

    under = [namespace for namespace in sorted(matrix.namespaces) if specs.profile_of(tenant(namespace)) == profile]
    with_volumes = [
        namespace for namespace in under if specs.of("Project")[matrix.namespaces[namespace]].get("volumes")
    ]
    chosen = max(with_volumes, key=lambda namespace: len(matrix.rights(mightiest(namespace), namespace)))
    neighbour = next(namespace for namespace in sorted(matrix.namespaces) if tenant(namespace) != tenant(chosen))
    spec = specs.of("IsolationProfile")[profile]
    return Subject(
        plane,
        catalogue,
        chosen,
        spec["podSecurity"],
        mightiest(chosen),
        "" if spec["unqueued"]["cpu"] else _cpu_queue(plane, matrix, chosen),
        neighbour,
        mightiest(neighbour),
    )


def _cpu_queue(plane: Plane, matrix: Matrix, namespace: str) -> str:
    """A queue that sells cores, for a namespace that runs nothing without a queue."""
    cores = [name for name, pool in matrix.specs.of("Pool").items() if "accelerator" not in pool]
    queues = plane.api.list("kueue.x-k8s.io/v1beta2", "LocalQueue", namespace)
    names = [item["metadata"]["name"] for item in queues]
    return str(next(name for name in names if name.partition(".")[2] in cores))
