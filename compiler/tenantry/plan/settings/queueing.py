"""How queues of a cluster work, and in which order priorities stand.

Pure.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.plan.listing import few
from tenantry.plan.remark import Remark
from tenantry.program import Cluster, Priority, Program
from tenantry.quantity import Duration

_CLUSTER: Final = "queues of a cluster work otherwise"
_ORDER: Final = "priorities stand in another order"
_KINDS: Final = 12
_WORD: Final = "a priority needs other people's word"


def queueing_remarks(before: Program, after: Program) -> Iterator[Remark]:
    """Clusters and priorities of both sides."""
    for name, cluster in after.clusters.items():
        if name in before.clusters and (changed := list(_kueue(before.clusters[name], cluster))):
            sentence = f"Queues on **{name}** work otherwise: {', '.join(changed)}"
            yield Remark("", sentence, "medium", _CLUSTER, f"queues on {name} work otherwise")
    both = [(before.priorities[name], one) for name, one in after.priorities.items() if name in before.priorities]
    yield from _values(both)
    for was, now in both:
        if was.approvers != now.approvers and was.approvers:
            old, new = (few(sorted(who.name for who in one.approvers)) if one.approvers else "" for one in (was, now))
            needs = f"needs that of {new}" if new else "needs nobody's"
            sentence = f"Priority **{now.name}** needed the word of {old}, and **{needs}** from now on"
            yield Remark("", sentence, "medium", _WORD, f"priority {now.name} {needs.replace('that', 'the word')}")


def _kueue(was: Cluster, now: Cluster) -> Iterator[str]:
    old, new = was.kueue, now.kueue
    if old.fair_sharing != new.fair_sharing:
        divided = "by weight" if new.fair_sharing else "to whoever comes first"
        pair = f"{str(old.fair_sharing).lower()} -> **{str(new.fair_sharing).lower()}**"
        yield f"fairSharing {pair}, so what is beyond guarantees goes {divided}"
    if old.pods_ready_timeout_seconds != new.pods_ready_timeout_seconds:
        times = [Duration(one.pods_ready_timeout_seconds).short() for one in (old, new)]
        yield f"podsReadyTimeout {times[0]} -> **{times[1]}**"
    if set(old.integrations) != set(new.integrations):
        lists = [few(sorted(one.integrations), named=_KINDS) if one.integrations else "none" for one in (old, new)]
        yield f"integrations {lists[0]} -> **{lists[1]}**"


def _values(both: list[tuple[Priority, Priority]]) -> Iterator[Remark]:
    moved = [f"{now.name} {was.value} -> **{now.value}**" for was, now in both if was.value != now.value]
    if not moved:
        return
    turned = [
        f"{one[1].name} above {other[1].name}"
        for one in both
        for other in both
        if one[1].value > other[1].value and one[0].value < other[0].value
    ]
    sentence = f"Priorities: {', '.join(moved)}"
    if turned:
        yield Remark("", f"{sentence}; new order: **{few(turned)}**", "medium", _ORDER, "priorities change their order")
    else:
        yield Remark("", f"{sentence}; their order stays")
