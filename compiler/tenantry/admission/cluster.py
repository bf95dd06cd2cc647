"""What the rules take from a cluster: the words that differ between clusters and never between tenants.

Pure. Everything about a tenant is read from its Namespace instead, so that one set of policies serves all.
"""

from typing import Final

from tenantry.admission.annotations import (
    CLASS_DEFAULTS,
    DEVICES,
    IMAGES,
    NODES,
    POD_DEFAULTS,
    POOL_LABELS,
    PRIORITIES,
    QUEUE_LABELS,
    QUEUES,
    SERVICES,
    STATE,
    UNITS,
)
from tenantry.admission.policy import Named, listed, quoted
from tenantry.records import record

CONTROLLER: Final = "system:serviceaccount:kube-system:"
JOB_CONTROLLER: Final = f"{CONTROLLER}job-controller"
REPLICASET_CONTROLLER: Final = f"{CONTROLLER}replicaset-controller"
STATEFULSET_CONTROLLER: Final = f"{CONTROLLER}statefulset-controller"
DAEMONSET_CONTROLLER: Final = f"{CONTROLLER}daemon-set-controller"
SCHEDULER: Final = "system:kube-scheduler"
CONTROLLER_MANAGER: Final = "system:kube-controller-manager"
MASTERS: Final = "system:masters"

VENDORS: Final = (
    "nvidia.com/",
    "amd.com/",
    "gpu.intel.com/",
    "habana.ai/",
    "google.com/tpu",
    "aws.amazon.com/neuron",
    "deviceclass.resource.kubernetes.io/",
)
"""Beginnings of the names of accelerators; the last asks for a DeviceClass by the name of a resource."""


@record
class ClusterWords:
    """`owned` is the label of objects that tenantry owns; `owners` are (kind, name) of `Group` or `User`.

    `mutates`: the cluster serves MutatingAdmissionPolicies, so that defaults are filled in and not demanded.
    `devices` are the other devices that its pools sell along, `pool_keys` the label keys of its pools, `tolerated` the
    taints of all pools as `key=value:effect`. `operators` are the users that make pods of the kinds `operated` (the
    language's words for integrations).
    """

    domain: str
    owned: tuple[str, str]
    pool_keys: tuple[str, ...]
    accelerators: tuple[str, ...]
    devices: tuple[str, ...]
    argocd_user: str
    kueue_user: str
    owners: tuple[tuple[str, str], ...]
    mutates: bool
    operators: tuple[str, ...] = ()
    operated: tuple[str, ...] = ()
    tolerated: tuple[str, ...] = ()

    def key(self, name: str) -> str:
        return f"{self.domain}/{name}"

    def by_owner(self) -> str:
        """CEL: the request comes from an owner of the fleet, or from the break-glass group of the cluster."""
        users = [name for kind, name in self.owners if kind == "User"]
        groups = [MASTERS, *(name for kind, name in self.owners if kind == "Group")]
        by_group = f"request.userInfo.?groups.orValue([]).exists(g, g in {listed(groups)})"
        return f"request.userInfo.username in {listed(users)} || {by_group}" if users else by_group

    def by_operator(self) -> str:
        """CEL: the request comes from an operator that makes pods of what Kueue has admitted."""
        return f"request.userInfo.username in {listed(self.operators)}"

    def variables(self) -> tuple[Named, ...]:
        """What the rules call a cluster's words and a namespace's annotations."""
        return (
            Named("accelerators", listed(self.accelerators)),
            Named("vendors", listed(VENDORS)),
            Named("otherDevices", listed(self.devices)),
            Named("poolKeys", listed(self.pool_keys)),
            Named("tolerated", listed(self.tolerated)),
            Named("annotations", "namespaceObject.metadata.?annotations.orValue({})"),
            Named("state", self._text(STATE)),
            Named("nodes", self._text(NODES)),
            Named("queueNames", self._list(QUEUES)),
            Named("unitEntries", self._list(UNITS)),
            Named("deviceEntries", self._list(DEVICES)),
            Named("classEntries", self._list(CLASS_DEFAULTS)),
            Named("poolLabels", self._list(POOL_LABELS)),
            Named("queueLabels", self._list(QUEUE_LABELS)),
            Named("priorities", self._list(PRIORITIES)),
            Named("images", self._list(IMAGES)),
            Named("serviceTypes", self._list(SERVICES, "ClusterIP")),
            Named("podDefaults", f"variables.annotations[?{quoted(self.key(POD_DEFAULTS))}].orValue('0:0').split(':')"),
        )

    def _text(self, name: str) -> str:
        return f"variables.annotations[?{quoted(self.key(name))}].orValue('')"

    def _list(self, name: str, default: str = "") -> str:
        return f"variables.annotations[?{quoted(self.key(name))}].orValue({quoted(default)}).split(',')"
