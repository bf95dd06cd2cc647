"""What runs now, as Kueue says it: the units that each ClusterQueue uses.

Reads a file that `kubectl get clusterqueues -o json` printed; asks no cluster. Source of the shape: Kueue's API,
ClusterQueue `status.flavorsUsage` (admitted workloads), the same in v1beta1 and v1beta2.
"""

import json
from pathlib import Path
from typing import Any, Final

from tenantry.diagnostics import TenantryError
from tenantry.quantity import Quantity

MAX_BYTES: Final = 64 << 20
_HOW: Final = "make it with: kubectl get clusterqueues.kueue.x-k8s.io -o json > FILE"

Usage = dict[str, dict[str, int]]
"""By name of a ClusterQueue what it uses, by resource in whole units."""


def read_usage(path: Path) -> Usage:
    """What the ClusterQueues in a file use. Raises TenantryError for a file that is none of this kind."""
    try:
        with path.open("rb") as file:
            text = file.read(MAX_BYTES + 1)
    except OSError as problem:
        raise TenantryError(f"{path} cannot be read: {problem.strerror or problem}", help=_HOW) from problem
    if len(text) > MAX_BYTES:
        raise TenantryError(f"{path} is larger than {MAX_BYTES >> 20} MiB, the most that is read", help=_HOW)
    try:
        content = json.loads(text)
        items = content["items"] if content.get("kind", "").endswith("List") else [content]
        return {item["metadata"]["name"]: _used(item) for item in items if _is_queue(item)}
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as problem:
        raise TenantryError(f"{path} is no list of ClusterQueues in JSON", help=_HOW) from problem


def _is_queue(item: dict[str, Any]) -> bool:
    if item["kind"] != "ClusterQueue":
        raise ValueError(item["kind"])
    return True


def _used(item: dict[str, Any]) -> dict[str, int]:
    used: dict[str, int] = {}
    for flavor in item.get("status", {}).get("flavorsUsage") or ():
        for resource in flavor.get("resources") or ():
            units = -(-Quantity.parse(str(resource.get("total", 0))).milli // 1000)
            used[resource["name"]] = used.get(resource["name"], 0) + units
    return used
