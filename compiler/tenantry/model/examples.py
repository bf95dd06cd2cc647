"""One example document per kind, for the reference pages. Pure text; each loads without a diagnostic.

They show what is usually written, not every field.
"""

from collections.abc import Mapping
from types import MappingProxyType

EXAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "Fleet": """\
apiVersion: tenantry.dev/v1alpha1
kind: Fleet
metadata: {name: example}
spec:
  domain: tenants.example.com
  repository: {url: https://git.example.com/platform/fleet.git, revision: main}
  argocd: {version: "3.2", namespace: argocd, configuration: helmValues}
  asOf: 2026-11-30
  currency: EUR
  owners: [{group: platform}]
  capacityManagers: [{group: capacity}]
  groupPrefix: "oidc:"
  protectedNamespaces: [kube-system, kueue-system, argocd, gpu-operator]
  defaults: {isolation: baseline, priority: normal}
""",
        "Cluster": """\
apiVersion: tenantry.dev/v1alpha1
kind: Cluster
metadata: {name: prod-a, labels: {environment: production, region: eu-1}}
spec:
  kubernetes: "1.36"
  kueue: {version: "0.19", configuration: helmValues, podsReadyTimeout: 30m}
  argocd:
    server: https://prod-a.example.com:6443
    user: "system:serviceaccount:kube-system:argocd-manager"
  sharedNodes: 2
  network:
    pods: [10.64.0.0/12]
    services: [10.96.0.0/16]
    nodes: [10.10.0.0/22]
    dns: {service: 10.96.0.10, nodeLocal: 169.254.20.10}
    cni: cilium
    ingressNamespaces: [ingress-nginx]
    monitoringNamespaces: [monitoring]
  storageClasses: {fast: local-nvme, shared: cephfs}
""",
        "Pool": """\
apiVersion: tenantry.dev/v1alpha1
kind: Pool
metadata: {name: h100-train}
spec:
  cluster: prod-a
  nodes: 16
  node: {cpu: 192, memory: 2Ti, ephemeralStorage: 24Ti, devices: {rdma/hca: 8}}
  systemReserved: {cpu: 8, memory: 64Gi}
  accelerator: {vendor: nvidia, model: H100-SXM5-80GB, memory: 80Gi, perNode: 8, driver: "580"}
  topology: [example.com/block, example.com/rack, kubernetes.io/hostname]
  classes: [training]
  spares: {units: 8, reason: one spare node}
  price: 2.60
""",
        "WorkloadClass": """\
apiVersion: tenantry.dev/v1alpha1
kind: WorkloadClass
metadata: {name: training}
spec:
  queueing: BestEffortFIFO
  borrows: true
  withinClusterQueue: LowerPriority
  defaultPriority: normal
  maxRunTime: 7d
""",
        "PriorityLadder": """\
apiVersion: tenantry.dev/v1alpha1
kind: PriorityLadder
metadata: {name: standard}
spec:
  priorities:
  - {name: urgent,    value: 100000, approvedBy: [{group: capacity}], description: incident or release}
  - {name: high,      value: 10000}
  - {name: normal,    value: 1000}
  - {name: scavenger, value: 0,      description: gives way to everything}
""",
        "IsolationProfile": """\
apiVersion: tenantry.dev/v1alpha1
kind: IsolationProfile
metadata: {name: strict}
spec:
  podSecurity: restricted
  nodes: dedicated
  sharedAccelerators: false
  network:
    talksWithin: project
    links: false
    egress:
    - {to: 10.20.0.0/16, except: [10.20.9.0/24], ports: [443/TCP], reason: artifact store}
    egressByProjects: {within: [10.20.0.0/16]}
  images: [registry.example.com/approved/]
  services: [ClusterIP]
  podDefaults: {cpu: 1, memory: 4Gi}
  unqueued: {cpu: 0, memory: 0}
  counts: {pods: 500, services: 50, configmaps: 200, secrets: 200, jobs.batch: 300}
""",
        "RoleProfile": """\
apiVersion: tenantry.dev/v1alpha1
kind: RoleProfile
metadata: {name: developer}
spec:
  extends: viewer
  rules:
  - {verbs: [create, update, patch, delete], resources: [jobs.batch, pods, services, configmaps]}
  - {verbs: [create], resources: [pods/exec, pods/portforward]}
""",
        "Policy": """\
apiVersion: tenantry.dev/v1alpha1
kind: Policy
metadata: {name: two-owners}
spec:
  description: A request is answered while one owner is away.
  scope: program
  match: {kinds: [Tenant]}
  expression: size(subject.owners) >= 2
  message: a tenant needs two owners
  messageExpression: "'tenant ' + subject.name + ' has one owner and needs two'"
  severity: warning
  examples:
    mustPass:
    - name: two groups
      subject: {name: vision, owners: [{group: vision-leads}, {group: research-leads}]}
    mustFail:
    - name: one group
      subject: {name: vision, owners: [{group: vision-leads}]}
  waivers:
  - {subject: Tenant nlp, until: 2027-01-31, reason: second lead starts in February}
""",
        "Addon": """\
apiVersion: tenantry.dev/v1alpha1
kind: Addon
metadata: {name: registry-mirror}
spec:
  description: Tells pods where the registry mirror is.
  for: project
  template: |
    apiVersion: v1
    kind: ConfigMap
    metadata:
      name: registry-mirror
    data:
      mirror: registry.example.com
""",
        "Tenant": """\
apiVersion: tenantry.dev/v1alpha1
kind: Tenant
metadata: {name: vision}
spec:
  displayName: Computer vision
  parent: research
  owners: [{group: vision-leads}]
  costCenter: R-110
  priorities: [high, normal, scavenger]
  members:
  - {group: vision-engineers, role: developer}
  - {group: vision-leads,     role: admin}
  quota:
  - {pool: h100-train,  guaranteed: 24, borrow: 32, weight: 2}
  - {pool: h100-infer,  guaranteed: 4}
  - {pool: h100-slices, guaranteed: 7, borrow: 14}
""",
        "Project": """\
apiVersion: tenantry.dev/v1alpha1
kind: Project
metadata: {tenant: vision, name: detection}
spec:
  classes: [training, development]
  quota:
  - {pool: h100-train, guaranteed: 8}
  volumes:
  - {name: datasets, storage: shared, size: 40Ti, access: ReadWriteMany}
  storage: {shared: 50Ti, fast: 2Ti}
  serviceAccounts: [{name: trainer}, {name: launcher, token: true}]
""",
        "Grant": """\
apiVersion: tenantry.dev/v1alpha1
kind: Grant
metadata: {tenant: vision, name: cvpr-deadline}
spec:
  pool: h100-train
  units: 16
  from: 2026-11-20
  until: 2026-12-05
  reason: conference deadline
  ticket: CAP-311
""",
        "Link": """\
apiVersion: tenantry.dev/v1alpha1
kind: Link
metadata: {tenant: vision, name: features}
spec: {from: vision/detection, to: search/ranking, ports: [8080/TCP]}
""",
    }
)
"""YAML text by kind, in the order of the kinds."""
