"""What a server gives back, without what it adds for its own use, against what was sent.

`own_metadata` names everything that is taken away, with the writer of each.
"""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

from tests.plane.api import Object

_SERVER_METADATA = ("uid", "resourceVersion", "creationTimestamp", "generation", "managedFields", "selfLink")
_CONTROLLER_FINALIZERS = {
    "kueue.x-k8s.io/resource-in-use",  # Kueue, on queues and flavors that are used
    "kubernetes.io/pvc-protection",  # Kubernetes' admission plug-in, on every claim
}


def without_server_parts(item: Object) -> Object:
    """A copy without status, the server's own metadata and controllers' finalizers.

    A Namespace loses `spec` too: it holds nothing but the server's own finalizer.
    """
    kept = deepcopy(item)
    kept.pop("status", None)
    metadata = kept["metadata"]
    for name in _SERVER_METADATA:
        metadata.pop(name, None)
    finalizers = [name for name in metadata.get("finalizers", []) if name not in _CONTROLLER_FINALIZERS]
    metadata.pop("finalizers", None)
    if finalizers:
        metadata["finalizers"] = finalizers
    if kept["kind"] == "Namespace":
        kept.pop("spec", None)
    return kept


def differences_on_reading_back(sent: Object, live: Object) -> Iterator[str]:
    """Where what a server gives back is not what was sent, all that is its own left out."""
    given = without_server_parts(live)
    if sent["kind"] == "Service":
        # Where nothing is asked for, the server allots addresses, of the families that its ranges have.
        for name in ("clusterIP", "clusterIPs", "ipFamilies", "ipFamilyPolicy"):
            if name not in sent["spec"]:
                given["spec"].pop(name, None)
    if sent["kind"] == "ClusterRole" and given.get("rules", ()) is None:
        # A role without any rule: the server keeps no list then, and cannot leave the field out.
        del given["rules"]
    return differences(without_server_parts(sent), given)


def differences(sent: Any, live: Any, path: str = "") -> Iterator[str]:
    """Every place where two trees differ, as `path: sent -> live`, in the order of paths."""
    if isinstance(sent, dict) and isinstance(live, dict):
        for key in sorted(sent.keys() | live.keys()):
            if key not in sent:
                yield f"{path}.{key}: nothing -> {live[key]!r}"
            elif key not in live:
                yield f"{path}.{key}: {sent[key]!r} -> nothing"
            else:
                yield from differences(sent[key], live[key], f"{path}.{key}")
    elif isinstance(sent, list) and isinstance(live, list) and len(sent) == len(live):
        for index, (one, other) in enumerate(zip(sent, live, strict=True)):
            yield from differences(one, other, f"{path}[{index}]")
    elif type(sent) is not type(live) or sent != live:
        yield f"{path}: {sent!r} -> {live!r}"
