"""What all scenes stand on: one fleet, one cluster, its classes, priorities, profile and role, as specs."""

DOMAIN = "tenants.example.com"
CLUSTER = "stage"
AS_OF = "2026-11-30"

SPECS = f"""\
apiVersion: tenantry.dev/v1alpha1
kind: Fleet
metadata: {{name: scenes}}
spec:
  domain: {DOMAIN}
  repository: {{url: https://git.example.com/platform/scenes.git}}
  argocd: {{version: "3.2", configuration: helmValues}}
  asOf: {AS_OF}
  owners: [{{group: platform}}]
  capacityManagers: [{{group: capacity}}]
  groupPrefix: "oidc:"
  protectedNamespaces: [kube-system, kueue-system, argocd]
  defaults: {{isolation: baseline, priority: normal}}
---
apiVersion: tenantry.dev/v1alpha1
kind: Cluster
metadata: {{name: {CLUSTER}}}
spec:
  kubernetes: "1.36"
  kueue: {{version: "0.19", configuration: helmValues}}
  argocd: {{server: "https://stage.example.com:6443", user: "system:serviceaccount:kube-system:argocd-manager"}}
  sharedNodes: 1
  network:
    pods: [10.64.0.0/12]
    services: [10.96.0.0/16]
    nodes: [10.10.0.0/22]
    dns: {{service: 10.96.0.10}}
    cni: cilium
---
apiVersion: tenantry.dev/v1alpha1
kind: PriorityLadder
metadata: {{name: standard}}
spec:
  priorities:
  - {{name: urgent, value: 100000}}
  - {{name: high, value: 10000}}
  - {{name: normal, value: 1000}}
  - {{name: scavenger, value: 0}}
---
apiVersion: tenantry.dev/v1alpha1
kind: WorkloadClass
metadata: {{name: training}}
spec: {{}}
---
apiVersion: tenantry.dev/v1alpha1
kind: WorkloadClass
metadata: {{name: batch}}
spec: {{defaultPriority: scavenger}}
---
apiVersion: tenantry.dev/v1alpha1
kind: WorkloadClass
metadata: {{name: inference}}
spec: {{borrows: false, defaultPriority: high}}
---
apiVersion: tenantry.dev/v1alpha1
kind: IsolationProfile
metadata: {{name: baseline}}
spec:
  podSecurity: baseline
  network:
    talksWithin: tenant
    egress:
    - {{to: 0.0.0.0/0, ports: [443/TCP], reason: package mirrors}}
  services: [ClusterIP]
  podDefaults: {{cpu: 1, memory: 4Gi}}
  unqueued: {{cpu: 16, memory: 64Gi}}
---
apiVersion: tenantry.dev/v1alpha1
kind: RoleProfile
metadata: {{name: developer}}
spec:
  rules:
  - {{verbs: [get, list, watch, create, update, patch, delete], resources: [jobs.batch, pods]}}
"""
