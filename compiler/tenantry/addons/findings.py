"""What is wrong with the objects that addons make, each mistake said once, at the template that makes it.

Pure. One template makes an object for every project, so that one mistake of it would be said as often. Findings come
in the order in which they were first met.
"""

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Where
from tenantry.diagnostics.codes.addons import TN525
from tenantry.ir import Bundle, Manifest, ObjectKey
from tenantry.program import Addon, Program

_SOURCE: Final = "Addon "
_QUOTED: Final = re.compile(r"`[^`]*`")


class AddonFindings:
    """Gathers, over all bundles of a program, what concerns addons."""

    def __init__(self, program: Program) -> None:
        self._addons = {addon.name: addon for addon in program.addons}
        projects = program.projects.values() if program.addons else ()
        self._projects = {str(project.namespace): project.name for project in projects}
        self._first: dict[tuple[str, ...], Diagnostic] = {}
        self._met: dict[tuple[str, ...], list[str]] = {}
        self._filled: dict[tuple[str, ...], dict[str, int]] = {}
        """Per tenant or project: mistakes of one shape, numbered, so that different ones in one template stay apart."""

    def nonconforming(self, manifest: Manifest, problems: Iterable[Diagnostic]) -> list[Diagnostic]:
        """Takes what is wrong with one object by its schema, and gives back what no addon is to blame for."""
        addon = self._addon_of(manifest.source)
        if addon is None:
            return list(problems)
        for problem in problems:
            # What differs from project to project stands in quotes; the place and the rule do not.
            shape = (problem.code.code, addon.name, manifest.key.kind, _QUOTED.sub("", problem.message))
            filled = self._filled.setdefault((self._whom(addon, manifest), *shape), {})
            number = filled.setdefault(problem.message.replace(f"`{manifest.key}`", ""), len(filled))
            self._add((*shape, str(number)), addon, manifest, replace(problem, where=addon.where))
        return []

    def compare(self, bundle: Bundle) -> None:
        """Looks for objects that an addon makes although somebody else makes them, or that it makes twice."""
        if not self._addons:
            return
        makers: dict[ObjectKey, Manifest] = {}
        for manifest in bundle.manifests:
            first = makers.setdefault(manifest.key, manifest)
            addon = self._addon_of(manifest.source) if first is not manifest else None
            if addon is not None:
                mistake = (TN525.code, addon.name, first.source, manifest.key.kind)
                self._add(mistake, addon, manifest, self._clash(addon, first, manifest))

    def all(self) -> list[Diagnostic]:
        """Every mistake once, with whom it was met for first and how often besides."""
        return [self._told(first, self._met[mistake]) for mistake, first in self._first.items()]

    def _told(self, problem: Diagnostic, met: list[str]) -> Diagnostic:
        others = f", and {len(met) - 1} more like it" if len(met) > 1 else ""
        return replace(problem, notes=(Note(f"filled for {met[0]}{others}"), *problem.notes))

    def _add(self, mistake: tuple[str, ...], addon: Addon, manifest: Manifest, problem: Diagnostic) -> None:
        self._first.setdefault(mistake, problem)
        self._met.setdefault(mistake, []).append(self._whom(addon, manifest))

    def _clash(self, addon: Addon, first: Manifest, second: Manifest) -> Diagnostic:
        other = self._addon_of(first.source)
        if other is addon:
            said = f"addon `{addon.name}` makes `{second.key}` twice"
            return Diagnostic(TN525, said, addon.where, help="give each object of a kind its own name")
        if other is not None:
            note = Note(f"addon `{other.name}`", other.where)
            said = f"addon `{addon.name}` makes `{second.key}`, which addon `{other.name}` makes too"
        else:
            note = Note(f"made for {first.source}", Where(DocumentRef.parse(first.source)))
            said = f"addon `{addon.name}` makes `{second.key}`, which tenantry itself makes for {first.source}"
        return Diagnostic(TN525, said, addon.where, notes=(note,), help="give the object another name")

    def _addon_of(self, source: str) -> Addon | None:
        return self._addons.get(source.removeprefix(_SOURCE)) if source.startswith(_SOURCE) else None

    def _whom(self, addon: Addon, manifest: Manifest) -> str:
        """`demo/first on one`: the folder of an addon's object begins with cluster and tenant."""
        cluster, tenant, _ = manifest.path.split("/", 2)
        project = f"/{self._projects[manifest.key.namespace]}" if addon.per == "project" else ""
        return f"{tenant}{project} on {cluster}"
