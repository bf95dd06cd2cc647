"""The worked example written in another order: documents, keys and the entries of lists say what is meant, not where.

The lists whose order is a meaning are a pool's topology, whose levels lead from the widest to the node, a policy's
variables, which may use those before them, and whatever stands in the examples of policies.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from tenantry import api
from tests.support.workspaces import copy_example, tree_of

_ORDERED = ("topology", "variables")


def shuffled(value: Any, random: Random, field: str = "") -> Any:
    """The same data with keys and entries in another order, but for those whose order is a meaning."""
    if field == "examples":
        return value
    if isinstance(value, dict):
        fields = list(value.items())
        random.shuffle(fields)
        return {name: shuffled(inner, random, name) for name, inner in fields}
    if isinstance(value, list):
        entries = [shuffled(inner, random) for inner in value]
        if field not in _ORDERED:
            random.shuffle(entries)
        return entries
    return value


@pytest.mark.parametrize("seed", range(3))
def test_the_order_of_documents_keys_and_entries_changes_no_byte(tmp_path: Path, seed: int) -> None:
    random = Random(seed)
    workspace = copy_example(tmp_path)
    api.compile(api.open_workspace(workspace))
    before = tree_of(workspace / "output")
    for path in sorted(workspace.glob("[ct]*/**/*.yaml")):
        documents = [shuffled(document, random) for document in yaml.safe_load_all(path.read_text())]
        random.shuffle(documents)
        path.write_text(yaml.safe_dump_all(documents, sort_keys=False))

    result = api.compile(api.open_workspace(workspace))

    assert not result.report.items
    after = tree_of(workspace / "output")
    assert {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)} == set()
