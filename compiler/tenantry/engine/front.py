"""The front end in order: read, load, resolve, check.

Reads the specs of the workspace and, for what was before, the inventories of its output tree. Pure otherwise.
"""

from collections.abc import Iterable
from datetime import date
from pathlib import Path

from tenantry.check import CHECKS
from tenantry.check.registry import run
from tenantry.diagnostics import Diagnostic, DocumentRef, TenantryError, any_error
from tenantry.diagnostics.codes.references import TN302, TN303, TN306
from tenantry.emit.inventory import INVENTORY_FILE, Inventory
from tenantry.emit.output import OutputTree, way_back
from tenantry.engine.doubles import said_once
from tenantry.lower.facts import before_from
from tenantry.model import KINDS, load
from tenantry.names import is_dns_label
from tenantry.policy import check_policies
from tenantry.program import Before, Program
from tenantry.records import record
from tenantry.resolve import Placed, resolve
from tenantry.source import Sources, read_workspace
from tenantry.workspace import Workspace

_NEED_ALL_DOCUMENTS = frozenset({TN302, TN303, TN306})


@record
class Front:
    """What the front end found. `program` is None where nothing could be resolved; with errors it has gaps."""

    sources: Sources
    program: Program | None
    diagnostics: tuple[Diagnostic, ...]
    inventories: dict[str, Inventory]

    @property
    def has_errors(self) -> bool:
        return any_error(self.diagnostics)

    @property
    def sound_program(self) -> Program | None:
        """The program to compile; None where the specs have an error."""
        return None if self.has_errors else self.program


def front_end(workspace: Workspace, output: OutputTree, *, as_of: date | None = None) -> Front:
    """Everything up to the checked program. `as_of` replaces the fleet's date, for questions only."""
    sources = read_workspace(workspace)
    found = list(sources.diagnostics)
    placed, broken = [], []
    for document in sources.documents:
        if not document.sound:
            broken.append(document.ref)
            continue
        loaded, problems = load(document)
        found.extend(problems)
        if loaded is None:
            broken.append(document.ref)
        else:
            placed.append(Placed(loaded, document.place))
    found = said_once(found, sources)
    inventories = output.inventories()
    resolution = resolve(placed, [ref for ref in broken if ref is not None], _before(output, inventories), as_of=as_of)
    # A document whose kind or name cannot be read may be anything that a name refers to.
    whole = not sources.incomplete and all(map(_says_who_it_is, broken))
    found.extend(one for one in resolution.diagnostics if whole or one.code not in _NEED_ALL_DOCUMENTS)
    if resolution.program is not None and whole:
        found.extend(_judged(resolution.program, resolution.damaged))
    return Front(sources, resolution.program, tuple(found), inventories)


def _says_who_it_is(ref: DocumentRef | None) -> bool:
    return (
        ref is not None
        and ref.kind in KINDS
        and is_dns_label(ref.name)
        and (not ref.tenant or is_dns_label(ref.tenant))
    )


def _judged(program: Program, damaged: frozenset[DocumentRef]) -> Iterable[Diagnostic]:
    yield from run(CHECKS, program, damaged)
    yield from check_policies(program, damaged)


def _before(output: OutputTree, inventories: dict[str, Inventory]) -> Before:
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
