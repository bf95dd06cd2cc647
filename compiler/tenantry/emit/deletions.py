"""How many objects may go in one step without anybody saying so: the rule of `compile` and of plans.

Pure.
"""

from typing import Final

_WITHOUT_ASKING: Final = 20
_SHARE_WITHOUT_ASKING: Final = 10
"""A tenth of all objects may go too, where that is more."""


def without_asking(objects_before: int) -> int:
    """The most objects that may go unasked, of so many."""
    return max(_WITHOUT_ASKING, objects_before // _SHARE_WITHOUT_ASKING)
