"""The worked example written in another order: documents, keys and the entries of lists say what is meant, not where.

The one list whose order is a meaning is a pool's topology: its levels lead from the widest to the node.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest
import yaml

from tenantry import api
from tests.support.workspaces import copy_example, tree_of

_ORDERED = ("topology",)


def _shuffled(value: Any, random: Random, field: str = "") -> Any:
    if isinstance(value, dict):
        fields = list(value.items())
        random.shuffle(fields)
        return {name: _shuffled(inner, random, name) for name, inner in fields}
    if isinstance(value, list):
        entries = [_shuffled(inner, random) for inner in value]
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
        documents = [_shuffled(document, random) for document in yaml.safe_load_all(path.read_text())]
        random.shuffle(documents)
        path.write_text(yaml.safe_dump_all(documents, sort_keys=False))

    result = api.compile(api.open_workspace(workspace))

    assert not result.report.items
    after = tree_of(workspace / "output")
    assert {name for name in before.keys() | after.keys() if before.get(name) != after.get(name)} == set()
