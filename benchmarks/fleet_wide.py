"""The documents that every generated fleet shares: the fleet itself, classes, profiles, roles, policies, addons.

Pure text. Sizes and numbers of tenants change nothing here.
"""

from collections.abc import Mapping
from types import MappingProxyType

_EGRESS = """\
    - to: 0.0.0.0/0
      except: [10.0.0.0/8, 100.64.0.0/10, 169.254.0.0/16, 172.16.0.0/12, 192.168.0.0/16]
      ports: [443/TCP]
      reason: package mirrors and model hubs
"""

FLEET_WIDE: Mapping[str, str] = MappingProxyType(
    {
        "clusters/fleet.yaml": """\
apiVersion: tenantry.dev/v1alpha1
kind: Fleet
metadata: {name: generated}
spec:
  domain: tenants.example.com
  repository: {url: https://git.example.com/platform/fleet.git, revision: main}
  argocd: {version: "3.4", namespace: argocd, configuration: helmValues}
  asOf: 2026-11-30
  currency: EUR
  owners: [{group: platform}]
  capacityManagers: [{group: capacity}]
  groupPrefix: "oidc:"
  protectedNamespaces: [kube-system, kueue-system, argocd, gpu-operator, monitoring, ingress-nginx]
  defaults: {isolation: baseline, priority: normal, costCenter: P-000, labels: {support: business-hours}}
---
apiVersion: tenantry.dev/v1alpha1
kind: PriorityLadder
metadata: {name: standard}
spec:
  priorities:
  - {name: urgent,    value: 100000, approvedBy: [{group: capacity}], description: incident or release}
  - {name: high,      value: 10000,  description: services and deadlines}
  - {name: normal,    value: 1000}
  - {name: scavenger, value: 0,      description: gives way to everything}
""",
        "clusters/classes.yaml": """\
apiVersion: tenantry.dev/v1alpha1
kind: WorkloadClass
metadata: {name: training}
spec: {defaultPriority: normal, maxRunTime: 7d, sharedAccelerators: false}
---
apiVersion: tenantry.dev/v1alpha1
kind: WorkloadClass
metadata: {name: inference}
spec: {borrows: false, defaultPriority: high}
---
apiVersion: tenantry.dev/v1alpha1
kind: WorkloadClass
metadata: {name: development}
spec: {defaultPriority: normal, maxRunTime: 12h}
---
apiVersion: tenantry.dev/v1alpha1
kind: WorkloadClass
metadata: {name: batch}
spec: {queueing: StrictFIFO, defaultPriority: scavenger, maxRunTime: 2d}
""",
        "clusters/isolation.yaml": f"""\
apiVersion: tenantry.dev/v1alpha1
kind: IsolationProfile
metadata: {{name: baseline}}
spec:
  podSecurity: baseline
  network:
    egress:
    - {{to: 10.20.0.0/16, ports: [443/TCP], reason: artifact store}}
{_EGRESS}    egressByProjects: {{within: [10.20.0.0/16, 10.30.0.0/16]}}
  images: [registry.example.com/, nvcr.io/nvidia/]
  podDefaults: {{cpu: 1, memory: 4Gi}}
  unqueued: {{cpu: 16, memory: 64Gi}}
---
apiVersion: tenantry.dev/v1alpha1
kind: IsolationProfile
metadata: {{name: strict}}
spec:
  podSecurity: restricted
  nodes: dedicated
  sharedAccelerators: false
  network:
    links: false
    egress:
    - {{to: 10.20.0.0/16, except: [10.20.9.0/24], ports: [443/TCP], reason: artifact store}}
    egressByProjects: {{within: [10.20.0.0/16]}}
  images: [registry.example.com/approved/]
  podDefaults: {{cpu: 1, memory: 4Gi}}
---
apiVersion: tenantry.dev/v1alpha1
kind: IsolationProfile
metadata: {{name: open-lab}}
spec:
  podSecurity: baseline
  network:
    talksWithin: tenant
    egress:
{_EGRESS}  services: [ClusterIP, LoadBalancer]
  podDefaults: {{cpu: 500m, memory: 2Gi}}
  unqueued: {{cpu: 4, memory: 16Gi}}
  counts: {{pods: 100, services: 20, services.loadbalancers: 1, configmaps: 100, secrets: 50}}
""",
        "clusters/roles.yaml": """\
apiVersion: tenantry.dev/v1alpha1
kind: RoleProfile
metadata: {name: viewer}
spec:
  rules:
  - {verbs: [get, list, watch], resources: [pods, pods/log, services, configmaps, persistentvolumeclaims, events]}
  - {verbs: [get, list, watch], resources: [jobs.batch, deployments.apps, resourcequotas, limitranges]}
  - {verbs: [get, list, watch], resources: [localqueues.kueue.x-k8s.io, workloads.kueue.x-k8s.io]}
---
apiVersion: tenantry.dev/v1alpha1
kind: RoleProfile
metadata: {name: developer}
spec:
  extends: viewer
  rules:
  - {verbs: [create, update, patch, delete], resources: [jobs.batch, pods, services, configmaps]}
  - {verbs: [create], resources: [pods/exec, pods/portforward]}
---
apiVersion: tenantry.dev/v1alpha1
kind: RoleProfile
metadata: {name: operator}
spec:
  extends: developer
  rules:
  - {verbs: [create, update, patch, delete], resources: [deployments.apps, statefulsets.apps, cronjobs.batch]}
  - {verbs: [get, update, patch], resources: [deployments.apps/scale, statefulsets.apps/scale]}
---
apiVersion: tenantry.dev/v1alpha1
kind: RoleProfile
metadata: {name: admin}
spec:
  extends: operator
  rules:
  - {verbs: [get, list, watch, create, update, patch, delete], resources: [secrets]}
""",
        "clusters/policies.yaml": """\
apiVersion: tenantry.dev/v1alpha1
kind: Policy
metadata: {name: confidential-is-strict}
spec:
  description: Who holds confidential data runs on nodes of their own.
  scope: program
  match: {kinds: [Tenant]}
  expression: "!('data' in subject.labels) || subject.labels['data'] != 'confidential' || subject.isolation == 'strict'"
  message: A tenant with the label data=confidential needs the isolation profile strict.
  examples:
    mustPass:
    - {name: confidential and strict, subject: {name: a, isolation: strict, labels: {data: confidential}}}
    mustFail:
    - {name: confidential in the lab, subject: {name: a, isolation: open-lab, labels: {data: confidential}}}
---
apiVersion: tenantry.dev/v1alpha1
kind: Policy
metadata: {name: images-name-a-version}
spec:
  description: An image without a version is another program tomorrow.
  scope: admission
  match: {resources: [pods], operations: [CREATE]}
  expression: "object.spec.containers.all(c, c.image.matches('(:[^:/@]+|@sha256:[0-9a-f]{64})$'))"
  message: Every image needs a tag or a digest.
  examples:
    mustPass:
    - {name: a tag, object: {spec: {containers: [{name: main, image: "registry.example.com/train:1.4.2"}]}}}
    mustFail:
    - {name: no tag, object: {spec: {containers: [{name: main, image: registry.example.com/train}]}}}
""",
        "clusters/addons.yaml": """\
apiVersion: tenantry.dev/v1alpha1
kind: Addon
metadata: {name: queue-alerts}
spec:
  description: Tells a project that its work has waited for half a day.
  for: project
  template: |
    {% if project.queues %}
    apiVersion: monitoring.coreos.com/v1
    kind: PrometheusRule
    metadata:
      name: queue-alerts
    spec:
      groups:
      - name: queue-alerts
        rules:
        - alert: WorkIsWaiting
          expr: sum(kueue_pending_workloads{cluster_queue=~"[^.]+[.]{{ tenant.name }}[.]{{ project.name }}[.].+"}) > 0
          for: 12h
          labels:
            severity: info
            tenant: {{ tenant.name }}
          annotations:
            summary: Work in {{ project.namespace }} has waited for 12 hours
    {% endif %}
""",
    }
)
