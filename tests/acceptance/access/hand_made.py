"""Roles, bindings and questions drawn at random, for trying the offline evaluator hard.

They hold what our own roles never have: stars of every kind, names, aggregated roles over each other, subjects of all
kinds, bindings to roles that are not there. Same seed, same objects.
"""

import random
from collections.abc import Iterator
from typing import Any

from tests.acceptance.access.asking import Asked
from tests.oracle.rbac import ANONYMOUS, PathQuestion, Question, User, person, service_account
from tests.plane.api import Object

NAMESPACES = ("access-left", "access-right")
LABEL = "access.test"
"""Every object made here has this label."""

_RBAC = "rbac.authorization.k8s.io"
_GROUPS = ("", "apps", "batch", "kueue.x-k8s.io", _RBAC, "made.example.com")
_RESOURCES = (
    "pods",
    "pods/log",
    "pods/exec",
    "deployments",
    "deployments/scale",
    "statefulsets/scale",
    "jobs",
    "jobs/status",
    "secrets",
    "nodes",
    "roles",
    "things",
    "things/log",
)
_WILD_RESOURCES = ("*", "*/scale", "*/log", "*/status", "pods/*", "*/*")
_VERBS = ("get", "list", "watch", "create", "update", "patch", "delete", "deletecollection", "bind", "escalate", "use")
_NAMES = ("one", "two", "three")
_PATHS = ("/healthz", "/healthz/*", "/apis/*", "/logs*", "/a*c", "/metrics", "/*")
_ASKED_PATHS = (
    "/healthz",
    "/healthz/",
    "/healthz/ping",
    "/apis",
    "/apis/batch",
    "/logs",
    "/logs/x",
    "/a*c",
    "/abc",
    "/",
)
_AGGREGATED = 8
_MADE = ("team", "blue", "red", "green")

PEOPLE = (
    person("ann"),
    person("ben", "blue"),
    person("cay", "red", "green"),
    person("dee", "team"),
    person("eve", "team", "blue", "red"),
    person("fay", "Blue"),
    person("blue"),
    User("gus", ("red",)),
    User("system:serviceaccount:access-left:robot"),
    service_account("access-left", "robot"),
    service_account("access-left", "default"),
    service_account("access-right", "robot"),
    service_account("kube-system", "robot"),
    person("hal", "system:masters"),
    ANONYMOUS,
    *(person(f"aggregate-{index}") for index in range(_AGGREGATED)),
)


def namespaces() -> list[Object]:
    """The two namespaces of the game."""
    return [_item("v1", "Namespace", name) for name in NAMESPACES]


def rbac(seed: int) -> list[Object]:
    """Roles and bindings; what has to be there before comes first."""
    draw = random.Random(seed)
    api = f"{_RBAC}/v1"
    roles = [
        {**_item(api, "Role", f"role-{index}", namespace), "rules": list(_rules(draw))}
        for namespace in NAMESPACES
        for index in range(12)
    ]
    cluster_roles = [
        {
            **_item(api, "ClusterRole", f"access:role-{index}", labels=_labels(draw)),
            "rules": [*_rules(draw), *_path_rules(draw)],
        }
        for index in range(24)
    ]
    # Kubernetes' own view, edit and admin take this one in, one through the other.
    cluster_roles[0]["metadata"]["labels"][f"{_RBAC}/aggregate-to-view"] = "true"
    return [*roles, *cluster_roles, *_aggregated(draw, api), *_bindings(draw, api)]


def questions(seed: int, count: int) -> Iterator[Asked]:
    """Questions about these objects, near misses among them."""
    draw = random.Random(seed)
    for _ in range(count):
        user = draw.choice(PEOPLE)
        aggregate = user.name.startswith("aggregate-")
        if draw.random() < 0.1:
            yield user, PathQuestion(draw.choice(("get", "get", "post", "*", "GET")), draw.choice(_ASKED_PATHS))
        else:
            yield (
                user,
                Question(
                    verb=draw.choice((*_VERBS, "*", "GET")),
                    group=draw.choice((*_GROUPS, "*")),
                    resource=draw.choice(
                        (*_RESOURCES, *_RESOURCES, "*", "*/scale", "pods/*", "pod", "Pods", "pods/scale")
                    ),
                    namespace=NAMESPACES[1] if aggregate else draw.choice((*NAMESPACES, *NAMESPACES, "", "default")),
                    name=draw.choice(("", "", *_NAMES, "four")),
                ),
            )


