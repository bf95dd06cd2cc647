"""What follows from a change beside numbers, rights and reach: for objects, isolation, versions and days to come.

Pure.
"""

from collections.abc import Iterator

from tenantry.plan.admission import Admission, compare_admission
from tenantry.plan.admission_remarks import admission_remarks
from tenantry.plan.compare import Comparison
from tenantry.plan.grants import Grants, compare_grants
from tenantry.plan.grants_remarks import grants_remarks
from tenantry.plan.isolation import Isolation, compare_isolation
from tenantry.plan.isolation_remarks import isolation_remarks
from tenantry.plan.lifecycle import Lifecycle, compare_lifecycle
from tenantry.plan.lifecycle_remarks import lifecycle_remarks
from tenantry.plan.moves import Move, move_remarks, moves
from tenantry.plan.quota import Holdings, Quota
from tenantry.plan.remark import Remark
from tenantry.plan.settings import settings_remarks
from tenantry.plan.steps import Step, compare_steps
from tenantry.plan.versions import Versions, compare_versions
from tenantry.plan.versions_remarks import versions_remarks
from tenantry.program import Program
from tenantry.records import record


@record
class Consequences:
    """One field for each area."""

    lifecycle: Lifecycle
    steps: tuple[Step, ...]
    moves: tuple[Move, ...]
    isolation: Isolation
    admission: Admission
    versions: Versions
    grants: Grants


def compare_consequences(
    before: Program | None, after: Program, comparison: Comparison, quota: Quota, had: Holdings, has: Holdings
) -> Consequences:
    """All areas; of a first import only how it reaches the clusters, and the grants to come."""
    return Consequences(
        lifecycle=compare_lifecycle(before, after, comparison),
        steps=compare_steps(before, after),
        moves=moves(had, has, before, after),
        isolation=compare_isolation(before, after, comparison),
        admission=compare_admission(comparison),
        versions=compare_versions(before, after),
        grants=compare_grants(before, after, quota, had, has),
    )


def consequences_remarks(
    found: Consequences, comparison: Comparison, before: Program, after: Program
) -> Iterator[Remark]:
    """What there is to say, area by area."""
    yield from settings_remarks(before, after, comparison)
    yield from versions_remarks(found.versions)
    yield from isolation_remarks(found.isolation)
    by_versions = (rule for proof in found.versions.proofs for rule in proof.rules)
    yield from admission_remarks(found.admission, by_versions)
    yield from move_remarks(found.moves)
    yield from grants_remarks(found.grants, before, after)
    yield from lifecycle_remarks(found.lifecycle, comparison.fragments)
