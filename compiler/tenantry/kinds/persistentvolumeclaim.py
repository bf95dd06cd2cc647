"""PersistentVolumeClaim: the volumes a project declares.

Comes in the last wave with the queues: a claim may wait for its first pod, and whatever comes after something that
waits is never applied. Removing one asks first.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.program import Placement, Program
from tenantry.quantity import Quantity
from tenantry.records import record

API_VERSION: Final = "v1"


@record
class PersistentVolumeClaim:
    """A claim of `size` bytes for a file system of `storage_class` (its name in the cluster), with one access mode."""

    meta: Meta
    access: str
    size: Quantity
    storage_class: str


def encode(claim: PersistentVolumeClaim) -> Body:
    body = envelope(API_VERSION, "PersistentVolumeClaim", claim.meta)
    body["spec"] = {
        "accessModes": [claim.access],
        "resources": {"requests": {"storage": claim.size.canonical()}},
        "storageClassName": claim.storage_class,
        "volumeMode": "Filesystem",
    }
    return body


def decode(body: Body) -> PersistentVolumeClaim:
    """Raises ValueError for a claim with several access modes, which tenantry does not write."""
    spec = body["spec"]
    (access,) = spec["accessModes"]
    size = Quantity.parse(spec["resources"]["requests"]["storage"])
    return PersistentVolumeClaim(decode_meta(body), access, size, spec["storageClassName"])


def of_placement(program: Program, placement: Placement) -> Iterator[tuple[PersistentVolumeClaim, DocumentRef]]:
    """One per volume that the project has on the cluster."""
    storage_classes = dict(program.clusters[placement.cluster].storage_classes)
    for at in placement.projects:
        project = program.projects[placement.tenant, at.project]
        for volume in at.volumes:
            meta = owned_meta(
                program,
                name=volume.name,
                namespace=at.namespace,
                source=project.ref,
                wave=Wave.QUEUES,
                tenant=placement.tenant,
                project=at.project,
            )
            storage_class = storage_classes[volume.storage_class]
            yield PersistentVolumeClaim(meta, volume.access, volume.size, storage_class), project.ref


KIND: Final = Kind(
    api_version=API_VERSION,
    kind="PersistentVolumeClaim",
    topic="storage",
    encode=encode,
    decode=decode,
    of_placement=of_placement,
)
