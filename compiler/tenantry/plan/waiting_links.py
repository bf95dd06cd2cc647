"""Links that open nothing, or not all that they list: until the other tenant declares the same, or for good.

Pure. From the program alone: no manifest holds what is not in force.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tenantry.diagnostics import DocumentRef
from tenantry.effect.ports import NO_PORTS, Ports, common, united, without
from tenantry.program import Link, Program


class LinkChange(NamedTuple):
    """A link with `ports` that are not open and were not waited for before; `was_open` where they were open instead.

    `waits_for` is the tenant that has to list them too; empty where the two projects are on no cluster together.
    """

    link: str
    source: str
    destination: str
    waits_for: str
    ports: tuple[str, ...]
    was_open: bool


def compare_links(before: Program | None, after: Program) -> tuple[LinkChange, ...]:
    """Every link that newly lists ports which are not open, by name."""
    old = {ref: (waits_for, ports) for ref, _, waits_for, ports in _waiting(before)} if before else {}
    in_force = {link.ref: united(link.shared_ports) for link in before.links} if before else {}
    found = []
    for ref, link, waits_for, ports in _waiting(after):
        had = old.get(ref, ("", NO_PORTS))
        fresh = without(ports, had[1]) if had[0] == waits_for else ports
        if fresh:
            ends = "/".join(link.source), "/".join(link.destination)
            was_open = bool(common(fresh, in_force.get(ref, NO_PORTS)))
            found.append(LinkChange(f"{ref.tenant}/{ref.name}", *ends, waits_for, tuple(map(str, fresh)), was_open))
    return tuple(sorted(found))


def _waiting(program: Program) -> Iterator[tuple[DocumentRef, Link, str, Ports]]:
    homes: dict[tuple[str, str], set[str]] = {}
    for placement in program.placements:
        for at in placement.projects:
            homes.setdefault((placement.tenant, at.project), set()).add(placement.cluster)
    for link in program.links:
        (here, _), (there, _) = link.source, link.destination
        waits_for = there if link.tenant == here else here
        closed = without(united(link.ports), united(link.shared_ports))
        if closed:
            yield link.ref, link, waits_for, closed
        elif not homes.get(link.source, set()) & homes.get(link.destination, set()):
            yield link.ref, link, "", united(link.ports)
