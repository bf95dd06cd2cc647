"""What every manifest kind shares: metadata, waves, and the record that registers a kind.

Pure. A kind is one file: a frozen typed object, how to write it (`encode`), how to read it back (`decode`), and
which parts of the program need it (`of_placement`, `of_cluster`, `of_fleet`).
Waves: `docs/rollout.md`; isolation stands before any queue exists, and what may wait comes last.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple, Protocol

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body, ObjectKey
from tenantry.program import Cluster, Placement, Program
from tenantry.records import record

Pairs = tuple[tuple[str, str], ...]
"""Labels or annotations: sorted pairs, unique keys."""

MANAGED_BY_LABEL: Final = "app.kubernetes.io/managed-by"
MANAGED_BY: Final = "tenantry"
WAVE_ANNOTATION: Final = "argocd.argoproj.io/sync-wave"
SYNC_OPTIONS_ANNOTATION: Final = "argocd.argoproj.io/sync-options"
CONFIRM_REMOVAL: Final = "Prune=confirm,Delete=confirm"


class Wave:
    """Sync waves inside one Application; Argo CD waits for every wave but the last."""

    TOPOLOGY: Final = -4
    CLUSTER_DEFINITIONS: Final = -3
    NAMESPACE: Final = -3
    ISOLATION: Final = -2
    ROOT_COHORT: Final = -2
    QUEUES: Final = 1
    POLICY_BINDING: Final = 2


class Meta(NamedTuple):
    """Name, namespace (empty for cluster-scoped), labels and annotations of an object as emitted."""

    name: str
    namespace: str
    labels: Pairs
    annotations: Pairs


class Emitted(Protocol):
    """A typed object of some kind."""

    @property
    def meta(self) -> Meta: ...


@record
class Kind:
    """One manifest kind. The `of_*` functions yield (typed object, document that made it), in any order."""

    api_version: str
    kind: str
    topic: str
    """File name without `.yaml` inside the owner's folder."""

    encode: Callable[[Any], Body]
    decode: Callable[[Body], Any]
    of_placement: Callable[[Program, Placement], Iterable[tuple[Emitted, DocumentRef]]] | None = None
    of_cluster: Callable[[Program, Cluster], Iterable[tuple[Emitted, DocumentRef]]] | None = None
    of_fleet: Callable[[Program], Iterable[tuple[Emitted, DocumentRef]]] | None = None
    for_argocd: bool = False
    """Whether its objects stand in the cluster of Argo CD, in files below `argocd/`, not in the owner's folder."""

    def key(self, meta: Meta) -> ObjectKey:
        return ObjectKey(self.api_version, self.kind, meta.namespace, meta.name)


def pairs(*groups: Pairs) -> Pairs:
    """Groups merged into one sorted tuple; a later group wins."""
    merged: dict[str, str] = {}
    for group in groups:
        merged.update(group)
    return tuple(sorted(merged.items()))


def owned_meta(
    program: Program,
    *,
    name: str,
    source: DocumentRef,
    wave: int,
    namespace: str = "",
    tenant: str = "",
    project: str = "",
    confirm_removal: bool = True,
    labels: Pairs = (),
    annotations: Pairs = (),
) -> Meta:
    """Metadata of an object that tenantry owns: who made it (label, source annotation), whose it is, its wave.

    Argo CD asks a person before it removes the object, unless `confirm_removal` is false: for what only gives access,
    or what the next commit brings back whole. docs/rollout.md lists these.
    """
    key = program.fleet.key
    own_labels = [(MANAGED_BY_LABEL, MANAGED_BY)]
    if tenant:
        own_labels.append((key("tenant"), tenant))
    if project:
        own_labels.append((key("project"), project))
    own_annotations = [(key("source"), str(source)), (WAVE_ANNOTATION, str(wave))]
    if confirm_removal:
        own_annotations.append((SYNC_OPTIONS_ANNOTATION, CONFIRM_REMOVAL))
    return Meta(
        name=name,
        namespace=namespace,
        labels=pairs(labels, tuple(own_labels)),
        annotations=pairs(annotations, tuple(own_annotations)),
    )


def envelope(api_version: str, kind: str, meta: Meta) -> Body:
    """The head of a body: apiVersion, kind, metadata; empty parts left out."""
    metadata: Body = {"name": meta.name}
    if meta.namespace:
        metadata["namespace"] = meta.namespace
    if meta.labels:
        metadata["labels"] = dict(meta.labels)
    if meta.annotations:
        metadata["annotations"] = dict(meta.annotations)
    return {"apiVersion": api_version, "kind": kind, "metadata": metadata}


def decode_meta(body: Body) -> Meta:
    """The inverse of `envelope` for metadata."""
    metadata = body["metadata"]
    return Meta(
        name=metadata["name"],
        namespace=metadata.get("namespace", ""),
        labels=tuple(sorted(metadata.get("labels", {}).items())),
        annotations=tuple(sorted(metadata.get("annotations", {}).items())),
    )
