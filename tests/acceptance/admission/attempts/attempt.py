"""An attempt to get round the rules: who does what, and the code with which the API server has to refuse it.

Three sorts. A `Creation` is one object; a `Change` is an object that is there and what it is turned into; a `Call` is
anything else. Creations and changes are tried on every path by which the API takes them.
"""

from collections.abc import Callable
from dataclasses import dataclass

from tests.acceptance.admission.attempts.scene import Scene
from tests.plane.api import Answer, Object

CREATING = ("create", "apply")
CHANGING = ("put", "merge", "strategic", "json")

ADMIN, DEVELOPER, OPERATOR = "admin", "developer", "operator"
INTRUDER = "intruder"
"""A member that a test-only Role gives every right in its namespace, so that the rule itself is judged."""
ADMINISTRATOR = "administrator"
"""Somebody whom a binding to cluster-admin gives every right in the cluster, and who is no owner of the fleet."""
ARGOCD = "argocd"
DRIVER = "driver"
"""A storage or load balancer driver: a service account of a namespace of the platform."""
IMPOSTOR = "impostor"
"""A user with every right in the cluster, whose name is that of the owners' group."""
OWNER = "owner"
"""One of the fleet's owners, with every right in the cluster."""


@dataclass(frozen=True)
class Creation:
    """`what` gives the object for a namespace and a name."""

    name: str
    who: str
    project: str
    what: Callable[[str, str], Object]
    code: str
    ways: tuple[str, ...] = CREATING


@dataclass(frozen=True)
class Change:
    """`given` brings the scene about and names the object; `to` changes a copy of it, as its author wants it."""

    name: str
    who: str
    project: str
    given: Callable[[Scene, str, str], Object]
    to: Callable[[Object], object]
    code: str
    ways: tuple[str, ...] = CHANGING


@dataclass(frozen=True)
class Call:
    """`steps` ends with the request that is refused."""

    name: str
    who: str
    project: str
    steps: Callable[[Scene, str, str], Answer]
    code: str
