"""The offline evaluator of RBAC answers as the real server does, and the whole fleet, asked of it, keeps its promises.

The server is asked with hand-made roles that are harder than ours; after that the evaluator may speak for clusters and
namespaces that the server was not asked about.
"""

from collections.abc import Callable, Iterator

import pytest

from tests.acceptance.access import hand_made
from tests.acceptance.access.asking import Asked
from tests.acceptance.access.judging import unequal
from tests.acceptance.access.stage import on_stage
from tests.oracle.rbac import ANONYMOUS, PathQuestion, Question, Rbac
from tests.plane.plane import Plane

pytestmark = pytest.mark.xdist_group("access")

_SEED, _QUESTIONS = 4, 10_000


@pytest.fixture(scope="module")
def hand_made_rbac(example_plane: Plane) -> Iterator[Rbac]:
    """Hand-made roles, on the plane as long as this module runs."""
    with on_stage(example_plane.kubernetes, hand_made.namespaces(), hand_made.rbac(_SEED)) as written:
        yield Rbac(written)


def test_answers_random_questions_as_the_server_does(
    example_plane: Plane, hand_made_rbac: Rbac, record_property: Callable[[str, object], None]
) -> None:
    asked = list(hand_made.questions(_SEED, _QUESTIONS))
    differing = unequal(example_plane.kubernetes, hand_made_rbac, asked)
    record_property("random questions asked", len(asked))
    record_property("random questions unequal", len(differing))
    assert not differing


def test_random_questions_hold_many_of_each_sort(hand_made_rbac: Rbac) -> None:
    sorts: dict[str, Callable[[Asked], bool]] = {
        "a path": lambda asked: isinstance(asked[1], PathQuestion),
        "a part of a resource": _is_part,
        "by a name": lambda asked: _by_name(hand_made_rbac, asked),
        "a service account": lambda asked: "account" in asked[0].name,
        "anonymous": lambda asked: asked[0] == ANONYMOUS,
        "in all namespaces": lambda asked: isinstance(asked[1], Question) and not asked[1].namespace,
    }
    asked = list(hand_made.questions(_SEED, _QUESTIONS))
    yes = [one for one in asked if hand_made_rbac.allows(*one)]
    assert _QUESTIONS / 10 < len(yes) < _QUESTIONS * 0.9
    counts = {sort: sum(map(holds, yes)) for sort, holds in sorts.items()}
    assert min(counts.values()) > _QUESTIONS / 200, counts


def _is_part(asked: Asked) -> bool:
    return not isinstance(asked[1], PathQuestion) and "/" in asked[1].resource


def _by_name(rbac: Rbac, asked: Asked) -> bool:
    """Whether leaving out the name would turn yes into no."""
    user, question = asked
    if isinstance(question, PathQuestion) or not question.name or not rbac.allows(user, question):
        return False
    return not rbac.allows(user, type(question)(question.verb, question.group, question.resource, question.namespace))
