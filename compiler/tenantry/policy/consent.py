"""Who made a change and who agreed to it: what people write, read once for policies and for the list of approvals.

Pure. `group:capacity` is a group, `user:ada@example.com` a user; what says neither is a user, because approvals that
hosts of git report are those of users. The fleet's prefix may stand there or not. A space after `user` or `group` is as
good as a colon.
"""

from collections.abc import Iterable
from typing import Final, Literal, NamedTuple

from tenantry.program import Fleet, Subject

_KINDS: Final[dict[str, Literal["Group", "User"]]] = {"group": "Group", "user": "User"}


class Person(NamedTuple):
    """A user or a group by the name that somebody wrote."""

    kind: Literal["Group", "User"]
    name: str

    @classmethod
    def parse(cls, text: str) -> "Person | None":
        """None for a text that names nobody."""
        kind, mark, name = text.strip().replace(" ", ":", 1).partition(":")
        person = cls(_KINDS[kind], name.strip()) if mark and kind in _KINDS else cls("User", text.strip())
        return person if person.name else None

    def of(self, fleet: Fleet) -> Subject:
        """As the API server sees it, with the fleet's prefix."""
        prefix = fleet.group_prefix if self.kind == "Group" else fleet.user_prefix
        return Subject(self.kind, f"{prefix}{self.name.removeprefix(prefix)}")


class Consent(NamedTuple):
    """Who made the change, None where nobody said, and who approved it."""

    author: Person | None = None
    approvals: tuple[Person, ...] = ()

    @classmethod
    def parse(cls, author: str = "", approvals: Iterable[str] = ()) -> "Consent":
        """From what people write, in the order written and each once."""
        named = dict.fromkeys(map(Person.parse, approvals))
        return cls(Person.parse(author), tuple(person for person in named if person))
