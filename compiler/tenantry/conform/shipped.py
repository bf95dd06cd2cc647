"""The schemas that ship with the package: which file serves a kind, and its judge.

Reads package data only, a file when its kind is first needed; one instance may serve many clusters, whose
versions then share what is compiled. `schemas/README.md` names sources and licences.
"""

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from tenantry.conform.judge import Judge, compiled

PROMETHEUS_OPERATOR = "prometheus-operator"
ANY_VERSION = "any"

Index = Mapping[str, Mapping[str, Mapping[str, str]]]
"""Component, version, `apiVersion/Kind`: the file's name."""


class ShippedSchemas:
    """Index and files of one folder of schemas; the package's own when none is named."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or Path(__file__).parent / "schemas"
        self._judges: dict[str, Judge] = {}

    @cached_property
    def index(self) -> Index:
        """What is there: component, version, `apiVersion/Kind` (`v1/Namespace`), file name."""
        import json

        found: Index = json.loads((self._folder / "index.json").read_bytes())
        return found

    def text(self, file: str) -> str:
        """The schema in `file`, as JSON text."""
        return (self._folder / file).read_text(encoding="utf-8")

    def judge(self, file: str) -> Judge:
        """The compiled schema of `file`; compiled at the first call."""
        judge = self._judges.get(file)
        if judge is None:
            judge = self._judges[file] = compiled(self.text(file))
        return judge

    def served_by(self, kind: str) -> list[tuple[str, str]]:
        """Every (component, version) with a schema for `kind` (`v1/Namespace`), in the order of the index."""
        return [
            (component, version)
            for component, versions in self.index.items()
            for version, kinds in versions.items()
            if kind in kinds
        ]
