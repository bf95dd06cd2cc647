"""How much to ask: everything in a long run, and what fits the suite.

The suite asks each member everything in one namespace of its own, and elsewhere every sixth question, another sixth
for the next member; what is left out there is covered by the rules that the server resolves for everybody everywhere.
"""

from collections.abc import Iterable, Iterator

from tests.acceptance.access.asking import Asked
from tests.acceptance.access.catalogue import Catalogue
from tests.acceptance.access.people import Cast, foreign
from tests.oracle.access_matrix import Matrix
from tests.oracle.rbac import PathQuestion, Question

_EVERY = 6


def everything(matrix: Matrix, catalogue: Catalogue, cast: Cast) -> list[Asked]:
    """Every verb on everything that is served: for members in all their namespaces, in two foreign ones and in the
    whole cluster; for all others in two namespaces and in the whole cluster."""
    asked: list[Asked] = []
    for name, user in cast.everybody.items():
        places = [*matrix.own(user), *foreign(matrix, name, user), ""]
        asked += [(user, question) for place in places for question in catalogue.namespaced(place)]
        asked += [(user, question) for question in _elsewhere(catalogue, [places[0], ""])]
    return asked


def what_fits(matrix: Matrix, catalogue: Catalogue, cast: Cast) -> list[Asked]:
    """For members everything in one namespace of their own, and a share of the rest; for others a share."""
    asked: list[Asked] = []
    for index, (name, user) in enumerate(cast.everybody.items()):
        own, away = matrix.own(user)[:1], foreign(matrix, name, user)
        asked += [(user, question) for place in own for question in catalogue.namespaced(place)]
        rest: Iterable[Question | PathQuestion] = (
            *(question for place in (*away, "") for question in catalogue.namespaced(place)),
            *_elsewhere(catalogue, [(own or away)[0], ""]),
        )
        step = _EVERY if name in cast.members else _EVERY**2
        asked += [(user, question) for question in list(rest)[index % step :: step]]
    return asked


def _elsewhere(catalogue: Catalogue, places: list[str]) -> Iterator[Question | PathQuestion]:
    yield from catalogue.cluster_scoped()
    for place in places:
        yield from catalogue.unlisted(place)
    yield from catalogue.outside_resources()
