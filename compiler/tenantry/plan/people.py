"""People as plans name them: the way the specs write them.

Pure.
"""

from collections.abc import Iterable

from tenantry.program import Fleet, Subject


def name_of(subject: Subject, fleet: Fleet) -> str:
    """`group platform` or `user ada@example.com`: without the prefix that the API server sees."""
    prefix = fleet.group_prefix if subject.kind == "Group" else fleet.user_prefix
    return f"{subject.kind.lower()} {subject.name.removeprefix(prefix)}"


def names_of(subjects: Iterable[Subject], fleet: Fleet) -> tuple[str, ...]:
    """Several subjects, in their order, each once."""
    return tuple(dict.fromkeys(name_of(one, fleet) for one in subjects))
