"""Who may do what by RBAC manifests alone: the answer that an API server with these objects gives, without one.

Nothing of the compiler is imported, and nothing is known of tenants: this reads Roles, ClusterRoles and their bindings
as YAML has them. A test holds it against a real server on thousands of questions, so that it may answer the rest.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

Object = Mapping[str, Any]
Rule = Mapping[str, Any]

MASTERS = "system:masters"
"""The group that the server lets do everything, whatever RBAC says."""


@dataclass(frozen=True)
class User:
    """Whom the server sees: a name, and all groups, those that it adds itself included."""

    name: str
    groups: tuple[str, ...] = ()


def person(name: str, *groups: str) -> User:
    """Somebody who has logged in."""
    return User(name, (*groups, "system:authenticated"))


def service_account(namespace: str, name: str) -> User:
    """A service account with the groups that its token brings."""
    groups = ("system:serviceaccounts", f"system:serviceaccounts:{namespace}", "system:authenticated")
    return User(f"system:serviceaccount:{namespace}:{name}", groups)


ANONYMOUS = User("system:anonymous", ("system:unauthenticated",))


@dataclass(frozen=True)
class Question:
    """May one do `verb` on `resource` (`pods`, `pods/exec`)? Without a namespace: in all of them, or cluster-wide."""

    verb: str
    group: str
    resource: str
    namespace: str = ""
    name: str = ""

    def __str__(self) -> str:
        where = f" in {self.namespace}" if self.namespace else ""
        name = f" named {self.name}" if self.name else ""
        return f"{self.verb} {self.resource}{'.' if self.group else ''}{self.group}{name}{where}"


@dataclass(frozen=True)
class PathQuestion:
    """May one do `verb` on a path of the server that is no object's?"""

    verb: str
    path: str

    def __str__(self) -> str:
        return f"{self.verb} {self.path}"


class Rbac:
    """RBAC objects, ready to be asked. Aggregated ClusterRoles hold what their selectors find among these objects."""

    def __init__(self, objects: Iterable[Object]) -> None:
        items = [item for item in objects if item["apiVersion"].startswith("rbac.authorization.k8s.io/")]
        cluster_roles = [item for item in items if item["kind"] == "ClusterRole"]
        self._cluster_rules = _aggregated({item["metadata"]["name"]: item for item in cluster_roles})
        self._rules = {
            (item["metadata"]["namespace"], item["metadata"]["name"]): tuple(item.get("rules") or ())
            for item in items
            if item["kind"] == "Role"
        }
        self._cluster_bindings = [item for item in items if item["kind"] == "ClusterRoleBinding"]
        self._bindings: dict[str, list[Object]] = {}
        for item in items:
            if item["kind"] == "RoleBinding":
                self._bindings.setdefault(item["metadata"]["namespace"], []).append(item)
        self._known: dict[tuple[User, str], tuple[Rule, ...]] = {}

    def allows(self, user: User, question: Question | PathQuestion) -> bool:
        """What the server would answer."""
        if MASTERS in user.groups:
            return True
        if isinstance(question, PathQuestion):
            return any(path_matches(rule, question) for rule in self.rules(user, ""))
        return any(matches(rule, question) for rule in self.rules(user, question.namespace))

    def cluster_rules(self, name: str) -> tuple[Rule, ...]:
        """The rules of a ClusterRole, with what is aggregated into it."""
        return self._cluster_rules.get(name, ())

    def rules(self, user: User, namespace: str) -> tuple[Rule, ...]:
        """All rules that hold for a user in a namespace; without one, those that hold in the whole cluster."""
        if (user, namespace) not in self._known:
            self._known[user, namespace] = tuple(self._collect(user, namespace))
        return self._known[user, namespace]

    def _collect(self, user: User, namespace: str) -> list[Rule]:
        found: list[Rule] = []
        for binding in self._cluster_bindings:
            if _names(binding, user, ""):
                found += self.cluster_rules(binding["roleRef"]["name"])
        for binding in self._bindings.get(namespace, ()) if namespace else ():
            if _names(binding, user, namespace):
                role = binding["roleRef"]
                if role["kind"] == "ClusterRole":
                    found += self.cluster_rules(role["name"])
                else:
                    found += self._rules.get((namespace, role["name"]), ())
        return found


def matches(rule: Rule, question: Question) -> bool:
    """Whether a rule lets one do it. A rule with names never fits a question without one, such as create or list."""
    names = rule.get("resourceNames") or ()
    return (
        _holds(rule.get("verbs"), question.verb)
        and _holds(rule.get("apiGroups"), question.group)
        and _holds_resource(rule.get("resources"), question.resource)
        and (not names or question.name in names)
    )


def path_matches(rule: Rule, question: PathQuestion) -> bool:
    """Whether a rule lets one do it on a path; a star at the end stands for any rest, elsewhere for itself."""
    return _holds(rule.get("verbs"), question.verb) and any(
        path in ("*", question.path) or (path.endswith("*") and question.path.startswith(path.rstrip("*")))
        for path in rule.get("nonResourceURLs") or ()
    )


def _holds(words: Iterable[str] | None, word: str) -> bool:
    listed = list(words or ())
    return "*" in listed or word in listed


def _holds_resource(resources: Iterable[str] | None, wanted: str) -> bool:
    listed = list(resources or ())
    _, slash, subresource = wanted.partition("/")
    return _holds(listed, wanted) or (bool(slash) and f"*/{subresource}" in listed)


def _names(binding: Object, user: User, namespace: str) -> bool:
    return any(_is(subject, user, namespace) for subject in binding.get("subjects") or ())


def _is(subject: Object, user: User, namespace: str) -> bool:
    if subject["kind"] == "User":
        return bool(subject["name"] == user.name)
    if subject["kind"] == "Group":
        return subject["name"] in user.groups
    where = subject.get("namespace") or namespace
    return bool(where) and user.name == f"system:serviceaccount:{where}:{subject['name']}"


def _aggregated(roles: Mapping[str, Object]) -> dict[str, tuple[Rule, ...]]:
    """Rules of every ClusterRole. One with an aggregation rule holds those of the roles that it selects, and theirs."""

    def collect(name: str, seen: set[str]) -> list[Rule]:
        if name in seen:
            return []
        seen.add(name)
        role = roles[name]
        if not role.get("aggregationRule"):
            return list(role.get("rules") or ())
        selectors = role["aggregationRule"].get("clusterRoleSelectors") or ()
        found: list[Rule] = []
        for other, item in roles.items():
            labels = item["metadata"].get("labels") or {}
            if other != name and any(_selects(selector, labels) for selector in selectors):
                found += collect(other, seen)
        return found

    return {name: tuple(collect(name, set())) for name in roles}


def _selects(selector: Object, labels: Mapping[str, str]) -> bool:
    """Whether a label selector fits. An empty one fits everything."""
    for key, value in (selector.get("matchLabels") or {}).items():
        if labels.get(key) != value:
            return False
    for row in selector.get("matchExpressions") or ():
        key, values = row["key"], row.get("values") or ()
        fits = {
            "In": key in labels and labels[key] in values,
            "NotIn": key not in labels or labels[key] not in values,
            "Exists": key in labels,
            "DoesNotExist": key not in labels,
        }[row["operator"]]
        if not fits:
            return False
    return True
