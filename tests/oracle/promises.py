"""What holds of a quota tree at rest whatever sizes jobs have: guarantees and limits, and no job waits that would fit.

Where jobs differ in size, fair shares are reached only as nearly as sizes allow, and order decides the last of them.
These promises have no such doubt.
"""

from collections.abc import Iterator, Mapping, Sequence

from tests.oracle.fair_sharing import kept, quota, used
from tests.oracle.quota import Amount, Node


def broken_promises(
    root: Node, running: Mapping[str, Sequence[int]], waiting: Mapping[str, Sequence[int]]
) -> list[str]:
    """Sentences about promises that these running and waiting jobs (their sizes, by queue) show to be broken."""
    held = {name: sum(sizes) for name, sizes in running.items()}
    return [*_limits(root, held), *_waits(root, held, waiting)]


def available(node: Node, held: Mapping[str, int]) -> Amount:
    """Units that could be admitted at a node without taking any back; below 0 where too much runs."""
    if node.above is None:
        return quota(node) - used(node, held)
    own, uses = quota(node) - kept(node), used(node, held)
    of_parent = min(own - max(0, uses - kept(node)) + node.borrow, available(node.above, held))
    return max(0, kept(node) - uses) + of_parent


def _limits(root: Node, held: Mapping[str, int]) -> Iterator[str]:
    total, for_sale = sum(held.values()), root.guaranteed
    if total > for_sale:
        yield f"{total} units run, {for_sale} are for sale"
    for node in root.walk():
        limit = quota(node) + (node.borrow if node.above else 0)
        if used(node, held) > limit:
            yield f"{node.name} uses {used(node, held)}, its limit is {limit}"


def _waits(root: Node, held: Mapping[str, int], waiting: Mapping[str, Sequence[int]]) -> Iterator[str]:
    for queue in root.queues:
        for size in sorted(set(waiting.get(queue.name, ()))):
            if size <= available(queue, held):
                yield f"a job of {size} waits in {queue.name}, where {available(queue, held)} are free"
            for node in _guarantors(queue, held, size):
                yield f"a job of {size} waits in {queue.name}, within the guarantee of {node.name}"


def _guarantors(queue: Node, held: Mapping[str, int], size: int) -> Iterator[Node]:
    """Nodes above a queue, and itself, that would stay within what is theirs with one more job in it.

    As far as limits below them let the job in: what is promised above a limit of one's own is no promise to it.
    """
    more: Amount = size
    for node in reversed(queue.path()[1:]):
        after = used(node, held) + more
        if after > quota(node) + node.borrow:
            return
        if after <= quota(node):
            yield node
        more = max(0, after - kept(node)) - max(0, used(node, held) - kept(node))
        if more <= 0:
            return