def _aggregated(draw: random.Random, api: str) -> Iterator[Object]:
    """Roles made of others by label: by a match, by expressions, of aggregated ones, and two of each other."""
    selectors: list[list[Object]] = [
        [{"matchLabels": {"made-team": "yes"}}],
        [{"matchLabels": {"made-blue": "yes"}}, {"matchLabels": {"made-red": "no"}}],
        [{"matchExpressions": [{"key": "made-red", "operator": "In", "values": ["yes", "maybe"]}]}],
        [
            {
                "matchLabels": {LABEL: "yes"},
                "matchExpressions": [
                    {"key": "made-green", "operator": "Exists"},
                    {"key": "level", "operator": "DoesNotExist"},
                ],
            }
        ],
        [{"matchLabels": {"level": "one"}}],
        [{"matchLabels": {"circle": "one"}}, {"matchLabels": {"made-green": "yes"}}],
        [{"matchLabels": {"circle": "two"}}],
        [
            {
                "matchLabels": {LABEL: "yes"},
                "matchExpressions": [{"key": "made-blue", "operator": "NotIn", "values": ["yes"]}],
            }
        ],
    ]
    first = {"level": "one", "made-green": "yes"}
    labels: tuple[dict[str, str], ...] = (
        first,
        first,
        {},
        {},
        {},
        {"circle": "two"},
        {"circle": "one"},
        {},
    )
    for index, (found, own) in enumerate(zip(selectors, labels, strict=True)):
        item = _item(api, "ClusterRole", f"access:aggregated-{index}", labels=own)
        # Rules of its own are written over: they must count for nothing. Only where no circle takes them in before:
        # two roles of each other hand such a rule to and fro for ever.
        lost = [{"apiGroups": ["made.example.com"], "resources": ["*"], "verbs": ["use"]}]
        yield {**item, "aggregationRule": {"clusterRoleSelectors": found}, "rules": lost if index in (2, 3) else []}


def _bindings(draw: random.Random, api: str) -> Iterator[Object]:
    in_cluster = [f"access:role-{index}" for index in range(24)] + [
        f"access:aggregated-{index}" for index in range(_AGGREGATED)
    ]
    everywhere = draw.sample(in_cluster, 10)
    for namespace in NAMESPACES:
        for index in range(20):
            local = draw.random() < 0.4
            role = f"role-{draw.randrange(14)}" if local else draw.choice((*in_cluster, "view", "edit", "admin"))
            item = _item(api, "RoleBinding", f"binding-{index}", namespace)
            reference = {"apiGroup": _RBAC, "kind": "Role" if local else "ClusterRole", "name": role}
            yield {**item, "roleRef": reference, "subjects": list(_subjects(draw))}
    for index in range(_AGGREGATED):
        item = _item(api, "RoleBinding", f"aggregate-{index}", NAMESPACES[1])
        reference = {"apiGroup": _RBAC, "kind": "ClusterRole", "name": f"access:aggregated-{index}"}
        subject = {"apiGroup": _RBAC, "kind": "User", "name": f"aggregate-{index}"}
        yield {**item, "roleRef": reference, "subjects": [subject]}
    for index, role in enumerate((*everywhere, "access:not-there", "system:discovery")):
        item = _item(api, "ClusterRoleBinding", f"access:binding-{index}")
        reference = {"apiGroup": _RBAC, "kind": "ClusterRole", "name": role}
        yield {**item, "roleRef": reference, "subjects": list(_subjects(draw))[:1]}


def _subjects(draw: random.Random) -> Iterator[Object]:
    choices: tuple[Object, ...] = (
        *({"apiGroup": _RBAC, "kind": "User", "name": name} for name in ("ann", "ben", "gus", "BEN", "blue")),
        *({"apiGroup": _RBAC, "kind": "Group", "name": name} for name in ("blue", "red", "green", "team")),
        {"apiGroup": _RBAC, "kind": "Group", "name": "system:serviceaccounts:access-left"},
        {"apiGroup": _RBAC, "kind": "User", "name": "system:serviceaccount:access-left:robot"},
        {"apiGroup": _RBAC, "kind": "User", "name": "system:anonymous"},
        *({"kind": "ServiceAccount", "namespace": namespace, "name": "robot"} for namespace in NAMESPACES),
    )
    yield from draw.sample(choices, draw.choice((1, 1, 2)))


def _labels(draw: random.Random) -> dict[str, str]:
    return {f"made-{colour}": draw.choice(("yes", "no")) for colour in draw.sample(_MADE, draw.choice((1, 2)))}


def _rules(draw: random.Random) -> Iterator[Object]:
    for _ in range(draw.choice((1, 2, 3))):
        rule: dict[str, Any] = {
            "apiGroups": _some(draw, _GROUPS, ("*",), 4),
            "resources": _some(draw, _RESOURCES, _WILD_RESOURCES, 6),
            "verbs": _some(draw, _VERBS, ("*",), 5),
        }
        if draw.random() < 0.3:
            rule["resourceNames"] = draw.sample(_NAMES, draw.choice((1, 2)))
        yield rule


def _path_rules(draw: random.Random) -> Iterator[Object]:
    if draw.random() < 0.5:
        yield {"nonResourceURLs": draw.sample(_PATHS, 2), "verbs": draw.choice((["get"], ["*"], ["get", "post"]))}


def _some(draw: random.Random, words: tuple[str, ...], wild: tuple[str, ...], most: int) -> list[str]:
    found = draw.sample(words, draw.randint(1, most))
    return [*found, draw.choice(wild)] if draw.random() < 0.25 else found


def _item(api: str, kind: str, name: str, namespace: str = "", labels: dict[str, str] | None = None) -> Object:
    metadata: Object = {"name": name, "labels": {LABEL: "yes", **(labels or {})}}
    if namespace:
        metadata["namespace"] = namespace
    return {"apiVersion": api, "kind": kind, "metadata": metadata}
