"""Check on what Kueue cannot change once it is there: the flavor and the topology of a pool with topology levels.

Pure. Source: ResourceFlavor with a topologyName, and Topology, are immutable in the versions of Kueue served here.
"""

from collections.abc import Iterator

from tenantry.check.registry import check
from tenantry.check.reserved import domain_changed
from tenantry.diagnostics import Diagnostic, Note, Where
from tenantry.diagnostics.codes.isolation import TN479
from tenantry.program import Pool, Program


@check(TN479, subject=Pool)
def topology_pool_changes(program: Program, pool: Pool) -> Iterator[Diagnostic]:
    """Labels, taints or levels that differ from those compiled before, on a pool that had levels."""
    before = program.before.pools.get(pool.name)
    if before is None or not before.topology or domain_changed(program):
        return
    changes = [
        (field, was, now)
        for field, was, now in (
            ("labels", _labels(before.labels), _labels(pool.labels)),
            ("taints", _taints(before.taints), _taints(pool.taints)),
            ("topology", f"[{', '.join(before.topology)}]", f"[{', '.join(pool.topology)}]"),
        )
        if was != now
    ]
    if changes:
        fields = " and ".join(field for field, _, _ in changes)
        restored = ", ".join(f"`{field}: {was}`" for field, was, _ in changes)
        yield Diagnostic(
            TN479,
            f"Kueue cannot change {fields} of pool {pool.name}, which has topology levels",
            Where(pool.ref, ("spec", changes[0][0])),
            notes=tuple(Note(f"{field} was {was}, is now {now}") for field, was, now in changes),
            help=f"write {restored} again; for other nodes define a Pool with a new name, move the lines there, and "
            "drain this one",
        )


def _labels(labels: tuple[tuple[str, str], ...]) -> str:
    return f"{{{', '.join(f'{key}: {value}' for key, value in labels)}}}"


def _taints(taints: tuple[tuple[str, str, str], ...]) -> str:
    written = (f"{{key: {key}, value: {value}, effect: {effect}}}" for key, value, effect in taints)
    return f"[{', '.join(written)}]"


CHECKS = (topology_pool_changes,)
