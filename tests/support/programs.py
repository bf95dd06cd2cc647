"""Programs for tests, made from spec text by the real front end: a small fleet, and the same with documents changed."""

from datetime import date
from typing import Any

import yaml

from tenantry.diagnostics import FilePlace
from tenantry.model.load import load_tree
from tenantry.program import Before, Program
from tenantry.resolve import Placed, Resolution, resolve

CLUSTERS = """
kind: Fleet
metadata: {name: example}
spec:
  domain: tenants.example.com
  repository: {url: https://git.example.com/platform/fleet.git}
  argocd: {version: "3.2", configuration: helmValues}
  asOf: "2026-11-30"
  owners: [{group: platform}]
  capacityManagers: [{group: capacity}]
  groupPrefix: "oidc:"
  protectedNamespaces: [kube-system, kueue-system, argocd]
  defaults: {isolation: baseline, priority: normal}
---
kind: PriorityLadder
metadata: {name: standard}
spec:
  priorities:
  - {name: urgent, value: 100000, approvedBy: [{group: capacity}]}
  - {name: high, value: 10000}
  - {name: normal, value: 1000}
  - {name: scavenger, value: 0}
---
kind: Cluster
metadata: {name: prod-a, labels: {environment: production}}
spec:
  kubernetes: "1.36"
  kueue: {version: "0.19", configuration: helmValues}
  argocd: {server: "https://prod-a.example.com:6443", user: "system:serviceaccount:kube-system:argocd-manager"}
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
---
kind: Pool
metadata: {name: h100-train}
spec:
  cluster: prod-a
  nodes: 16
  node: {cpu: 192, memory: 2Ti, ephemeralStorage: 24Ti, devices: {rdma/hca: 8}}
  systemReserved: {cpu: 8, memory: 64Gi}
  accelerator: {vendor: nvidia, model: H100-SXM5-80GB, memory: 80Gi, perNode: 8}
  topology: [example.com/block, example.com/rack, kubernetes.io/hostname]
  classes: [training]
  spares: {units: 8, reason: one spare node}
  price: 2.60
---
kind: Pool
metadata: {name: h100-infer}
spec:
  cluster: prod-a
  nodes: 1
  node: {cpu: 192, memory: 2Ti, ephemeralStorage: 24Ti}
  accelerator: {vendor: nvidia, model: H100-SXM5-80GB, perNode: 8}
  classes: [inference]
  price: 2.90
---
kind: Pool
metadata: {name: h100-slices}
spec:
  cluster: prod-a
  nodes: 1
  node: {cpu: 192, memory: 2Ti, ephemeralStorage: 24Ti}
  accelerator:
    vendor: nvidia
    model: H100-SXM5-80GB
    perNode: 8
    sharing: {mig: {profile: 1g.10gb, perAccelerator: 7}}
  classes: [development]
  price: 0.37
---
kind: Pool
metadata: {name: h100-finance}
spec:
  cluster: prod-a
  nodes: 1
  node: {cpu: 192, memory: 2Ti, ephemeralStorage: 24Ti}
  accelerator: {vendor: nvidia, model: H100-SXM5-80GB, perNode: 8}
  classes: [training, inference]
  dedicatedTo: finance
  profiles: [strict]
  price: 3.10
---
kind: Pool
metadata: {name: cpu}
spec:
  cluster: prod-a
  nodes: 4
  node: {cpu: 64, memory: 256Gi, ephemeralStorage: 2Ti}
  systemReserved: {cpu: 4, memory: 16Gi}
  classes: [training]
  price: 0.04
---
kind: WorkloadClass
metadata: {name: training}
spec: {defaultPriority: normal, maxRunTime: 7d}
---
kind: WorkloadClass
metadata: {name: inference}
spec: {borrows: false, defaultPriority: high}
---
kind: WorkloadClass
metadata: {name: development}
spec: {maxRunTime: 12h}
---
kind: IsolationProfile
metadata: {name: baseline}
spec:
  podSecurity: baseline
  network:
    talksWithin: tenant
    egress:
    - {to: 0.0.0.0/0, ports: [443/TCP], reason: package mirrors}
    egressByProjects: {within: [10.20.0.0/16]}
  services: [ClusterIP, LoadBalancer]
  podDefaults: {cpu: 1, memory: 4Gi}
  unqueued: {cpu: 16, memory: 64Gi}
---
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
---
kind: RoleProfile
metadata: {name: viewer}
spec:
  rules:
  - verbs: [get, list, watch]
    resources: [pods, pods/log, jobs.batch, services, configmaps, localqueues.kueue.x-k8s.io]
---
kind: RoleProfile
metadata: {name: developer}
spec:
  extends: viewer
  rules:
  - {verbs: [create, update, patch, delete], resources: [jobs.batch, pods, services, configmaps]}
  - {verbs: [create], resources: [pods/exec, pods/portforward]}
---
kind: RoleProfile
metadata: {name: admin}
spec:
  extends: developer
"""

