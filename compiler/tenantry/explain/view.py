"""What an answer is drawn from: the program, the manifests made of it, and where things were written.

Numbers, queues and access are read from manifests; names, owners, prices, dates and places from the program.
"""

from collections.abc import Callable, Iterable

from tenantry.answers.places import Places
from tenantry.effect.forest import Forest
from tenantry.ir import Bundle, Manifest
from tenantry.program import Program

Bundles = Callable[[frozenset[str]], Iterable[Bundle]]
"""The bundles of the named clusters; of the empty set those of the whole fleet."""

OUTPUT = "output/"
"""What people see before the path of a compiled file."""


class View:
    """One question's material. Manifests are made when they are first asked for, cluster by cluster."""

    def __init__(self, program: Program, places: Places, bundles: Bundles) -> None:
        self.program = program
        self.places = places
        self._bundles = bundles
        self._forests: dict[str, Forest] = {}

    def forest(self, cluster: str) -> Forest:
        """The quota trees of a cluster, as its manifests hold them."""
        known = self._forests.get(cluster)
        if known is None:
            known = self._forests[cluster] = Forest(
                manifest for bundle in self._bundles(frozenset({cluster})) for manifest in bundle.manifests
            )
        return known

    def manifests(self, clusters: frozenset[str]) -> Iterable[tuple[str, Manifest]]:
        """Every manifest of the clusters, or of the whole fleet, with the first folder of its bundle: the cluster,
        or `argocd` for what is the fleet's own."""
        for bundle in self._bundles(clusters):
            area = bundle.folder.partition("/")[0]
            for manifest in bundle.manifests:
                yield area, manifest
