"""Findings with one cause are one message: which cause explains several of them.

Pure. Who changes one word of a pool may break ten lines; the word is the mistake, not the lines.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

T = TypeVar("T")
C = TypeVar("C", bound=Hashable)


def by_cause(findings: Iterable[T], causes: Callable[[T], Iterable[C]]) -> Iterator[tuple[C | None, list[T]]]:
    """Groups findings by the cause that explains most of those left, and at least two; the others come one by one.

    `causes` names what may be to blame for a finding, the likeliest first, which decides between equals.
    """
    left = list(findings)
    while left:
        explained: dict[C, list[T]] = {}
        for finding in left:
            for cause in causes(finding):
                explained.setdefault(cause, []).append(finding)
        if not any(len(group) > 1 for group in explained.values()):
            yield from ((None, [finding]) for finding in left)
            return
        cause, group = max(explained.items(), key=lambda item: len(item[1]))
        yield cause, group
        left = [finding for finding in left if finding not in group]
