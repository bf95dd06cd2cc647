"""Plans between two folders of specs, made in this process: no git, no command line."""

from collections.abc import Iterator
from pathlib import Path

from tenantry.addons import AddonRenderer
from tenantry.engine import front_end
from tenantry.ir import Bundle
from tenantry.lower.bundles import bundles, facts
from tenantry.lower.facts import before_from
from tenantry.plan import Plan, Revisions, plan
from tenantry.program import Before, Program
from tenantry.workspace import Workspace


def program_of(folder: Path, before: Program | None = None) -> Program | None:
    """The program of a folder, judged against what was before; None where its specs have an error."""
    known = before_from(facts(before)) if before else Before()
    return front_end(Workspace.find(folder), known).sound_program


def bundles_of(program: Program) -> Iterator[Bundle]:
    """Everything that is made of a program."""
    return bundles(program, extra=AddonRenderer(program).manifests)


def plan_between(before: Program, after: Program) -> Plan:
    """What turns one program into the other."""
    return plan(Revisions("before", "after"), before, bundles_of(before), after, bundles_of(after))
