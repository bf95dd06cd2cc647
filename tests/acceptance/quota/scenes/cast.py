"""The cast of a scene: its pools, tenants, projects and lines, as documents that are written out as specs.

Names begin with the scene's own, so that scenes do not meet. A pool is called by its short name, `main` where a scene
has one; who plays is called `red` (a tenant), `red/one` (its project) or `red/one.batch` (the project's queue for a
class). A tenant that names no projects has one, `work`, with class training.
"""

from typing import Any, Self

import yaml

Document = dict[str, Any]
Lines = dict[str, Document]
"""Quota lines by the pool's short name."""

API_VERSION = "tenantry.dev/v1alpha1"
CASTS: dict[str, "Cast"] = {}
"""Every cast of the modules that are imported, by its scene's name."""


class Cast:
    """Documents of one scene. Building methods give the cast back; everything can be edited later with `edit`.

    Its pools have nodes where pods shall run; Kueue decides without them.
    """

    def __init__(self, scene: str, *, pods_run: bool = False) -> None:
        assert scene not in CASTS, f"two scenes are called {scene}"
        self.scene, self.pods_run = scene, pods_run
        self.documents: dict[tuple[str, str], Document] = {}
        CASTS[scene] = self

    def pool(self, name: str = "main", *, units: int = 24, classes: str = "training", **spec: Any) -> Self:
        """A pool of one node with so many GPUs, each with 8 CPU and 16Gi; `spec` replaces fields of it."""
        body = {
            "cluster": "stage",
            "nodes": 1,
            "node": {"cpu": units * 8, "memory": f"{units * 16}Gi", "ephemeralStorage": "1Ti"},
            "accelerator": {"vendor": "nvidia", "model": "H100-SXM5-80GB", "perNode": units},
            "classes": classes.split(),
            "price": 1,
            **spec,
        }
        return self._add("Pool", name, {"name": self.pool_name(name)}, {k: v for k, v in body.items() if v is not None})

    def tenant(
        self, name: str, lines: Lines | None = None, *, projects: dict[str, Document] | None = None, **spec: Any
    ) -> Self:
        """A tenant with lines by pool, and its projects; `parent` is the short name of a tenant of this cast."""
        full = f"{self.scene}-{name}"
        if "parent" in spec:
            spec["parent"] = f"{self.scene}-{spec['parent']}"
        body = {
            "displayName": full,
            "owners": [{"group": full}],
            "members": [{"group": full, "role": "developer"}],
            "priorities": ["urgent", "high", "normal", "scavenger"],
            "quota": self._quota(lines or {}),
            **spec,
        }
        self._add("Tenant", name, {"name": full}, body)
        for project, project_spec in ({"work": {}} if projects is None else projects).items():
            self.project(f"{name}/{project}", **project_spec)
        return self

    def project(self, path: str, *, classes: str = "training", **lines: Document) -> Self:
        """A project of a tenant. Lines are by pool, or by `<pool>.<class>`."""
        tenant, _, name = path.partition("/")
        body = {"classes": classes.split(), "quota": self._quota(lines)}
        return self._add("Project", path, {"tenant": f"{self.scene}-{tenant}", "name": name}, body)

    def grant(self, path: str, **spec: Any) -> Self:
        """A grant to a tenant, called `red/extra`; `pool` is the short name."""
        tenant, _, name = path.partition("/")
        spec["pool"] = self.pool_name(spec["pool"])
        return self._add("Grant", path, {"tenant": f"{self.scene}-{tenant}", "name": name}, {"reason": "scene", **spec})

    def line(self, path: str, pool: str = "main", **changes: Any) -> Document:
        """The line of a tenant (`red`) or project (`red/one`, `red/one.batch` for its class line), after changes."""
        path, _, wanted = path.partition(".")
        document = self.documents["Project" if "/" in path else "Tenant", path]
        [line] = [
            line
            for line in document["spec"]["quota"]
            if line["pool"] == self.pool_name(pool) and line.get("class", "") == wanted
        ]
        line.update(changes)
        found: Document = line
        return found

    def edit(self, kind: str, name: str, **changes: Any) -> None:
        """Fields of a document's spec, by short name."""
        self.documents[kind, name]["spec"].update(changes)

    def pool_name(self, name: str = "main") -> str:
        """A pool's full name."""
        return self.scene if name == "main" else f"{self.scene}-{name}"

    @property
    def pools(self) -> set[str]:
        """Full names of its pools."""
        return {self.pool_name(name) for kind, name in self.documents if kind == "Pool"}

    def files(self) -> dict[str, str]:
        """The specs as text by path: each tenant's documents in files of its own, the rest below clusters/."""
        grouped: dict[str, list[Document]] = {}
        for (kind, _), document in self.documents.items():
            metadata = document["metadata"]
            path = {
                "Pool": f"clusters/{self.scene}.yaml",
                "Tenant": f"tenants/{metadata['name']}/tenant.yaml",
                "Project": f"tenants/{metadata.get('tenant')}/projects.yaml",
                "Grant": f"tenants/{metadata.get('tenant')}/grants.yaml",
            }[kind]
            grouped.setdefault(path, []).append(document)
        return {path: yaml.safe_dump_all(documents, sort_keys=False) for path, documents in grouped.items()}

    def _quota(self, lines: Lines) -> list[Document]:
        rows = []
        for place, line in lines.items():
            pool, _, kind = place.partition(".")
            rows.append({"pool": self.pool_name(pool), **({"class": kind} if kind else {}), **line})
        return rows

    def _add(self, kind: str, name: str, metadata: Document, spec: Document) -> Self:
        self.documents[kind, name] = {"apiVersion": API_VERSION, "kind": kind, "metadata": metadata, "spec": spec}
        return self
