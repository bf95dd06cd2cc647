"""Laws of plans: what means the same changes nothing, and two steps add up to one."""

import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from tenantry.plan import Plan
from tenantry.program import Program
from tests.properties.test_order import shuffled
from tests.support.planning import plan_between, program_of
from tests.support.workspaces import copy_example

_QUANTITIES = {"2Ti": "2048Gi", "64Gi": "65536Mi", "1Ti": "1024Gi", "512Gi": "524288Mi", "40Ti": "40960Gi"}
_AT_LEAST_ONE = ("weight", "units")
_NUMBER = re.compile(r"(guaranteed|borrow|lend|weight|units):(\s+)(\d+)")


def _spelled_otherwise(value: Any) -> Any:
    """The same quantities in other units."""
    if isinstance(value, dict):
        return {key: _spelled_otherwise(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_spelled_otherwise(inner) for inner in value]
    return _QUANTITIES.get(value, value) if isinstance(value, str) else value


@pytest.mark.parametrize("seed", range(4))
def test_edits_that_mean_the_same_give_an_empty_plan(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    workspace = copy_example(tmp_path, output=False)
    before = program_of(workspace)
    assert before is not None
    by_owner: dict[Path, list[Any]] = {}
    for path in sorted(workspace.glob("[ct]*/**/*.yaml")):
        documents = [shuffled(_spelled_otherwise(one), random) for one in yaml.safe_load_all(path.read_text())]
        for document in documents:
            # Tenants and grants stay in the files that are named after them.
            named = path.name in ("tenant.yaml", "grants.yaml")
            target = path if named else path.with_name(random.choice((path.name, "moved.yaml", "other.yaml")))
            by_owner.setdefault(target, []).append(document)
        path.unlink()
    for path, documents in by_owner.items():
        random.shuffle(documents)
        flow = random.choice((None, True, False))
        path.write_text("# written anew\n" + yaml.safe_dump_all(documents, sort_keys=False, default_flow_style=flow))

    after = program_of(workspace, before)

    assert after is not None
    made = plan_between(before, after)
    assert made.is_empty
    assert (made.remarks, made.needs, made.documents) == ((), (), ())


@pytest.mark.parametrize("seed", range(12))
def test_the_differences_of_two_steps_add_up_to_those_of_one(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    one, two, three = _three_programs(tmp_path, random)

    first, second, whole = plan_between(one, two), plan_between(two, three), plan_between(one, three)

    assert _differences(first) + _differences(second) == _differences(whole)
    costs = [plan.cost.total_after - plan.cost.total_before for plan in (first, second, whole)]
    assert costs[0] + costs[1] == costs[2]


def _three_programs(folder: Path, random: Random) -> list[Program]:
    """The worked example and two random changes of its numbers, each of which compiles."""
    workspace = copy_example(folder, output=False)
    found = [program_of(workspace)]
    files = [path for path in sorted(workspace.glob("tenants/*/*.yaml")) if _NUMBER.search(path.read_text())]
    while len(found) < 3:
        path = random.choice(files)
        text = path.read_text()
        path.write_text(_NUMBER.sub(lambda match: _changed(match, random), text))
        program = program_of(workspace, found[-1])
        if program is None:
            path.write_text(text)
        elif random.random() < 0.4:
            found.append(program)
    return [program for program in found if program is not None]


def _changed(match: re.Match[str], random: Random) -> str:
    number = int(match[3]) + random.choice((-4, -1, 0, 0, 0, 1, 2, 8))
    return f"{match[1]}:{match[2]}{max(number, int(match[1] in _AT_LEAST_ONE))}"


class _Sum(Counter[tuple[str, str, str]]):
    """Adds without dropping what is zero or negative."""

    def __add__(self, other: Any) -> "_Sum":
        keys = {*self, *other}
        return _Sum({key: total for key in keys if (total := self[key] + other[key])})


def _differences(plan: Plan) -> _Sum:
    found = _Sum()
    for change in plan.quota.holders:
        for name in ("guaranteed", "granted", "shared", "contested", "reach", "kept"):
            was, now = (getattr(side, name) if side else 0 for side in (change.before, change.after))
            if was != now:
                found[change.pool, str(change.holder), name] = now - was
    for pool in plan.quota.pools:
        for name in ("for_sale", "guaranteed", "unallocated"):
            was, now = (getattr(side, name) if side else 0 for side in (pool.before, pool.after))
            if was != now:
                found[pool.pool, "", name] = now - was
    return found
