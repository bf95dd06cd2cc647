"""Moves `Fleet.asOf` to today where a grant began or ended since; everything else of the file stays as it is.

A script beside the compiler and not a verb of it, because it asks the clock, which no verb does: what is compiled
depends on specs alone. Prints a line for each grant; nothing, and no change, where none begins or ends.
"""

import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from tenantry import api
from tenantry.diagnostics import Where
from tenantry.program import Program


def main(folder: Path, today: date) -> int:
    workspace = api.open_workspace(folder)
    front = api.check(workspace).front
    program = front.sound_program
    if program is None:
        print("the specs have errors: tenantry check says which", file=sys.stderr)
        return 1
    events = list(_events(program, today))
    if not events:
        return 0
    spot = front.sources.spot(Where(program.fleet.ref, ("spec", "asOf")))
    path = workspace.root / spot.file
    text = path.read_bytes().decode()
    lines, mark = text.split("\n"), text.startswith("\ufeff") and spot.line == 1
    line, start = lines[spot.line - 1], spot.column - 1 + mark
    if line[start : start + 10] != program.fleet.as_of.isoformat():
        print(f"{spot.file}:{spot.line} does not say asOf as a plain date", file=sys.stderr)
        return 1
    lines[spot.line - 1] = f"{line[:start]}{today.isoformat()}{line[start + 10 :]}"
    path.write_bytes("\n".join(lines).encode())
    print(f"asOf {program.fleet.as_of} -> {today}")
    print("\n".join(events))
    return 0


def _events(program: Program, today: date) -> Iterator[str]:
    """Grants that begin or end after the fleet's day, up to today."""
    known = program.fleet.as_of
    for grant in sorted(program.grants, key=lambda one: str(one.ref)):
        ended = grant.last_day + timedelta(days=1)
        if known < grant.first_day <= today:
            yield f"{grant.ref} began on {grant.first_day}"
        if known < ended <= today:
            yield f"{grant.ref} ended with {grant.last_day}"


if __name__ == "__main__":
    said = date.fromisoformat(sys.argv[2]) if len(sys.argv) > 2 else datetime.now(UTC).date()
    sys.exit(main(Path(sys.argv[1] if len(sys.argv) > 1 else "."), said))
