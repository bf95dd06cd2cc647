"""The ledger against the trees themselves: a message for every level that keeps less than nothing, and no other."""

import re
from copy import deepcopy
from functools import cache
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.check import grants, guarantees, ledger
from tenantry.check.registry import run
from tenantry.diagnostics import DocumentRef, Where
from tenantry.names import PoolName
from tenantry.program import PoolTree, TreeNode
from tests.support.programs import Trees, program_of, small_trees
from tests.unit.check.judging import codes, found

CHECKS = (*ledger.CHECKS, *guarantees.CHECKS)
API = "tenantry.dev/v1alpha1"
POOL = "h100-train"
small = st.integers(0, 12)
maybe = st.none() | small


def tenant(name: str, parent: str | None, guaranteed: int | None) -> dict[str, object]:
    spec: dict[str, Any] = {"displayName": name, "owners": [{"group": name}]}
    if parent:
        spec["parent"] = parent
    if guaranteed is not None:
        spec["quota"] = [{"pool": POOL, "guaranteed": guaranteed}]
    return {"apiVersion": API, "kind": "Tenant", "metadata": {"name": name}, "spec": spec}


def project(owner: str, lines: list[dict[str, object]]) -> dict[str, object]:
    spec = {"classes": ["training"], "quota": lines}
    return {"apiVersion": API, "kind": "Project", "metadata": {"tenant": owner, "name": "p"}, "spec": spec}


def grant(owner: str, units: int, first: int, last: int) -> dict[str, object]:
    spec = {
        "pool": POOL,
        "units": units,
        "from": f"2026-12-{first:02}",
        "until": f"2026-12-{last:02}",
        "reason": "test",
    }
    return {"apiVersion": API, "kind": "Grant", "metadata": {"tenant": owner, "name": "g"}, "spec": spec}


@cache
def platform() -> Trees:
    """The small fleet without tenants and with one pool, of 24 units."""
    trees = small_trees()
    pool: Any = trees["Pool", "", POOL]
    pool["spec"] |= {"nodes": 4, "spares": {"units": 8, "reason": "test"}}
    kept = ("Fleet", "PriorityLadder", "Cluster", "WorkloadClass", "IsolationProfile")
    return {key: tree for key, tree in trees.items() if key[0] in kept} | {("Pool", "", POOL): pool}


@st.composite
def fleets(draw: st.DrawFn) -> Trees:
    """The pool of 24 units, and up to six tenants in three levels with lines, projects and later grants."""
    trees = dict(platform())
    parents: list[str | None] = [None]
    with_line: dict[str | None, bool] = {None: False}
    for name in ("a", "b", "c", "d", "e", "f")[: draw(st.integers(1, 6))]:
        parent = draw(st.sampled_from(parents))
        own = draw(small if parent is None else maybe)
        trees["Tenant", "", name] = tenant(name, parent, own)
        if own is not None:
            if draw(st.booleans()):
                lines: list[dict[str, object]] = [{"pool": POOL, "guaranteed": draw(small)}]
                if draw(st.booleans()):
                    lines.append({"pool": POOL, "class": "training", "guaranteed": draw(small)})
                trees["Project", name, "p"] = project(name, lines)
            if draw(st.booleans()):
                first = draw(st.integers(1, 20))
                trees["Grant", name, "g"] = grant(
                    name, draw(st.integers(1, 12)), first, first + draw(st.integers(0, 11))
                )
        with_line[name] = own is not None
        if parent is None or with_line[parent]:
            parents.append(name)
    return trees


def overdrawn(tree: PoolTree) -> list[TreeNode]:
    """Cohorts that keep less than nothing, by walking the whole tree."""
    return [node for node in tree.root.walk() if node.nominal < 0]


@settings(max_examples=120, deadline=None)
@given(fleets())
def test_there_is_an_error_if_and_only_if_some_level_keeps_less_than_nothing(trees: Trees) -> None:
    program = program_of(trees)

    messages = [one for one in run(CHECKS, program, frozenset()) if one.code.code != "TN415"]

    broken = any(overdrawn(tree) for tree in (*program.trees.values(), *program.later_trees))
    assert bool(messages) is broken
    named = [one.message.split(" of ")[1].split(" ")[0] for one in messages if one.code.code == "TN412"]
    assert len(named) == len(set(named))
    failing = {node.tenant for node in overdrawn(program.trees[PoolName(POOL)]) if node.level == "tenant"}
    for name in failing.intersection(named):
        assert not any(name in program.tenants[other].ancestors for other in failing)


@settings(max_examples=60, deadline=None)
@given(fleets())
def test_lowering_the_blamed_line_as_told_leaves_no_message_about_it(trees: Trees) -> None:
    for one in found(CHECKS, trees):
        told = re.match("lower this to ([0-9]+)", one.help)
        if one.code.code not in ("TN412", "TN413") or told is None:
            continue
        assert isinstance(one.where, Where)
        assert isinstance(one.where.document, DocumentRef)
        ref = one.where.document
        changed = dict(trees)
        line: Any = deepcopy(trees[ref.kind, ref.tenant, ref.name])
        changed[ref.kind, ref.tenant, ref.name] = line
        for step in one.where.path[:-1]:
            line = line[step]
        line["guaranteed"] = int(told[1])

        again = [(each.where, each.message) for each in found(CHECKS, changed)]

        assert (one.where, one.message) not in again
        return


def test_a_grant_that_has_ended_is_information_and_counts_no_more() -> None:
    trees = small_trees()
    spec: Any = trees["Grant", "vision", "cvpr-deadline"]["spec"]
    spec |= {"units": 1000, "from": "2026-10-01", "until": "2026-11-29"}

    assert codes((*CHECKS, *grants.CHECKS), trees) == ["TN422"]


def test_of_many_contributors_the_largest_are_named_and_the_others_counted() -> None:
    trees = small_trees()
    for number in range(1, 31):
        trees["Tenant", "", f"team-{number}"] = tenant(f"team-{number}", None, number)

    message = next(one for one in found(CHECKS, trees) if one.code.code == "TN413")

    shown = [item.text for item in message.notes[1].items]
    assert shown[-1] == f"24 others {sum(range(1, 25))}"
    assert "research 72" in shown
    assert len(shown) == 9
