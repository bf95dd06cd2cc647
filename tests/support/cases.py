"""Case files: a mistake in a small fleet, the line it is expected at, and the exact message.

A case is one YAML file, `tests/cases/<code>-<slug>.yaml`. A line `# file: tenants/vision/tenant.yaml` begins a file
that is laid over the fleet of `tests/cases/base/` (same path replaces; nothing below the line removes the file). A
line `# before: <path>` begins a file of the fleet as it was compiled before, laid over the same base;
`# before: base` says that the base itself was. Without any the fleet was never compiled. The faulty line ends in
`# expect: <code>`, which is cut off before anything reads it. `<case>.txt` beside it holds the message.
"""

import re
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tenantry.check import CHECKS
from tenantry.check.registry import run
from tenantry.diagnostics import Diagnostic, DocumentRef, Severity, Spot, Where
from tenantry.diagnostics.render.text import render_text
from tenantry.diagnostics.report import Report
from tenantry.model.load import load
from tenantry.policy import check_policies
from tenantry.program import Before, LineBefore, LineKey, PoolBefore, Program, QueueKey
from tenantry.resolve import Placed, resolve
from tenantry.source import Sources, read_text

CASES = Path(__file__).parents[1] / "cases"
_BASE = CASES / "base"
_SECTION = re.compile(r"# (file|before): (\S+)\n?")
_EXPECT = re.compile(r"[ \t]*# expect: (TN[0-9]{3})(?=\n|$)")


class Expected(NamedTuple):
    """Where a case expects its message."""

    code: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Case:
    """A fleet with one mistake. `before` is None where the fleet was never compiled."""

    name: str
    code: str
    files: Mapping[str, str]
    before: Mapping[str, str] | None
    expected: tuple[Expected, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What the front end and the checks say of a fleet, sorted by file, line and code."""

    diagnostics: tuple[Diagnostic, ...]
    sources: Sources
    program: Program | None = field(repr=False)

    def spot(self, diagnostic: Diagnostic) -> Spot:
        """The exact place of a diagnostic."""
        where = diagnostic.where
        return self.sources.spot(where) if isinstance(where, Where) else where

    @property
    def primary(self) -> tuple[Diagnostic, ...]:
        """Errors and warnings."""
        return tuple(one for one in self.diagnostics if one.severity is not Severity.INFO)


@cache
def base_files() -> Mapping[str, str]:
    """The base fleet: texts by path."""
    return {path.relative_to(_BASE).as_posix(): path.read_text() for path in sorted(_BASE.rglob("*.yaml"))}


def case_paths() -> list[Path]:
    """Every case file, by name."""
    return sorted(CASES.glob("TN*.yaml"))


def read_case(path: Path) -> Case:
    """The case that a file holds."""
    files, before = dict(base_files()), None
    expected: list[Expected] = []
    for kind, name, text in _sections(path.read_text()):
        if kind == "before":
            before = dict(base_files()) if before is None else before
            if name != "base":
                _lay(before, name, text)
            continue
        expected += [
            Expected(found[1], name, number)
            for number, line in enumerate(text.split("\n"), 1)
            for found in _EXPECT.finditer(line)
        ]
        _lay(files, name, _EXPECT.sub("", text))
    return Case(path.stem, path.stem.partition("-")[0], files, before, tuple(expected))


def _sections(text: str) -> Iterable[tuple[str, str, str]]:
    marks = list(_SECTION.finditer(text))
    for mark, following in zip(marks, [*marks[1:], None], strict=True):
        body = text[mark.end() : following.start() if following else len(text)].strip("\n")
        yield mark[1], mark[2], f"{body}\n" if body else ""


def _lay(files: dict[str, str], name: str, text: str) -> None:
    if text:
        files[name] = text
    else:
        files.pop(name, None)


def outcome_of(case: Case) -> Outcome:
    """What is said about a case."""
    before = Before()
    if case.before is not None:
        compiled = judge(case.before, Before())
        assert not compiled.primary, f"the fleet before is not fine: {compiled.primary}"
        assert compiled.program is not None
        before = before_of(compiled.program)
    return judge(case.files, before)


def judge(files: Mapping[str, str], before: Before) -> Outcome:
    """Reads, loads, resolves and checks a fleet of texts by path, as a compile does."""
    sources = Sources()
    for name in sorted(files):
        content = read_text(name, files[name].encode())
        sources.add(name, content.text, content.documents, content.diagnostics, complete=content.complete)
    found = list(sources.diagnostics)
    placed: list[Placed] = []
    broken: list[DocumentRef] = []
    for document in sources.documents:
        loaded, faults = load(document) if document.sound else (None, [])
        found += faults
        if loaded is not None:
            placed.append(Placed(loaded, document.place))
        elif document.ref is not None:
            broken.append(document.ref)
    resolution = resolve(placed, broken, before)
    found += resolution.diagnostics
    if resolution.program is not None:
        found += run(CHECKS, resolution.program, resolution.damaged)
        found += check_policies(resolution.program, resolution.damaged)

    def order(one: Diagnostic) -> tuple[Spot, str]:
        spot = sources.spot(one.where) if isinstance(one.where, Where) else one.where
        return spot, one.code.code

    return Outcome(tuple(sorted(found, key=order)), sources, resolution.program)


def before_of(program: Program) -> Before:
    """What the inventories of a compiled program say."""
    return Before(
        lines={
            LineKey(line.owner, line.pool, line.workload_class): LineBefore(line.guaranteed, line.state)
            for line in program.lines
        },
        states={
            **{one.ref: one.state.value for one in program.tenants.values()},
            **{one.ref: one.state.value for one in program.projects.values()},
        },
        queues={
            QueueKey(program.projects[placement.tenant, project.project].ref, queue.pool, queue.workload_class): (
                queue.state
            )
            for placement in program.placements
            for project in placement.projects
            for queue in project.queues
        },
        pools={
            name: PoolBefore(pool.labels, tuple((*taint,) for taint in pool.taints), pool.topology)
            for name, pool in program.pools.items()
        },
        domain=program.fleet.domain,
    )


def rendered(outcome: Outcome, diagnostics: Iterable[Diagnostic]) -> str:
    """The messages as a person without colours sees them."""
    return render_text(Report.of(diagnostics, outcome.sources), outcome.sources)


def judged(outcome: Outcome, case: Case) -> list[Diagnostic]:
    """What a case is about: errors and warnings, and of information only what it expects."""
    return [one for one in outcome.diagnostics if one.severity is not Severity.INFO or one.code.code == case.code]


def write_messages(names: Iterable[str]) -> None:
    """Writes `<case>.txt` of every case whose name begins with one of `names`: read each before it is kept."""
    wanted = tuple(names)
    for path in case_paths():
        if path.stem.startswith(wanted):
            case = read_case(path)
            outcome = outcome_of(case)
            path.with_suffix(".txt").write_text(rendered(outcome, judged(outcome, case)))


if __name__ == "__main__":  # python -m tests.support.cases TN412
    write_messages(sys.argv[1:])
