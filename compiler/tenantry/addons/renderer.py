"""Addons as manifests: each template filled for each tenant or project, its objects made the tool's own.

Pure. An object keeps what the template says; name, namespace and who owns it are checked and completed here.
"""

import json
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Final

from tenantry.addons.smuggling import neutral, says_more
from tenantry.diagnostics import Code, Diagnostic, Note, Path, Severity, Where
from tenantry.diagnostics.codes.addons import TN521, TN522, TN523, TN524, TN526
from tenantry.diagnostics.paths import place
from tenantry.ir import Manifest
from tenantry.kinds import ADDON_KINDS
from tenantry.kinds.base import Kind, Wave, owned_meta
from tenantry.kinds.carried import Carried
from tenantry.names import is_dns_subdomain
from tenantry.program import Addon, Placement, Program, ProjectPlacement
from tenantry.source import FileContent, read_text

if TYPE_CHECKING:
    from tenantry.addons.sandbox import Sandbox

MAX_OBJECTS: Final = 20
"""Objects of one addon for one tenant or project."""

_METADATA: Final = frozenset({"name", "namespace", "labels", "annotations"})


class AddonRenderer:
    """Fills the addons of one program; `problems` grows while manifests are made, one per addon at most."""

    def __init__(self, program: Program) -> None:
        self.problems: list[Diagnostic] = []
        self._program = program
        self._failed: set[str] = set()
        self._sandbox: Sandbox | None = None

    def manifests(self, placement: Placement) -> Iterator[Manifest]:
        """Manifests of all addons for a tenant on a cluster."""
        for addon in self._program.addons:
            if addon.clusters and placement.cluster not in addon.clusters:
                continue
            if addon.tenants and placement.tenant not in addon.tenants:
                continue
            if addon.per == "tenant":
                yield from self._filled(addon, placement, placement.projects)
            else:
                for project in placement.projects:
                    yield from self._filled(addon, placement, (project,))

    def _filled(self, addon: Addon, placement: Placement, projects: tuple[ProjectPlacement, ...]) -> Iterator[Manifest]:
        """Manifests of one addon for one tenant, or one project; nothing once the addon has failed."""
        if addon.name in self._failed or not projects:
            return
        try:
            yield from self._made(addon, placement, projects)
        except _Refusal as refusal:
            self._failed.add(addon.name)
            self.problems.append(refusal.diagnostic)

    def _made(self, addon: Addon, placement: Placement, projects: tuple[ProjectPlacement, ...]) -> Iterator[Manifest]:
        for_whom = f"{placement.tenant}/{projects[0].project}" if addon.per == "project" else placement.tenant
        note = Note(f"filled for {for_whom} on {placement.cluster}")
        values = self._values(addon, placement, projects)
        content = self._content(addon, values, note)
        errors = [found for found in content.diagnostics if found.severity is Severity.ERROR]
        plain = neutral(values)
        if plain is not None and says_more(_read(content), _read(self._content(addon, plain, note))):
            raise _Refusal(
                addon,
                TN526,
                f"words of {for_whom} would be read as YAML, not as a text",
                note,
                help="quote them in the template: `{{ tenant.displayName | tojson }}`, and so for every display name "
                "and cost centre",
            )
        if errors:
            raise _Refusal(addon, TN522, f"its result cannot be read: {errors[0].message}", note)
        if len(content.documents) > MAX_OBJECTS:
            raise _Refusal(addon, TN522, f"it gives more than {MAX_OBJECTS} objects", note)
        for document in content.documents:
            yield self._manifest(addon, placement, projects, document.tree, note)

    def _content(self, addon: Addon, values: dict[str, Any], note: Note) -> FileContent:
        text = self._text(addon, values, note)
        return read_text(f"Addon {addon.name}", text.encode("utf-8", "replace"))

    def _text(self, addon: Addon, values: dict[str, Any], note: Note) -> str:
        # Only a fleet that has addons pays for loading a template engine.
        from tenantry.addons.sandbox import Sandbox, TemplateProblem

        if self._sandbox is None:
            self._sandbox = Sandbox()
        try:
            return self._sandbox.fill(addon.template, values)
        except TemplateProblem as problem:
            at = f"line {problem.line} of the template: " if problem.line else ""
            raise _Refusal(addon, TN521, f"{at}{problem}", note, line=problem.line) from None

    def _values(self, addon: Addon, placement: Placement, projects: tuple[ProjectPlacement, ...]) -> dict[str, Any]:
        """What a template sees: plain values of the tenant, the cluster and its projects there."""
        tenant = self._program.tenants[placement.tenant]
        cluster = self._program.clusters[placement.cluster]
        shown = [
            {
                "name": project.project,
                "namespace": project.namespace,
                "displayName": self._program.projects[placement.tenant, project.project].display_name,
                "queues": [queue.local_queue for queue in project.queues],
                "pools": list(project.pools),
            }
            for project in projects
        ]
        values: dict[str, Any] = {
            "cluster": {"name": cluster.name, "labels": dict(cluster.labels)},
            "tenant": {
                "name": tenant.name,
                "displayName": tenant.display_name,
                "costCenter": tenant.cost_center.value,
                "labels": {key: label.value for key, label in tenant.labels},
            },
        }
        if addon.per == "project":
            return {**values, "project": shown[0]}
        return {**values, "projects": shown}

    def _manifest(
        self,
        addon: Addon,
        placement: Placement,
        projects: tuple[ProjectPlacement, ...],
        tree: dict[str, Any],
        note: Note,
    ) -> Manifest:
        empty = _first_empty(tree, ())
        if empty is not None:
            raise _Refusal(addon, TN522, f"`{place(empty)}` is empty; give it a value, or leave it out", note)
        kind = _kind(addon, tree, note)
        metadata = tree.get("metadata")
        if not isinstance(metadata, dict) or not set(metadata) <= _METADATA:
            raise _Refusal(addon, TN522, f"`metadata` of an object holds {', '.join(sorted(_METADATA))} only", note)
        name = metadata.get("name")
        if not isinstance(name, str) or not is_dns_subdomain(name):
            raise _Refusal(addon, TN522, f"`metadata.name: {_shown(name)}` is not a name", note)
        allowed = {str(project.namespace): project for project in projects}
        namespace = metadata.get("namespace", projects[0].namespace if addon.per == "project" else None)
        if not isinstance(namespace, str) or namespace not in allowed:
            said = "`metadata.namespace`, which is left out," if namespace is None else ""
            said = said or f"`metadata.namespace: {_shown(namespace)}`"
            raise _Refusal(addon, TN524, f"{said} is none of {', '.join(sorted(allowed))}", note)
        meta = owned_meta(
            self._program,
            name=name,
            namespace=namespace,
            source=addon.ref,
            wave=Wave.ISOLATION,
            tenant=placement.tenant,
            project=allowed[namespace].project,
            confirm_removal=False,
            labels=self._pairs(addon, metadata, "labels", note),
            annotations=self._pairs(addon, metadata, "annotations", note),
        )
        payload = {key: value for key, value in tree.items() if key not in ("apiVersion", "kind", "metadata")}
        body = kind.encode(Carried(meta, payload))
        path = f"{placement.cluster}/{placement.tenant}/{kind.topic}.yaml"
        return Manifest(kind.key(meta), body, str(addon.ref), path)

    def _pairs(self, addon: Addon, metadata: dict[str, Any], field: str, note: Note) -> tuple[tuple[str, str], ...]:
        written = metadata.get(field, {})
        if not isinstance(written, dict) or not all(isinstance(value, str) for value in written.values()):
            raise _Refusal(addon, TN522, f"`metadata.{field}` maps names to texts; quote the values", note)
        reserved = (f"{self._program.fleet.domain}/", "argocd.argoproj.io/", "kueue.x-k8s.io/")
        for key in written:
            if key.startswith(reserved):
                raise _Refusal(addon, TN524, f"`metadata.{field}` may not set `{key}`", note)
        return tuple(sorted(written.items()))


