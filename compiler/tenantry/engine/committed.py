"""What the inventories of the output tree say was before.

Reads `output/`.
"""

from collections.abc import Mapping
from pathlib import Path

from tenantry.diagnostics import TenantryError
from tenantry.emit.inventory import INVENTORY_FILE, Inventory
from tenantry.emit.output import OutputTree, way_back
from tenantry.lower.facts import before_from
from tenantry.program import Before


def committed_before(output: OutputTree) -> Before:
    """What was before, from the tree on disk. Raises TenantryError for inventories that were edited."""
    return before_of(output, output.inventories())


def before_of(output: OutputTree, inventories: Mapping[str, Inventory]) -> Before:
    """What `inventories`, read from `output`, say was before. Raises TenantryError where one was edited."""
    try:
        return before_from(fact for inventory in inventories.values() for fact in inventory.facts)
    except (KeyError, TypeError, ValueError):
        for folder, inventory in inventories.items():
            _look_for_trouble(output.root / folder / INVENTORY_FILE, inventory)
        raise


def _look_for_trouble(path: Path, inventory: Inventory) -> None:
    try:
        before_from(inventory.facts)
    except (KeyError, TypeError, ValueError) as problem:
        raise TenantryError(
            f"{path} holds a fact of unknown form: {problem}",
            help=way_back(path.parent),
        ) from problem
