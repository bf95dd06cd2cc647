"""One good object of every emitted kind, and edits that break it, as a faulty lowering might."""

from copy import deepcopy
from typing import Any, NamedTuple

import yaml

from tenantry.ir import Body, Manifest, ObjectKey

OBJECTS = """
apiVersion: v1
kind: Namespace
metadata:
  name: vision-detection
  labels: {pod-security.kubernetes.io/enforce: restricted}
  annotations: {argocd.argoproj.io/sync-options: "Prune=confirm,Delete=confirm"}
---
apiVersion: v1
kind: ResourceQuota
metadata: {name: units, namespace: vision-detection}
spec: {hard: {requests.nvidia.com/gpu: "16", count/jobs.batch: "200", requests.storage: 1Ti}}
---
apiVersion: v1
kind: LimitRange
metadata: {name: defaults, namespace: vision-detection}
spec: {limits: [{type: Container, defaultRequest: {cpu: 500m, memory: 1Gi}, default: {memory: 1Gi}}]}
---
apiVersion: v1
kind: ServiceAccount
metadata: {name: workload, namespace: vision-detection}
automountServiceAccountToken: false
---
apiVersion: v1
kind: ConfigMap
metadata: {name: mig, namespace: gpu-operator}
data: {config.yaml: "version: v1"}
binaryData: {blob: aGVsbG8=}
---
apiVersion: v1
kind: Service
metadata: {name: web, namespace: vision-detection}
spec: {type: ClusterIP, selector: {app: web}, ports: [{port: 80, targetPort: http, protocol: TCP}]}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata: {name: data, namespace: vision-detection}
spec: {accessModes: [ReadWriteMany], storageClassName: shared, resources: {requests: {storage: 5Ti}}}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: {name: egress, namespace: vision-detection}
spec:
  podSelector: {}
  policyTypes: [Egress]
  egress:
  - to: [{ipBlock: {cidr: 0.0.0.0/0, except: [10.0.0.0/8]}}]
    ports: [{port: 443, protocol: TCP}, {port: dns, protocol: UDP}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: {name: viewer, namespace: vision-detection}
rules: [{apiGroups: [""], resources: [pods, pods/log], verbs: [get, list, watch]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRole
metadata: {name: tenantry-viewer}
rules: [{apiGroups: [batch], resources: [jobs], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: {name: viewer, namespace: vision-detection}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: tenantry-viewer}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: vision}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: {name: tenantry-viewer}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: tenantry-viewer}
subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: platform}]
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: normal}
value: 1000
globalDefault: false
preemptionPolicy: Never
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: {name: web, namespace: vision-detection}
spec: {maxUnavailable: 25%, selector: {matchLabels: {app: web}}}
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicy
metadata: {name: tenant-queue}
spec:
  failurePolicy: Fail
  matchConstraints:
    resourceRules: [{apiGroups: [""], apiVersions: [v1], operations: [CREATE, UPDATE], resources: [pods]}]
  validations: [{expression: "true", messageExpression: "'no'", reason: Forbidden}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: ValidatingAdmissionPolicyBinding
metadata: {name: tenant-queue}
spec: {policyName: tenant-queue, validationActions: [Deny]}
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicy
metadata: {name: tenant-defaults}
spec:
  failurePolicy: Fail
  reinvocationPolicy: Never
  matchConstraints:
    resourceRules: [{apiGroups: [batch], apiVersions: [v1], operations: [CREATE], resources: [jobs]}]
  mutations: [{patchType: ApplyConfiguration, applyConfiguration: {expression: "Object{}"}}]
---
apiVersion: admissionregistration.k8s.io/v1
kind: MutatingAdmissionPolicyBinding
metadata: {name: tenant-defaults}
spec: {policyName: tenant-defaults}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ClusterQueue
metadata: {name: h100-train.vision.detection.training}
spec:
  cohortName: h100-train.vision.detection
  queueingStrategy: BestEffortFIFO
  namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: vision-detection}}
  stopPolicy: None
  preemption:
    {reclaimWithinCohort: Any, withinClusterQueue: LowerPriority, borrowWithinCohort: {policy: Never}}
  flavorFungibility: {whenCanBorrow: MayStopSearch, whenCanPreempt: TryNextFlavor}
  fairSharing: {weight: "1"}
  resourceGroups:
  - coveredResources: [nvidia.com/gpu]
    flavors: [{name: h100-train, resources: [{name: nvidia.com/gpu, nominalQuota: "8", borrowingLimit: "4"}]}]
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: Cohort
metadata: {name: h100-train.vision}
spec:
  parentName: h100-train
  fairSharing: {weight: "2"}
  resourceGroups:
  - coveredResources: [nvidia.com/gpu]
    flavors: [{name: h100-train, resources: [{name: nvidia.com/gpu, nominalQuota: "32"}]}]
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: LocalQueue
metadata: {name: training.h100-train, namespace: vision-detection}
spec: {clusterQueue: h100-train.vision.detection.training, stopPolicy: None}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: ResourceFlavor
metadata: {name: h100-train}
spec:
  topologyName: racks
  nodeLabels: {tenantry.dev/pool: h100-train}
  nodeTaints: [{key: tenantry.dev/pool, value: h100-train, effect: NoSchedule}]
  tolerations: [{key: tenantry.dev/pool, operator: Equal, value: h100-train, effect: NoSchedule}]
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: Topology
metadata: {name: racks}
spec: {levels: [{nodeLabel: topology.kubernetes.io/rack}, {nodeLabel: kubernetes.io/hostname}]}
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: WorkloadPriorityClass
metadata: {name: normal}
value: 1000
description: the default
---
apiVersion: kueue.x-k8s.io/v1beta2
kind: AdmissionCheck
metadata: {name: provision}
spec:
  controllerName: kueue.x-k8s.io/provisioning-request
  parameters: {apiGroup: kueue.x-k8s.io, kind: ProvisioningRequestConfig, name: spare}
---
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: prod-a-vision, namespace: argocd, finalizers: [resources-finalizer.argocd.argoproj.io]}
spec:
  project: prod-a-vision
  source: {repoURL: "https://git.example.com/fleet.git", path: output/prod-a/vision, targetRevision: main}
  destination: {server: "https://prod-a.example.com:6443"}
  syncPolicy:
    automated: {prune: true, selfHeal: true}
    syncOptions: [ServerSideApply=true]
    retry: {limit: -1, backoff: {duration: 10s, factor: 2, maxDuration: 5m}}
---
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: {name: prod-a-vision, namespace: argocd}
spec:
  sourceRepos: ["https://git.example.com/fleet.git"]
  destinations: [{server: "https://prod-a.example.com:6443", namespace: vision-detection}]
  clusterResourceWhitelist: [{group: "", kind: Namespace}]
---
apiVersion: monitoring.coreos.com/v1
kind: PrometheusRule
metadata: {name: queues, namespace: monitoring}
spec:
  groups:
  - name: queues
    interval: 30s
    rules: [{alert: QueueStuck, expr: kueue_pending_workloads > 0, for: 1h, labels: {severity: warning}}]
"""


