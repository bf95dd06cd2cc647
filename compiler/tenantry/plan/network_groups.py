"""Changes of reach that are alike, said once: pairs as sources times destinations, others as lists of projects.

Pure. Groups hold exactly what went in, and come in order of their names. No pair has one project at both ends.
"""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

T = TypeVar("T", bound=tuple[Any, ...])

Names = tuple[str, ...]


def together(facts: Mapping[tuple[str, T], list[str]]) -> Iterator[tuple[Names, Names, T]]:
    """Projects with the same fact on the same clusters, the clusters, and the fact."""
    found: dict[tuple[T, Names], list[str]] = {}
    for (project, fact), clusters in facts.items():
        found.setdefault((fact, tuple(sorted(clusters))), []).append(project)
    groups = [(tuple(sorted(projects)), clusters, fact) for (fact, clusters), projects in found.items()]
    return iter(sorted(groups, key=lambda group: (group[:2], repr(group[2]))))


def grouped_pairs(facts: Mapping[tuple[str, str, T], list[str]]) -> Iterator[tuple[Names, Names, Names, T]]:
    """Sources and destinations of which every pair has the fact on the clusters; no group spans two tenants on a
    side. A group whose sources are its destinations means every pair of two of them."""
    found: dict[tuple[T, Names, str, str], dict[str, set[str]]] = {}
    for (source, destination, fact), clusters in facts.items():
        key = fact, tuple(sorted(clusters)), _tenant(source), _tenant(destination)
        found.setdefault(key, {}).setdefault(source, set()).add(destination)
    groups = [
        (sources, destinations, clusters, fact)
        for (fact, clusters, *_), targets in found.items()
        for sources, destinations in _products(targets)
    ]
    return iter(sorted(groups, key=lambda group: (group[:3], repr(group[3]))))


def _products(targets: dict[str, set[str]]) -> Iterator[tuple[Names, Names]]:
    """Sources and destinations which together are all pairs: those that all talk with each other first."""
    rings: dict[frozenset[str], list[str]] = {}
    for source, destinations in targets.items():
        rings.setdefault(frozenset((source, *destinations)), []).append(source)
    closed = {ring for ring, sources in rings.items() if len(sources) == len(ring)}
    rest: dict[frozenset[str], list[str]] = {}
    for source, destinations in targets.items():
        if frozenset((source, *destinations)) not in closed:
            rest.setdefault(frozenset(destinations), []).append(source)
    for ring in closed:
        yield tuple(sorted(ring)), tuple(sorted(ring))
    for ends, sources in rest.items():
        yield tuple(sorted(sources)), tuple(sorted(ends))


def _tenant(project: str) -> str:
    return project.partition("/")[0]
