"""Kueue's own rules over bodies alone: what it refuses of a Cohort or ClusterQueue, and what it makes of a tree.

Written from Kueue's rules and from nothing in the compiler, so that the two can disagree. Numbers in comments are
those of the list of refusals kept with the facts about Kueue.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

Body = dict[str, Any]

_QUANTITY = re.compile(r"([0-9]+)(m|k|M|G|T|P|E|Ki|Mi|Gi|Ti|Pi|Ei)?\Z")
_LABEL_KEY = re.compile(r"([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?\Z")
_FACTORS = {None: Fraction(1), "m": Fraction(1, 1000)}
_FACTORS |= {s: Fraction(1000 ** (i + 1)) for i, s in enumerate("kMGTPE")}
_FACTORS |= {f"{s}i": Fraction(1024 ** (i + 1)) for i, s in enumerate("KMGTPE")}


def number(text: str) -> Fraction:
    match = _QUANTITY.match(text)
    assert match, f"{text} is not a quantity without sign"
    return int(match[1]) * _FACTORS[match[2]]


def refusals(body: Body) -> Iterator[str]:
    """Why Kueue would refuse this Cohort or ClusterQueue."""
    spec = body["spec"]
    parent = spec.get("cohortName") if body["kind"] == "ClusterQueue" else spec.get("parentName")
    if parent is not None and not 0 < len(parent) <= 253:
        yield "S: the parent's name is empty or too long"
    if "fairSharing" in spec and 0 < number(spec["fairSharing"]["weight"]) <= Fraction(1, 10**9):
        yield "10: a weight between 0 and 1n"
    yield from _group_refusals(spec.get("resourceGroups", []))
    for cell in _cells(spec):
        yield from _cell_refusals(cell, parent=parent, queue=body["kind"] == "ClusterQueue")
    if body["kind"] == "ClusterQueue":
        yield from _queue_refusals(spec)


def _cells(spec: Body) -> list[Body]:
    flavors = [flavor for group in spec.get("resourceGroups", []) for flavor in group["flavors"]]
    return [cell for flavor in flavors for cell in flavor["resources"]]


def _group_refusals(groups: list[Body]) -> Iterator[str]:
    covered = [name for group in groups for name in group["coveredResources"]]
    flavors = [flavor["name"] for group in groups for flavor in group["flavors"]]
    if len(set(covered)) != len(covered) or len(set(flavors)) != len(flavors):
        yield "4: a resource or flavor twice"
    if len(covered) > 64 or len(flavors) > 64:
        yield "7: too many resources or flavors"
    yield from (f"3: {name} is not a label key" for name in covered if not _LABEL_KEY.match(name))
    for group in groups:
        for flavor in group["flavors"]:
            if [cell["name"] for cell in flavor["resources"]] != group["coveredResources"]:
                yield "2: other resources, or in another order, than covered"


def _queue_refusals(spec: Body) -> Iterator[str]:
    if not spec.get("resourceGroups"):
        yield "not refused, but a queue without groups admits nothing"
    preemption = spec["preemption"]
    if preemption["reclaimWithinCohort"] == "Never" and preemption["borrowWithinCohort"]["policy"] != "Never":
        yield "8: borrowWithinCohort without reclaimWithinCohort"
    if "preference" in spec["flavorFungibility"]:
        yield "9: a preference needs TryNextFlavor twice"
    selector = spec["namespaceSelector"]
    if set(selector) != {"matchLabels"} or not selector["matchLabels"]:
        yield "11: the selector does not name one namespace"


def _cell_refusals(cell: Body, *, parent: str | None, queue: bool) -> Iterator[str]:
    if "nominalQuota" not in cell:
        yield "S: nominalQuota is required"
    for name, value in cell.items():
        if name != "name" and number(value) < 0:
            yield "5: negative"
    if parent is None and {"borrowingLimit", "lendingLimit"} & set(cell):
        yield "1: a limit without parent"
    if queue and "lendingLimit" in cell and number(cell["lendingLimit"]) > number(cell["nominalQuota"]):
        yield "6: lends more than it has"


@dataclass
class Node:
    """A Cohort or ClusterQueue by name, as the bodies link them; `used` is for the caller to fill at queues."""

    name: str
    is_queue: bool
    cells: dict[str, Body]
    children: list["Node"] = field(default_factory=list)
    used: dict[str, Fraction] = field(default_factory=dict)

    def walk(self) -> Iterator["Node"]:
        yield self
        for child in self.children:
            yield from child.walk()

    def nominal(self, resource: str) -> Fraction:
        return number(self.cells[resource]["nominalQuota"]) if resource in self.cells else Fraction(0)

    def subtree_quota(self, resource: str) -> Fraction:
        return self.nominal(resource) + sum(
            child.subtree_quota(resource) - child.local_quota(resource) for child in self.children
        )

    def local_quota(self, resource: str) -> Fraction:
        limit = self.cells.get(resource, {}).get("lendingLimit")
        return Fraction(0) if limit is None else max(Fraction(0), self.subtree_quota(resource) - number(limit))

    def usage(self, resource: str) -> Fraction:
        if self.is_queue:
            return self.used.get(resource, Fraction(0))
        return sum((max(Fraction(0), c.usage(resource) - c.local_quota(resource)) for c in self.children), Fraction(0))


def trees(bodies: list[Body]) -> dict[str, Node]:
    """Roots by name. Every Cohort or ClusterQueue must hang below one, found by name alone."""
    parents: dict[str, str | None] = {}
    nodes: dict[str, Node] = {}
    for body in bodies:
        spec, queue = body["spec"], body["kind"] == "ClusterQueue"
        cells = {cell["name"]: cell for cell in _cells(spec)}
        name = body["metadata"]["name"]
        assert name not in nodes, f"{name} twice"
        nodes[name] = Node(name, queue, cells)
        parents[name] = spec["cohortName"] if queue else spec.get("parentName")
    for name, parent in parents.items():
        if parent is not None:
            nodes[parent].children.append(nodes[name])
    return {name: nodes[name] for name, parent in parents.items() if parent is None}
