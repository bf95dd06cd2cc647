"""The small fleet of `tests/support/programs.py` as files with lines, its manifests, and one question asked of it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import yaml

from tenantry.answers.data import as_data
from tenantry.explain import Answer, ask
from tenantry.ir import Bundle, Manifest
from tenantry.lower.bundles import bundles
from tenantry.model.load import load
from tenantry.program import Before, Program
from tenantry.resolve import Placed, resolve
from tenantry.source import Sources, read_text
from tests.support.programs import CLUSTERS, TENANTS

Files = dict[str, str]


def fleet_files() -> Files:
    """The specs of the small fleet by path: what belongs to whom in a folder of its own."""
    files: Files = {}
    for text in (*CLUSTERS.split("\n---\n"), *TENANTS.split("\n---\n")):
        document = f"apiVersion: tenantry.dev/v1alpha1\n{text.strip()}\n"
        tree = yaml.safe_load(document)
        path = _path(tree["kind"], tree["metadata"])
        files[path] = f"{files[path]}---\n{document}" if path in files else document
    return files


def _path(kind: str, metadata: dict[str, str]) -> str:
    if kind == "Tenant":
        return f"tenants/{metadata['name']}/tenant.yaml"
    if "tenant" in metadata:
        return f"tenants/{metadata['tenant']}/{kind.lower()}s.yaml"
    return f"clusters/{kind.lower()}s.yaml"


@dataclass(frozen=True, slots=True)
class Fleet:
    """A fleet that questions can be asked of."""

    program: Program
    sources: Sources

    def bundles(self, clusters: frozenset[str]) -> Iterator[Bundle]:
        """What a compile makes of the program, but for addons."""
        return bundles(self.program, extra=lambda _: (), clusters=clusters)

    def ask(self, subject: str, pool: str = "", *, cluster: str = "", spoil: "Spoil | None" = None) -> Answer:
        """The answer to a question; `spoil` changes the manifests first, as a compiler with a bug would."""

        def made(clusters: frozenset[str]) -> Iterable[Bundle]:
            for bundle in self.bundles(clusters):
                yield replace(bundle, manifests=tuple(map(spoil, bundle.manifests))) if spoil else bundle

        return ask(self.program, self.sources, made, subject, pool, cluster=cluster)

    def data(self, subject: str, pool: str = "", **options: Any) -> Any:
        """The answer as JSON-like data."""
        return as_data(self.ask(subject, pool, **options))


Spoil = Callable[[Manifest], Manifest]


def fleet_of(files: Files, *, as_of: date | None = None) -> Fleet:
    """The fleet of some specs, which must be without errors."""
    sources = Sources()
    placed = []
    for name in sorted(files):
        content = read_text(name, files[name].encode())
        sources.add(name, content.text, content.documents, content.diagnostics, complete=content.complete)
    for document in sources.documents:
        loaded, found = load(document)
        assert loaded is not None, found
        placed.append(Placed(loaded, document.place))
    resolution = resolve(placed, [], Before(), as_of=as_of)
    assert resolution.program is not None
    assert resolution.diagnostics == (), resolution.diagnostics
    return Fleet(resolution.program, sources)


def small_fleet(*, as_of: date | None = None) -> Fleet:
    """The small fleet on its own day, or on another."""
    return fleet_of(fleet_files(), as_of=as_of)
