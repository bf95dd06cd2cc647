"""Who approved a pull request, in the words of the specs.

Pure. A review counts where it approves the commit that would be merged, where its author said nothing else since, and
where the file of people says who that is: `{"ada": ["user:ada@example.com", "group:research-leads"]}`.
Source of the shapes: GitHub, "List reviews for a pull request".
"""

from collections.abc import Iterable, Mapping
from typing import Any

_SPEAKING = frozenset({"APPROVED", "CHANGES_REQUESTED", "DISMISSED"})
"""What replaces an earlier word of the same reviewer; a comment does not."""


def approving(reviews: Iterable[Mapping[str, Any]], *, head: str, author: str) -> tuple[str, ...]:
    """Logins of those who approve `head`, sorted. Reviews come in the order in which they were given."""
    last: dict[str, Mapping[str, Any]] = {}
    for review in reviews:
        login = (review.get("user") or {}).get("login", "")
        if login and review.get("state") in _SPEAKING:
            last[login.lower()] = review
    return tuple(
        sorted(
            login
            for login, review in last.items()
            if review["state"] == "APPROVED" and review.get("commit_id") == head and login != author.lower()
        )
    )


def subjects(login: str, people: Mapping[str, Iterable[str]]) -> tuple[str, ...]:
    """What the specs call somebody: himself and the groups he speaks for; nothing for a stranger."""
    known = {name.lower(): tuple(said) for name, said in people.items()}
    return known.get(login.lower(), ())


def author_of(login: str, people: Mapping[str, Iterable[str]]) -> str:
    """The user that the specs know by this login, else the login itself."""
    users = (one.removeprefix("user:") for one in subjects(login, people) if one.startswith("user:"))
    return next(users, login)
