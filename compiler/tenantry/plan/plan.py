"""The whole plan: both sides compared area by area, and judged.

Pure.
"""

from collections import Counter
from collections.abc import Iterable
from datetime import date
from typing import NamedTuple

from tenantry.ir import Bundle
from tenantry.plan.approvals import DocumentChange, Need, compare_written, needs
from tenantry.plan.compare import Comparison, FragmentChange, compare
from tenantry.plan.cost import Cost, compare_cost
from tenantry.plan.headline import headline
from tenantry.plan.quota import Quota, compare_quota
from tenantry.plan.quota_remarks import quota_remarks
from tenantry.plan.remark import RISKS, Remark, Risk, riskiest
from tenantry.plan.side import Side
from tenantry.plan.written import written
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
    head: str
    day_before: date | None
    day: date
    is_empty: bool
    headline: str
    risk: Risk
    remarks: tuple[Remark, ...]
    needs: tuple[Need, ...]
    cost: Cost
    quota: Quota
    documents: tuple[Document, ...]
    objects: Objects

    @property
    def missing(self) -> tuple[Need, ...]:
        """Approvals that nobody gave."""
        return tuple(need for need in self.needs if not need.given_by)


class Revisions(NamedTuple):
    """How people call the two sides."""

    base: str
    head: str


def plan(
    revisions: Revisions,
    before: Program | None,
    before_bundles: Iterable[Bundle],
    after: Program,
    after_bundles: Iterable[Bundle],
    *,
    approved_by: Iterable[str] = (),
) -> Plan:
    """What turns one side into the other. `before` is None where nothing was; both bundles in the order of `lower`."""
    comparison = compare(before_bundles, after_bundles)
    old = Side(before, comparison.before) if before else None
    new = Side(after, comparison.after)
    quota, had, has = compare_quota(old, new)
    documents = compare_written(written(before) if before else {}, written(after))
    remarks = _sorted(quota_remarks(quota, had, has, after))
    return Plan(
        base=revisions.base,
        head=revisions.head,
        day_before=before.day if before else None,
        day=after.day,
        is_empty=not (documents or comparison.objects or comparison.fragments),
        headline=headline(quota, remarks),
        risk=riskiest(remarks),
        remarks=remarks,
        needs=needs(before, after, documents, quota, approved_by),
        cost=compare_cost(before, after, had, has),
        quota=quota,
        documents=tuple(map(_document, documents)),
        objects=_objects(comparison),
    )


def _sorted(remarks: Iterable[Remark]) -> tuple[Remark, ...]:
    return tuple(sorted(remarks, key=lambda remark: -RISKS.index(remark.risk)))


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
