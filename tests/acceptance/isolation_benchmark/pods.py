"""Pods that ask for something they must not have, beside the same pods without it.

A refusal counts where pod security refused, said why, and let the honest one in.
"""

from collections.abc import Callable

from tests.acceptance.isolation_benchmark.subject import Subject
from tests.plane.api import Object


def let_in(subject: Subject, fall: str, words: str, change: Callable[[Object], None]) -> list[str]:
    """The same for a container, and for one that runs before it."""

    def before(spec: Object) -> None:
        spec["initContainers"] = [{**spec["containers"][0], "name": "before"}]

    def changed_before(spec: Object) -> None:
        before(spec)
        change(spec["initContainers"][0])

    falls = refused(subject, fall, words, lambda spec: change(spec["containers"][0]))
    return falls + refused(subject, f"{fall}, before the main part", words, changed_before, honest=before)


def refused(
    subject: Subject,
    fall: str,
    words: str,
    change: Callable[[Object], None],
    honest: Callable[[Object], object] = lambda spec: None,
) -> list[str]:
    """Whether pod security refuses a changed pod and says why, where it lets the honest one in."""
    subject.attempt(subject.pod(honest)).must()
    answer = subject.attempt(subject.pod(change))
    if answer.ok:
        return [fall]
    assert answer.status == 403, f"{answer.status} {answer.message}"
    assert f'violates PodSecurity "{subject.level}:v1.36"' in answer.message, answer.message
    assert words in answer.message, answer.message
    return []


def security(**fields: object) -> Callable[[Object], None]:
    """Puts fields into a container's security context; None takes one out."""

    def change(container: Object) -> None:
        merged: Object = {**container["securityContext"], **fields}
        container["securityContext"] = {key: value for key, value in merged.items() if value is not None}

    return change


def switched_on(field: str) -> Callable[[Object], None]:
    """Sets a field of the pod to true."""

    def change(spec: Object) -> None:
        spec[field] = True

    return change
