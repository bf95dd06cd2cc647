"""Access changes of plans against SubjectAccessReviews: a real server is asked before and after twenty changes.

The server holds the namespaces, roles and bindings of the worked example's production cluster; every change is put onto
it and taken back. What a plan says changed has to, and what it does not mention must not.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from tests.acceptance.access.asking import Asked, ask
from tests.golden.plans.stories import BASES, STORIES
from tests.oracle.access_matrix import as_user
from tests.oracle.rbac import Question, person
from tests.plane.api import Api, Object
from tests.plane.kubernetes import Kubernetes, start_kubernetes
from tests.plane.processes import Processes
from tests.plane.waiting import wait_for
from tests.support.access_changes import (
    Fact,
    Tree,
    facts_told,
    rights_changed,
    subjects,
    tree_of,
    with_other_access,
)
from tests.support.fleets import write_files
from tests.support.workspaces import copy_example

pytestmark = pytest.mark.xdist_group("plan-access")

_CLUSTER = "prod-a"
_PLANS = 20
_TOLD, _UNTOLD = 250, 500
"""Most questions a plan about what it says changed, and about all else."""

_RBAC = "rbac.authorization.k8s.io/v1"
_CANARY = "plan-canary"


def test_what_plans_say_of_access_is_what_the_server_answers_before_and_after(
    new_processes: Callable[[], Processes], tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    example = tree_of(copy_example(tmp_path / "example"))
    assert example is not None
    kubernetes = start_kubernetes(new_processes())
    stage = _Stage(kubernetes)
    stage.put(_objects(example))
    plans = list(_plans(example, tmp_path))
    asked = differing = changed = 0
    for name, after in plans:
        told, unchanged = _sample(example, after, Random(name))
        questions = [*told, *unchanged]
        before = _answers(kubernetes, questions)
        stage.change(example, after)
        now = _answers(kubernetes, questions)
        stage.change(after, example)
        wrong = [
            (fact, was, is_)
            for fact, was, is_ in zip(questions, before, now, strict=True)
            if (was, is_) != told.get(fact, (was, was))
        ]
        assert not wrong, f"{name}: {wrong[:5]}"
        asked, changed = asked + 2 * len(questions), changed + bool(told)
        differing += len(told)
    record_property("plans", len(plans))
    record_property("reviews asked", asked)
    record_property("answers that changed", differing)
    assert len(plans) == _PLANS
    assert changed > _PLANS // 2


def _plans(example: Tree, folder: Path) -> Iterator[tuple[str, Tree]]:
    """Stories that touch access on the cluster, two that do not, and random changes, twenty in all."""
    found: list[tuple[str, Tree]] = []
    quiet = 0
    for name in sorted(STORIES.keys() - BASES.keys()):
        target = copy_example(folder / name, output=False)
        STORIES[name](target)
        after = tree_of(target, example.program)
        assert after is not None, name
        touches = _objects(after) != _objects(example)
        quiet += not touches
        if (touches or quiet <= 2) and len(found) < _PLANS - 4:
            found.append((name, after))
    specs = copy_example(folder / "specs", output=False)
    files = {path.relative_to(specs).as_posix(): path.read_text(encoding="utf-8") for path in specs.rglob("*.yaml")}
    for seed in range(_PLANS - len(found)):
        other = tree_of(write_files(folder / f"seed-{seed}", with_other_access(files, Random(seed))), example.program)
        assert other is not None, seed
        found.append((f"random members and roles {seed}", other))
    yield from found


def _sample(before: Tree, after: Tree, random: Random) -> tuple[dict[Fact, tuple[bool, bool]], list[Fact]]:
    """What the plan says changes on the cluster, with both answers, and other questions that it says nothing of.

    Those are about everybody anywhere: a good half on what the same people have elsewhere or others have there.
    """
    changes, _ = rights_changed(before, after)
    told = dict.fromkeys(facts_told(changes, "gained", after), (False, True))
    told |= dict.fromkeys(facts_told(changes, "lost", before), (True, False))
    here = {fact: answers for fact, answers in told.items() if fact[1] == _CLUSTER}
    people = sorted({f"{kind} {name}" for kind, name in subjects(before, after)})
    keys = _objects(before).keys() | _objects(after).keys()
    places = sorted(name for kind, _, name in keys if kind == "Namespace")
    rights = sorted(_every_right(before) | _every_right(after))
    # What a plan changed, asked of others and elsewhere, is where it would be wrong.
    close = sorted(here) or [(people[0], _CLUSTER, places[0], *rights[0])]
    others: set[Fact] = set()
    while len(others) < _UNTOLD:
        near = random.choice(close)
        who = random.choice((near[0], random.choice(people)))
        where = random.choice((near[2], random.choice(places)))
        right = random.choice((near[3:], random.choice(rights)))
        others.add((who, _CLUSTER, where, *right))
    kept = random.sample(sorted(here), min(_TOLD, len(here)))
    return {fact: here[fact] for fact in kept}, sorted(others - here.keys())


def _every_right(tree: Tree) -> set[tuple[str, str, str]]:
    return {
        (verb, group, resource)
        for item in _objects(tree).values()
        for rule in item.get("rules", ())
        for verb in rule["verbs"]
        for group in rule["apiGroups"]
        for resource in rule["resources"]
    }


def _answers(kubernetes: Kubernetes, facts: Iterable[Fact]) -> list[bool]:
    questions: list[Asked] = []
    for subject, _, namespace, verb, group, resource in facts:
        kind, _, name = subject.partition(" ")
        questions.append((as_user(kind, name), Question(verb, group, resource, namespace)))
    return [verdict.allowed for verdict in ask(kubernetes, questions)]


Key = tuple[str, str, str]
"""Kind, namespace and name."""


def _objects(tree: Tree) -> dict[Key, Object]:
    """Namespaces, roles and bindings of the cluster, namespaces and roles first."""
    found = {
        (one.key.kind, one.key.namespace, one.key.name): one.body
        for bundle in tree.bundles
        if bundle.cluster == _CLUSTER
        for one in bundle.manifests
        if one.key.kind in ("Namespace", "ClusterRole", "RoleBinding")
    }
    return dict(sorted(found.items(), key=lambda item: (item[0][0] == "RoleBinding", item[0])))


class _Stage:
    """A server that is brought from one side to the other, and waited for until it judges by what it was given."""

    def __init__(self, kubernetes: Kubernetes) -> None:
        self._kubernetes = kubernetes
        self._api: Api = kubernetes.api
        self._step = 0

    def put(self, items: dict[Key, Object]) -> None:
        """Creates objects."""
        self._api.create({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": _CANARY}}).must()
        self._bring({}, items)

    def change(self, before: Tree, after: Tree) -> None:
        """Makes what is new, changes what differs, removes what goes; namespaces stay, for nothing here ends them."""
        self._bring(_objects(before), _objects(after))

    def _bring(self, old: dict[Key, Object], new: dict[Key, Object]) -> None:
        for key, item in new.items():
            if old.get(key) != item:
                self._api.apply(item).must()
        for key in old.keys() - new.keys():
            if key[0] != "Namespace":
                self._api.delete(old[key]).must()
        self._wait()

    def _wait(self) -> None:
        """Writes a role and a binding last: the server hears of each kind in order, so who sees both has seen all."""
        self._step += 1
        who, what = f"{_CANARY}-{self._step}", f"step-{self._step}"
        rule = {"apiGroups": [_CANARY], "resources": [what], "verbs": ["get"]}
        subject = {"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": who}
        role = {"apiGroup": "rbac.authorization.k8s.io", "kind": "ClusterRole", "name": _CANARY}
        head = {"apiVersion": _RBAC, "metadata": {"name": _CANARY}}
        place = {"name": _CANARY, "namespace": _CANARY}
        self._api.apply({**head, "kind": "ClusterRole", "rules": [rule]}).must()
        self._api.apply(
            {**head, "kind": "RoleBinding", "metadata": place, "roleRef": role, "subjects": [subject]}
        ).must()
        question = (person(who), Question("get", _CANARY, what, _CANARY))
        wait_for(lambda: ask(self._kubernetes, [question])[0].allowed, f"the server judges by step {self._step}")