class Edit(NamedTuple):
    """A change that breaks an object: where, what is put there, and what the message says after the place."""

    kind: str
    path: tuple[str | int, ...]
    value: Any
    said: str


EDITS = (
    Edit(
        "Namespace",
        ("metadata", "labels", "a.b/c"),
        1,
        'at metadata.labels["a.b/c"]: `1` is an integer and must be a string',
    ),
    Edit("ResourceQuota", ("spec", "hard", "pods"), "2x", "at spec.hard.pods: `2x` is not a quantity"),
    Edit(
        "LimitRange",
        ("spec", "limits", 0, "maxx"),
        {},
        "at spec.limits[0]: `maxx` is not a field (did you mean `max`?)",
    ),
    Edit("ServiceAccount", ("automountServiceAccountToken",), "no", "`no` is a string and must be a boolean"),
    Edit("ConfigMap", ("binaryData", "blob"), "a b", "at binaryData.blob: `a b` does not match"),
    Edit(
        "Service",
        ("spec", "ports", 0, "port"),
        2**31,
        "at spec.ports[0].port: `2147483648` is above `2147483647`",
    ),
    Edit("PersistentVolumeClaim", ("spec", "accessModes"), "RWX", "`RWX` is a string and must be an array"),
    Edit(
        "NetworkPolicy",
        ("spec", "egress", 0, "to", 0, "ipBlock"),
        {},
        "at spec.egress[0].to[0].ipBlock: `cidr` is missing",
    ),
    Edit("Role", ("rules", 0), {}, "at rules[0]: `verbs` is missing"),
    Edit(
        "ClusterRole",
        ("rules", 0, "verbs", 0),
        None,
        "at rules[0].verbs[0]: `null` is null and must be a string",
    ),
    Edit("RoleBinding", ("roleRef",), {}, "at roleRef: `kind`, `name` are missing"),
    Edit("ClusterRoleBinding", ("subjects", 0, "nam"), "x", "at subjects[0]: `nam` is not a field"),
    Edit("PriorityClass", ("value",), "1000", "at value: `1000` is a string and must be an integer"),
    Edit(
        "PodDisruptionBudget",
        ("spec", "maxUnavailable"),
        0.5,
        "`0.5` is a number and must be a string or an integer",
    ),
    Edit("ValidatingAdmissionPolicy", ("spec", "validations", 0, "message"), 1, "must be a string"),
    Edit(
        "ValidatingAdmissionPolicyBinding",
        ("spec", "validationActions"),
        ["Deny", "Deny"],
        "holds an item twice",
    ),
    Edit(
        "MutatingAdmissionPolicy",
        ("spec", "mutations", 0),
        {},
        "at spec.mutations[0]: `patchType` is missing",
    ),
    Edit(
        "MutatingAdmissionPolicyBinding",
        ("spec", "validationActions"),
        ["Deny"],
        "`validationActions` is not a field",
    ),
    Edit("ClusterQueue", ("spec", "stopPolicy"), "Stop", "`Stop` is not one of `None`, `Hold`, `HoldAndDrain`"),
    Edit("Cohort", ("spec", "cohort"), "x", "at spec: `cohort` is not a field"),
    Edit("LocalQueue", ("spec", "clusterQueue"), "", "does not match"),
    Edit(
        "ResourceFlavor",
        ("spec", "nodeLabels"),
        {f"k{n}": "v" for n in range(9)},
        "it has 9 entries and may have `8`",
    ),
    Edit("Topology", ("spec", "levels"), [], "at spec.levels: it has 0 items and needs `1`"),
    Edit("WorkloadPriorityClass", ("description",), "d" * 2049, "has 2049 characters and may have `2048`"),
    Edit("AdmissionCheck", ("spec", "parameters", "name"), "A", "at spec.parameters.name: `A` does not match"),
    Edit(
        "Application",
        ("spec", "syncPolicy", "automated", "prune"),
        "yes",
        "`yes` is a string and must be a boolean",
    ),
    Edit("AppProject", ("spec", "role"), [], "`role` is not a field (did you mean `roles`?)"),
    Edit("PrometheusRule", ("spec", "groups", 0, "interval"), "30", "`30` does not match"),
)


def good_objects() -> list[Body]:
    """A fresh copy of every good object."""
    return list(yaml.load_all(OBJECTS, Loader=yaml.CSafeLoader))


def good(kind: str) -> Body:
    """The good object of `kind`."""
    (found,) = [body for body in good_objects() if body["kind"] == kind]
    return found


def edited(body: Body, path: tuple[str | int, ...], value: Any) -> Body:
    """A copy of `body` with `value` at `path`; the parents of the path must be there."""
    changed = deepcopy(body)
    place: Any = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed


def manifest(body: Body, source: str = "Tenant vision") -> Manifest:
    """The object as lowering hands it over."""
    meta = body["metadata"]
    key = ObjectKey(body["apiVersion"], body["kind"], meta.get("namespace", ""), meta["name"])
    return Manifest(key, body, source, "topic")
