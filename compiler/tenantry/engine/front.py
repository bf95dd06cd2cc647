"""The front end in order: read, load, resolve, check.

Reads specs. Pure otherwise.
"""

from collections.abc import Iterable
from datetime import date

from tenantry.check import CHECKS
from tenantry.check.registry import run
from tenantry.diagnostics import Diagnostic, DocumentRef, any_error
from tenantry.diagnostics.codes.references import TN302, TN303, TN306
from tenantry.engine.doubles import said_once
from tenantry.model import KINDS, load
from tenantry.names import is_dns_label
from tenantry.policy import check_policies
from tenantry.program import Before, Program
from tenantry.records import record
from tenantry.resolve import Placed, resolve
from tenantry.source import Sources, read_specs
from tenantry.workspace import Specs

_NEED_ALL_DOCUMENTS = frozenset({TN302, TN303, TN306})


@record
class Front:
    """What the front end found. `program` is None where nothing could be resolved; with errors it has gaps."""

    sources: Sources
    program: Program | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def has_errors(self) -> bool:
        return any_error(self.diagnostics)

    @property
    def sound_program(self) -> Program | None:
        """The program to compile; None where the specs have an error."""
        return None if self.has_errors else self.program


def front_end(specs: Specs, before: Before, *, as_of: date | None = None) -> Front:
    """Everything up to the checked program, judged against what was `before`.

    `as_of` replaces the fleet's date, for questions only.
    """
    sources = read_specs(specs)
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
    resolution = resolve(placed, [ref for ref in broken if ref is not None], before, as_of=as_of)
    # A document whose kind or name cannot be read may be anything that a name refers to.
    whole = not sources.incomplete and all(map(_says_who_it_is, broken))
    found.extend(one for one in resolution.diagnostics if whole or one.code not in _NEED_ALL_DOCUMENTS)
    if resolution.program is not None and whole:
        found.extend(_judged(resolution.program, resolution.damaged))
    return Front(sources, resolution.program, tuple(found))


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
