"""What is emitted: plain frozen manifests, grouped by the folder that owns them.

Pure. A body is JSON-like data in canonical key order; nothing here knows specs.
"""

from typing import Any, NamedTuple

from tenantry.records import record

Body = dict[str, Any]
"""A Kubernetes object as JSON-like data: dict, list, str, int, float, bool; never None."""


class ObjectKey(NamedTuple):
    """Identity of an object in one cluster; `namespace` is empty for cluster-scoped kinds."""

    api_version: str
    kind: str
    namespace: str
    name: str

    def __str__(self) -> str:
        place = f"{self.namespace}/" if self.namespace else ""
        return f"{self.kind} {place}{self.name}"


@record
class Manifest:
    """One emitted object: its body, the document that made it (`Tenant vision`), its file below the output root."""

    key: ObjectKey
    body: Body
    source: str
    path: str


@record
class Fragment:
    """Configuration of an installation that an operator merges by hand: never applied by our applications.

    `comment` (lines without `#`) opens the file and says what to do with it.
    """

    path: str
    comment: str
    body: Body
    source: str


@record
class Bundle:
    """All that one owner has on one cluster: one folder below the output root, one inventory.

    `facts` are JSON-like records that the inventory keeps for the next compile: promises, states, pool labels.
    Paths of manifests and fragments may lie beside the folder (`argocd/prod-a/vision.yaml`).
    """

    folder: str
    cluster: str
    """Name of the cluster whose versions judge the manifests; empty for the fleet's own bundle."""

    manifests: tuple[Manifest, ...]
    fragments: tuple[Fragment, ...] = ()
    facts: tuple[Body, ...] = ()
