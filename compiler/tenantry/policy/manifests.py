"""Policies over manifests: those of scope `manifests` and `admission`, asked about every object that is emitted.

Pure. Rules are found by resource, compiled when the first object of it comes by, and the CEL engine is not loaded
before. At admission a rule sees `oldObject` too; here nothing was there before, so it is null.
"""

import re
from typing import Final

from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Where
from tenantry.ir import Body, Manifest
from tenantry.policy.compilation import Workshop
from tenantry.policy.hearing import Hearing
from tenantry.program import Policy, Program

_SCOPES: Final = ("manifests", "admission")
_HISSING: Final = re.compile("(s|x|z|ch|sh)$")


class ManifestRules:
    """All rules over the objects of one program. Ask about objects in any order, then take the findings once."""

    def __init__(self, program: Program) -> None:
        self._day = program.day
        self._policies: dict[str, list[Policy]] = {}
        self._all = tuple(policy for policy in program.policies if policy.scope in _SCOPES)
        for policy in self._all:
            for resource in policy.resources:
                self._policies.setdefault(resource, []).append(policy)
        self._owners = (
            {str(project.namespace): project.ref for project in program.projects.values()} if self._policies else {}
        )
        self._workshop = Workshop()
        self._hearings: dict[str, Hearing | None] = {}

    def ask(self, manifest: Manifest) -> None:
        """Asks every rule for this resource about the object; free where there is none."""
        if not self._policies:
            return
        for policy in self._policies.get(resource_of(manifest.key.api_version, manifest.key.kind), ()):
            hearing = self._hearing(policy)
            if hearing is not None:
                inputs: dict[str, Body | None] = {"object": manifest.body}
                if policy.scope == "admission":
                    inputs["oldObject"] = None
                hearing.ask(
                    str(manifest.key),
                    Where(DocumentRef.parse(manifest.source), ("metadata", "name")),
                    inputs,
                    also_named=self._owners_of(manifest),
                    facts=lambda: (Note(f"emitted to {manifest.path}"),),
                )

    def findings(self, *, all_asked: bool) -> list[Diagnostic]:
        """What was found, by policy. `all_asked`: every object of the program was asked about, so that needless
        waivers can be told; those of scope `admission` may be for objects that are not ours."""
        found: list[Diagnostic] = []
        for policy in self._all:
            hearing = self._hearing(policy) if policy.name in self._hearings or policy.waivers else None
            if hearing is not None:
                found.extend(hearing.findings(all_asked=all_asked and policy.scope == "manifests"))
        return found

    def _owners_of(self, manifest: Manifest) -> tuple[str, ...]:
        """Whose waiver holds for the object, as at admission: its document's, its project's, its tenant's."""
        source = DocumentRef.parse(manifest.source)
        project = self._owners.get(manifest.key.namespace)
        tenant = project.tenant if project else source.tenant
        return (manifest.source, *([str(project)] if project else []), *([f"Tenant {tenant}"] if tenant else []))

    def _hearing(self, policy: Policy) -> Hearing | None:
        """None for a policy that does not compile: that was said when policies were checked."""
        if policy.name not in self._hearings:
            rule, _ = self._workshop.rule(policy)
            self._hearings[policy.name] = Hearing(rule, self._day) if rule else None
        return self._hearings[policy.name]


def resource_of(api_version: str, kind: str) -> str:
    """The plural resource with its group: `jobs.batch`. Holds for every kind that is emitted; Kubernetes itself
    forms its plurals so, but for `endpoints`."""
    group, slash, _ = api_version.rpartition("/")
    lower = kind.lower()
    if lower == "endpoints":
        plural = lower
    elif _HISSING.search(lower):
        plural = f"{lower}es"
    elif lower.endswith("y") and lower[-2:-1] not in "aeiou":
        plural = f"{lower[:-1]}ies"
    else:
        plural = f"{lower}s"
    return f"{plural}.{group}" if slash else plural
