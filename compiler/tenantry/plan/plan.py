"""The whole plan: both sides compared area by area, and judged.

Pure.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import date
from typing import NamedTuple

from tenantry.ir import Bundle
from tenantry.plan.access import Access, compare_access
from tenantry.plan.access_remarks import access_remarks
from tenantry.plan.admission import Admission
from tenantry.plan.along import moved_along
from tenantry.plan.approvals import DocumentChange, Need, compare_written, needs
from tenantry.plan.at_work import AtWork
from tenantry.plan.compare import Comparison, FragmentChange, compare
from tenantry.plan.conflicts import Conflict, conflict_remarks
from tenantry.plan.consequences import compare_consequences, consequences_remarks
from tenantry.plan.cost import Cost, compare_cost
from tenantry.plan.cost_centers import cost_center_remarks
from tenantry.plan.first_import import first_import
from tenantry.plan.grants import Grants
from tenantry.plan.headline import headline
from tenantry.plan.isolation import Isolation
from tenantry.plan.lifecycle import Lifecycle
from tenantry.plan.moves import Move
from tenantry.plan.network import Network, compare_network
from tenantry.plan.network_remarks import network_remarks
from tenantry.plan.policies import PolicyFinding, policy_findings, policy_remarks
from tenantry.plan.quota import NOTHING, Quota, compare_quota
from tenantry.plan.quota_remarks import quota_remarks
from tenantry.plan.remark import RISKS, Remark, Risk, riskiest
from tenantry.plan.running import Running, running, running_remarks
from tenantry.plan.side import Side
from tenantry.plan.state_remarks import States, state_remarks
from tenantry.plan.steps import Step
from tenantry.plan.surroundings import no_base_need, no_base_remark
from tenantry.plan.versions import Versions
from tenantry.plan.written import written
from tenantry.policy import Breach, Person
from tenantry.program import Program
from tenantry.records import record


class Document(NamedTuple):
    """A document that changed in meaning, and which of its fields."""

    document: str
    action: str
    fields: tuple[str, ...]


class Objects(NamedTuple):
    """How many objects a roll-out adds, changes and removes, by kind; and fragments to merge by hand."""

    before: int
    after: int
    added: dict[str, int]
    changed: dict[str, int]
    removed: dict[str, int]
    fragments: tuple[FragmentChange, ...]


@record
class Plan:
    """What a change means. `remarks` come riskiest first."""

    base: str
    base_problem: str
    head: str
    day_before: date | None
    day: date
    is_empty: bool
    headline: str
    risk: Risk
    remarks: tuple[Remark, ...]
    conflicts: tuple[Conflict, ...]
    policies: tuple[PolicyFinding, ...]
    needs: tuple[Need, ...]
    cost: Cost
    quota: Quota
    running: tuple[Running, ...]
    access: Access
    network: Network
    isolation: Isolation
    admission: Admission
    versions: Versions
    grants: Grants
    moves: tuple[Move, ...]
    steps: tuple[Step, ...]
    lifecycle: Lifecycle
    documents: tuple[Document, ...]
    objects: Objects

    @property
    def missing(self) -> tuple[Need, ...]:
        """Approvals that nobody gave."""
        return tuple(need for need in self.needs if not need.given_by)


class Revisions(NamedTuple):
    """How people call the two sides, and why the base is not the one that was asked for, if so.

    `is_unknown`: something was before, and nobody can say what.
    """

    base: str
    head: str
    base_problem: str = ""
    is_unknown: bool = False


def plan(
    revisions: Revisions,
    before: Program | None,
    before_bundles: Iterable[Bundle],
    after: Program,
    after_bundles: Iterable[Bundle],
    *,
    conflicts: Iterable[Conflict] = (),
    breaches: Iterable[Breach] = (),
    approved_by: Iterable[Person] = (),
    usage: Mapping[str, Mapping[str, int]] | None = None,
    beside: Iterable[Remark] = (),
) -> Plan:
    """What turns one side into the other. `before` is None where nothing was; both bundles in the order of `lower`.

    `usage` has, by name of a ClusterQueue, the units in use by resource; None where nobody knows. `beside` is what
    there is to say that follows from no specs.
    """
    comparison = compare(before_bundles, after_bundles)
    old = Side(before, comparison.before) if before else None
    new = Side(after, comparison.after)
    quota, had, has = compare_quota(old, new)
    access = compare_access(old, new, comparison)
    network = compare_network(old, new, comparison)
    others = compare_consequences(before, after, comparison, quota, had, has)
    documents = compare_written(written(before) if before else {}, written(after))
    in_use = running(before, after, quota, usage or {})
    met = tuple(conflicts)
    work = AtWork(before, had) if before else None
    along = moved_along(quota, had, has, before, after) if before else {}
    changed = (
        (
            *quota_remarks(quota, had, has, after, work, along),
            *state_remarks(others.steps, quota, States(before, after, had, has, work)),
            *running_remarks(in_use),
            *access_remarks(access),
            *network_remarks(network, (str(one.ref) for one in documents), after),
        )
        if before and work
        else (no_base_remark(),)
        if revisions.is_unknown
        else first_import(after, quota, access, network)
    )
    further = (
        (*consequences_remarks(others, comparison, before, after), *cost_center_remarks(before, after))
        if before
        else ()
    )
    policies = policy_findings(breaches)
    apart = tuple(beside)
    remarks = _sorted((*conflict_remarks(met), *policy_remarks(policies), *apart, *changed, *further))
    asked = needs(before, after, documents, quota, approved_by)
    return Plan(
        base=revisions.base,
        base_problem=revisions.base_problem,
        head=revisions.head,
        day_before=before.day if before else None,
        day=after.day,
        is_empty=not (met or apart or documents or comparison.objects or comparison.fragments),
        headline=headline(quota if before else NOTHING, remarks, after, along),
        risk=riskiest(remarks),
        remarks=remarks,
        conflicts=met,
        policies=policies,
        needs=(no_base_need(),) if revisions.is_unknown else asked,
        cost=compare_cost(before, after, had, has),
        quota=quota,
        running=in_use,
        access=access,
        network=network,
        isolation=others.isolation,
        admission=others.admission,
        versions=others.versions,
        grants=others.grants,
        moves=others.moves,
        steps=others.steps,
        lifecycle=others.lifecycle,
        documents=tuple(map(_document, documents)),
        objects=_objects(comparison),
    )


def _sorted(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    """Riskiest first. What is said in the same words of what was there and of what is new is said once."""
    said: dict[str, Remark] = {}
    for remark in sorted(remarks, key=lambda remark: -RISKS.index(remark.risk)):
        said.setdefault(remark.sentence, remark)
    return tuple(said.values())


def _document(change: DocumentChange) -> Document:
    action = "added" if change.before is None else "removed" if change.after is None else "changed"
    return Document(str(change.ref), action, change.fields)


def _objects(comparison: Comparison) -> Objects:
    counts: dict[str, Counter[str]] = {"added": Counter(), "changed": Counter(), "removed": Counter()}
    for change in comparison.objects:
        counts[change.action][change.key.kind] += 1
    by_kind = {action: dict(sorted(found.items())) for action, found in counts.items()}
    return Objects(
        comparison.objects_before,
        comparison.objects_after,
        by_kind["added"],
        by_kind["changed"],
        by_kind["removed"],
        comparison.fragments,
    )
