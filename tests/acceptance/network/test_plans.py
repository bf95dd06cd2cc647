"""What plans say of reach, against every packet tried on both sides of every story.

Plans are those of tests/golden/plans, which are exact; both sides are compiled here. tests/oracle/network_changes.py
tries the packets and knows nothing of the compiler.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.golden.plans import stories
from tests.golden.plans.stories import BASES, STORIES
from tests.oracle.network_changes import Change, Moved, Told
from tests.plane.api import Object
from tests.plane.manifests import compiled_objects
from tests.support.workspaces import copy_example, run

PLANS = Path(stories.__file__).parent
Objects = dict[str, list[Object]]


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Objects:
    """The compiled clusters of the worked example."""
    return objects_of(copy_example(tmp_path_factory.mktemp("example") / "fleet"))


@pytest.mark.parametrize("name", sorted(STORIES))
def test_a_plan_tells_every_packet_that_passes_otherwise(name: str, example: Objects, tmp_path: Path) -> None:
    network = planned(name)
    before, after = example, objects_of(changed(tmp_path / "after", name))
    if name in BASES:
        before = objects_of(changed(tmp_path / "before", name, base=True))
    tried: set[Moved] = set()
    says = [change for part in ("pairs", "addresses", "platform") for change in network[part]]

    for cluster in sorted(before.keys() | after.keys()):
        change, told = Change(before.get(cluster, []), after.get(cluster, [])), Told(network, cluster)
        assert all(named(one) & change.touched for one in says if cluster in one["clusters"])
        for packet, moved in change.between_projects():
            said = told.between_projects(packet)
            assert agree(said, moved), f"{cluster}: {packet}: {moved}, the plan says {said}"
            tried.add(moved)
        for packet, moved, direction in change.with_addresses():
            said = told.with_addresses(packet, direction)
            assert agree(said, moved), f"{cluster}: {packet}: {moved}, the plan says {said}"
            tried.add(moved)
        for packet, moved, direction in change.with_platform():
            said = told.with_platform(packet, direction)
            assert agree(said, moved), f"{cluster}: {packet}: {moved}, the plan says {said}"
            tried.add(moved)

    # What a plan says is seen by some packet: so no story is silent where its plan is not.
    assert ("opens" in tried) == any(change["gained"] for change in says)
    assert ("closes" in tried) == any(change["lost"] for change in says)


def test_the_stories_open_and_close_something_of_each_sort() -> None:
    found = {
        (part, verb)
        for name in STORIES
        for part in ("pairs", "addresses", "platform")
        for change in planned(name)[part]
        for verb in ("gained", "lost")
        if change[verb] and change["presence"] == "stays"
    }

    assert found >= {("pairs", "gained"), ("pairs", "lost"), ("addresses", "gained"), ("addresses", "lost")}
    assert ("platform", "gained") in found


def agree(said: Moved | None, moved: Moved) -> bool:
    """Whether a plan is right; it need not say what stays."""
    return said == moved or (said is None and moved.startswith("stays"))


def named(change: dict[str, Any]) -> set[str]:
    """The projects that a change is about."""
    return {*change.get("projects", ()), *change.get("sources", ()), *change.get("destinations", ())}


def planned(name: str) -> dict[str, Any]:
    """What the exact plan of a story says of the network."""
    network: dict[str, Any] = json.loads((PLANS / f"{name}.json").read_text())["plan"]["network"]
    return network


def changed(folder: Path, name: str, *, base: bool = False) -> Path:
    """The worked example with a story in it, or only with what was before the story."""
    copy_example(folder, output=False)
    if name in BASES:
        BASES[name](folder)
    if not base:
        STORIES[name](folder)
    done = run("compile", folder=folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def objects_of(workspace: Path) -> Objects:
    """What was compiled for each cluster."""
    clusters = [path.name for path in (workspace / "output").iterdir() if path.name != "argocd"]
    return {name: compiled_objects(workspace / "output", name) for name in clusters}
