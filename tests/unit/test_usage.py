"""Reading what runs from what kubectl printed."""

import json
from pathlib import Path
from typing import Any

import pytest

from tenantry.diagnostics import TenantryError
from tenantry.usage import read_usage


def queue(name: str, **totals: str) -> dict[str, Any]:
    resources = [{"name": key, "total": total, "borrowed": "0"} for key, total in totals.items()]
    return {
        "kind": "ClusterQueue",
        "metadata": {"name": name},
        "status": {"flavorsUsage": [{"name": "pool", "resources": resources}]},
    }


def write(folder: Path, content: Any) -> Path:
    path = folder / "usage.json"
    path.write_text(content if isinstance(content, str) else json.dumps(content))
    return path


def test_units_are_read_by_queue_and_resource(tmp_path: Path) -> None:
    items = [queue("a", gpu="3", cpu="1500m"), {"kind": "ClusterQueue", "metadata": {"name": "new"}}]

    assert read_usage(write(tmp_path, {"kind": "List", "items": items})) == {"a": {"gpu": 3, "cpu": 2}, "new": {}}


def test_a_single_queue_is_read_too(tmp_path: Path) -> None:
    assert read_usage(write(tmp_path, queue("a", gpu="1k"))) == {"a": {"gpu": 1000}}


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{}", "no json", '{"kind": "List"}', '{"kind": "List", "items": [{"kind": "Pod"}]}', "[" * 100_000],
)
def test_anything_else_is_refused_with_the_command_that_makes_it(tmp_path: Path, content: str) -> None:
    with pytest.raises(TenantryError, match="no list of ClusterQueues") as refused:
        read_usage(write(tmp_path, content))

    assert "kubectl get clusterqueues" in refused.value.help


def test_a_quantity_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TenantryError, match="no list of ClusterQueues"):
        read_usage(write(tmp_path, queue("a", gpu="many")))


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(TenantryError, match="cannot be read"):
        read_usage(tmp_path / "gone.json")
