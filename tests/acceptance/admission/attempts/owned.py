"""Attempts on what the platform owns: every kind that was compiled into prod-a, by every verb and subresource."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.acceptance.admission.attempts.attempt import ADMINISTRATOR
from tests.plane.api import JSON_PATCH, MERGE_PATCH, Answer, Api, Object
from tests.plane.manifests import compiled_objects

_LABEL = "app.kubernetes.io/managed-by"
_UNJUDGED = frozenset(
    {
        "Namespace",
        "ValidatingAdmissionPolicy",
        "ValidatingAdmissionPolicyBinding",
        "MutatingAdmissionPolicy",
        "MutatingAdmissionPolicyBinding",
    }
)
"""Namespaces have rules of their own; policies are judged by no policy, and no tenant may be given a right on them."""
_WITH_STATUS = frozenset(
    {"ClusterQueue", "Cohort", "LocalQueue", "PersistentVolumeClaim", "PodDisruptionBudget", "ResourceQuota"}
)
_SOURCE = "tenants.example.com/source"
OPENING = [{"op": "replace", "path": "/metadata/annotations/tenants.example.com~1source", "value": "nobody"}]


@dataclass(frozen=True)
class OnOwned:
    """A verb on an owned object. `who` has every right in the cluster; what is tried stays without effect."""

    name: str
    item: Object
    verb: str
    who: str = ADMINISTRATOR
    project: str = "nlp-pretrain"
    code: str = "TN872"

    def run(self, actor: Api) -> Answer:
        """The request, as a dry run: admission judges it like any other, and the shared plane keeps its objects."""
        dry = {"dryRun": "All"}
        path = actor.path(self.item)
        match self.verb:
            case "merge":
                change: object = {"metadata": {"labels": {_LABEL: None}}}
                return actor.request("PATCH", path, change, content_type=MERGE_PATCH, query=dry)
            case "json":
                return actor.request("PATCH", path, OPENING, content_type=JSON_PATCH, query=dry)
            case "apply":
                metadata = {"name": self.item["metadata"]["name"], "annotations": {_SOURCE: "nobody"}}
                if "namespace" in self.item["metadata"]:
                    metadata["namespace"] = self.item["metadata"]["namespace"]
                head = {"apiVersion": self.item["apiVersion"], "kind": self.item["kind"], "metadata": metadata}
                return actor.apply(head, manager="attempt", dry_run=True)
            case "status":
                change = {"metadata": {"labels": {_LABEL: None}}}
                return actor.request("PATCH", f"{path}/status", change, content_type=MERGE_PATCH, query=dry)
            case "delete":
                return actor.request("DELETE", path, {"dryRun": ["All"]})
            case "deletecollection":
                return actor.request("DELETE", actor.path(self.item, name=False), {"dryRun": ["All"]})
        raise ValueError(self.verb)


def on_owned(output: Path) -> Iterator[OnOwned]:
    """For the last object of each kind, every verb that its kind knows."""
    kinds = {item["kind"]: item for item in compiled_objects(output, "prod-a")}
    for kind, item in sorted(kinds.items()):
        if kind in _UNJUDGED:
            continue
        verbs = ["merge", "json", "apply", "delete", "deletecollection"]
        for verb in [*verbs, *(["status"] if kind in _WITH_STATUS else [])]:
            yield OnOwned(f"{kind.lower()}-{verb}", item, verb)