TENANTS = """
kind: Tenant
metadata: {name: research}
spec:
  displayName: Research
  owners: [{group: research-leads}]
  costCenter: R-100
  quota:
  - {pool: h100-train, guaranteed: 72, borrow: 16}
---
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
  - {group: vision-leads, role: admin}
  quota:
  - {pool: h100-train, guaranteed: 24, borrow: 32, weight: 2}
  - {pool: h100-infer, guaranteed: 4}
  - {pool: h100-slices, guaranteed: 7, borrow: 14}
---
kind: Project
metadata: {tenant: vision, name: detection}
spec:
  classes: [training, development]
  quota:
  - {pool: h100-train, guaranteed: 8}
  volumes:
  - {name: datasets, storage: shared, size: 40Ti, access: ReadWriteMany}
  serviceAccounts: [{name: trainer}]
---
kind: Project
metadata: {tenant: vision, name: serving}
spec:
  classes: [inference]
  quota:
  - {pool: h100-infer, class: inference, guaranteed: 4}
---
kind: Grant
metadata: {tenant: vision, name: cvpr-deadline}
spec:
  {pool: h100-train, units: 16, from: "2026-11-20", until: "2026-12-05", reason: conference deadline, ticket: CAP-311}
---
kind: Link
metadata: {tenant: vision, name: features}
spec: {from: vision/detection, to: search/ranking, ports: [8080/TCP]}
---
kind: Tenant
metadata: {name: nlp}
spec:
  displayName: Language
  parent: research
  owners: [{group: nlp-leads}]
  costCenter: R-120
  priorities: [high, normal]
  quota:
  - {pool: h100-train, guaranteed: 40}
---
kind: Project
metadata: {tenant: nlp, name: pretraining}
spec:
  classes: [training]
---
kind: Tenant
metadata: {name: search}
spec:
  displayName: Search
  owners: [{group: search-leads}]
  members:
  - {user: ada@example.com, role: viewer}
  priorities: [high, normal]
  quota:
  - {pool: h100-train, guaranteed: 24, lend: 16}
  - {pool: cpu, guaranteed: 60}
---
kind: Project
metadata: {tenant: search, name: ranking}
spec:
  classes: [training]
  quota:
  - {pool: cpu, class: training, guaranteed: 20}
  egress:
  - {to: 10.20.4.0/24, ports: [443/TCP, 9000-9100/TCP], reason: feature store}
---
kind: Link
metadata: {tenant: search, name: features}
spec: {from: vision/detection, to: search/ranking, ports: [8080/TCP, 9090/TCP]}
---
kind: Tenant
metadata: {name: finance}
spec:
  displayName: Finance
  owners: [{group: finance-leads}]
  isolation: strict
  priorities: [high, normal]
  members:
  - {group: finance-quants, role: developer}
---
kind: Project
metadata: {tenant: finance, name: risk}
spec:
  classes: [training, inference]
  quota:
  - {pool: h100-finance, guaranteed: 2}
  - {pool: h100-finance, class: inference, guaranteed: 4}
  volumes:
  - {name: ledger, storage: fast, size: 500Gi}
"""

Trees = dict[tuple[str, str, str], dict[str, Any]]
"""Documents by kind, tenant and name."""


def small_trees() -> Trees:
    """The documents of the small fleet as plain trees; change them freely."""
    trees: Trees = {}
    for text in (CLUSTERS, TENANTS):
        for tree in yaml.safe_load_all(text):
            metadata = tree["metadata"]
            trees[tree["kind"], metadata.get("tenant", ""), metadata["name"]] = {
                "apiVersion": "tenantry.dev/v1alpha1",
                **tree,
            }
    return trees


def spec_of(trees: Trees, kind: str, name: str, tenant: str = "") -> dict[str, Any]:
    """The spec of one document, to change."""
    spec: dict[str, Any] = trees[kind, tenant, name]["spec"]
    return spec


def resolution_of(trees: Trees, before: Before | None = None) -> Resolution:
    """What the front end makes of documents; every document stands in a file where it may."""
    placed = []
    for index, ((kind, tenant, name), tree) in enumerate(trees.items()):
        owner = name if kind == "Tenant" else tenant
        file = {"Tenant": "tenant", "Grant": "grants"}.get(kind, "rest")
        place = FilePlace(f"tenants/{owner}/{file}.yaml" if owner else "clusters/fleet.yaml", index)
        document, found = load_tree(tree, place)
        assert document is not None, found
        placed.append(Placed(document, place))
    return resolve(placed, (), before or Before())


def program_of(trees: Trees, before: Before | None = None) -> Program:
    """The program of documents that are all fine."""
    resolution = resolution_of(trees, before)
    assert resolution.diagnostics == (), resolution.diagnostics
    assert resolution.program is not None
    return resolution.program


def small_program(before: Before | None = None) -> Program:
    """One cluster, five pools, five tenants; the numbers of the documentation's running example."""
    return program_of(small_trees(), before)


AS_OF = date(2026, 11, 30)
"""The date of the small fleet."""
