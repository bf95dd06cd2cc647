"""Rules that a cluster newly enforces at admission, enforces otherwise, or no longer.

Pure. Read from the admission policies themselves. A rule goes by its code (`TN850`), one of the organisation by the
name of its policy, and what a cluster fills in by the name of the mutating policy. Rules are the same for all tenants;
what differs between tenants stands in their Namespaces.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from tenantry.ir import Body
from tenantry.plan.compare import Action, Comparison, ObjectChange

_KINDS: Final = ("ValidatingAdmissionPolicy", "MutatingAdmissionPolicy")
_BINDINGS: Final = tuple(f"{kind}Binding" for kind in _KINDS)
_CODE: Final = re.compile(r"(TN\d+): ")


class RuleChange(NamedTuple):
    """A rule on a cluster, in the policies named; `fills_in` where it sets what work leaves out and refuses nothing.

    A rule that goes from one policy and stays in others is changed.
    """

    cluster: str
    rule: str
    action: Action
    fills_in: bool
    policies: tuple[str, ...]


class WordChange(NamedTuple):
    """What all rules of a cluster know of it and now know otherwise, by the names that rules use: `poolKeys`."""

    cluster: str
    words: tuple[str, ...]


class Admission(NamedTuple):
    """Rules by cluster and name, then the words that they share."""

    rules: tuple[RuleChange, ...]
    words: tuple[WordChange, ...]


def compare_admission(comparison: Comparison) -> Admission:
    """What differs in the admission policies of clusters that both sides have."""
    by_cluster: dict[str, list[ObjectChange]] = {}
    for change in comparison.objects:
        if change.key.kind in _KINDS or change.key.kind in _BINDINGS:
            by_cluster.setdefault(change.area, []).append(change)
    rules: list[RuleChange] = []
    words: list[WordChange] = []
    for cluster, changes in by_cluster.items():
        # A cluster that comes or goes as a whole has no rules to compare.
        if cluster not in comparison.before or cluster not in comparison.after:
            continue
        known = [
            {rule for manifest in side[cluster] if manifest.key.kind == _KINDS[0] for rule in _named(manifest.body)}
            for side in (comparison.before, comparison.after)
        ]
        rules += _rules(cluster, changes, *known)
        if shared := sorted({word for change in changes for word in _words(change)}):
            words.append(WordChange(cluster, tuple(shared)))
    return Admission(tuple(rules), tuple(words))


def _rules(
    cluster: str, changes: list[ObjectChange], known_before: set[str], known_after: set[str]
) -> Iterator[RuleChange]:
    """`known_*` are all rules of the cluster, also those of policies that stay as they are."""
    was: dict[str, dict[str, Any]] = {}
    now: dict[str, dict[str, Any]] = {}
    fills_in: dict[str, bool] = {}
    for change in changes:
        for side, body in ((was, change.before), (now, change.after)):
            for rule, text in _stated(change, body):
                side.setdefault(rule, {}).setdefault(change.key.name, []).append(text)
                fills_in[rule] = change.key.kind.startswith("Mutating")
    for rule in sorted(was.keys() | now.keys()):
        old, new = was.get(rule, {}), now.get(rule, {})
        policies = tuple(sorted(name for name in old.keys() | new.keys() if old.get(name) != new.get(name)))
        if policies:
            is_new, is_gone = not old and rule not in known_before, not new and rule not in known_after
            action: Action = "added" if is_new else "removed" if is_gone else "changed"
            yield RuleChange(cluster, rule, action, fills_in[rule], policies)


def _named(body: Body) -> Iterator[str]:
    """The names of the rules of a validating policy."""
    for one in body["spec"]["validations"]:
        code = _CODE.match(one["message"])
        yield code[1] if code else body["metadata"]["name"]


def _stated(change: ObjectChange, body: Body | None) -> Iterator[tuple[str, Any]]:
    """The rules of a policy with all that decides what they refuse, but the words they share."""
    if body is None:
        return
    spec, kind, name = body["spec"], change.key.kind, change.key.name
    if kind == "ValidatingAdmissionPolicy":
        around = spec.get("matchConditions"), spec["matchConstraints"], spec["failurePolicy"]
        for rule, one in zip(_named(body), spec["validations"], strict=True):
            yield rule, (one["expression"], around)
    elif kind == "MutatingAdmissionPolicy":
        around = spec.get("matchConditions"), spec["matchConstraints"], spec["failurePolicy"]
        yield name, (spec["mutations"], around)
    elif change.action == "changed":
        yield name, (spec.get("validationActions"), spec.get("matchResources"))


def _words(change: ObjectChange) -> Iterator[str]:
    """Variables of a policy that differ between both sides."""
    if change.before is None or change.after is None or change.key.kind in _BINDINGS:
        return
    old, new = (
        {one["name"]: one["expression"] for one in body["spec"].get("variables", ())}
        for body in (change.before, change.after)
    )
    yield from (name for name in old.keys() & new.keys() if old[name] != new[name])