class _Refusal(Exception):  # noqa: N818
    """An addon cannot be filled: carries what is to be said, to the one place that collects it."""

    def __init__(
        self,
        addon: Addon,
        code: Code,
        problem: str,
        note: Note,
        *,
        line: int = 0,
        help: str = "docs/addons.md says what a template may hold",
    ) -> None:
        """`line` of the template, 1-based; 0 where it is the whole that is wrong."""
        super().__init__(problem)
        path = (*addon.where.path, line - 1) if line else addon.where.path
        self.diagnostic = Diagnostic(
            code,
            f"addon `{addon.name}`: {problem}",
            Where(addon.where.document, path),
            notes=(note,),
            help=help,
        )


def _first_empty(value: Any, path: Path) -> Path | None:
    """The path to the first null in a tree; None where there is none. The API server drops what is null."""
    if value is None:
        return path
    inside: Iterable[tuple[str | int, Any]] = ()
    if isinstance(value, dict):
        inside = value.items()
    elif isinstance(value, list):
        inside = enumerate(value)
    return next((found for key, one in inside if (found := _first_empty(one, (*path, key))) is not None), None)


def _read(content: FileContent) -> list[Any]:
    """All that was read of a result, and whether that is all of it."""
    return [*(document.tree for document in content.documents), content.complete]


def _shown(value: Any) -> str:
    """A value as it would be written in YAML."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _kind(addon: Addon, tree: dict[str, Any], note: Note) -> Kind:
    for kind in ADDON_KINDS:
        if (tree.get("apiVersion"), tree.get("kind")) == (kind.api_version, kind.kind):
            return kind
    allowed = ", ".join(f"{kind.kind} ({kind.api_version})" for kind in ADDON_KINDS)
    for field in ("apiVersion", "kind"):
        if not isinstance(tree.get(field), str):
            raise _Refusal(addon, TN522, f"an object has no `{field}`", note)
    raise _Refusal(addon, TN523, f"{tree.get('kind')} of {tree.get('apiVersion')} is none of {allowed}", note)
