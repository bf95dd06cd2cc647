"""What the committed inventories say was true before: the base that a change is judged against.

Plain data, read from `output/`; empty for a fleet that was never compiled.
"""

from dataclasses import dataclass, field
from typing import NamedTuple

from tenantry.diagnostics import DocumentRef
from tenantry.program.tenancy import State


class LineKey(NamedTuple):
    """A promise: who holds it (Tenant or Project), on which pool, for which class (empty: plain line)."""

    owner: DocumentRef
    pool: str
    workload_class: str


class LineBefore(NamedTuple):
    guaranteed: int
    state: State


class QueueKey(NamedTuple):
    """A queue that stood in a project: pool and class."""

    project: DocumentRef
    pool: str
    workload_class: str


class PoolBefore(NamedTuple):
    """What Kueue cannot change on a flavor with topology, as JSON-like text per attribute."""

    labels: tuple[tuple[str, str], ...]
    taints: tuple[tuple[str, str, str], ...]
    topology: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Before:
    """The state of the committed output; `states` holds every Tenant and Project that had objects."""

    lines: dict[LineKey, LineBefore] = field(default_factory=dict)
    states: dict[DocumentRef, State] = field(default_factory=dict)
    queues: dict[QueueKey, State] = field(default_factory=dict)
    pools: dict[str, PoolBefore] = field(default_factory=dict)
    domain: str = ""
    """The fleet's domain, below which all labels stand; empty where nothing was compiled."""

    kept: dict[str, int] = field(default_factory=dict)
    """Units that a root's or tenant's Cohort kept, by the Cohort's name."""
