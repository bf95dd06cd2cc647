"""Breaks of what the platform owns: versions, Kueue, profiles, roles, and its own namespaces."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, document
from tests.acceptance.breaks.files import FLEET, LAB, LAB_POOLS, PROD, PROD_POOLS, PROFILES, ROLES, projects, tenant


def _profile(name: str, spec: str) -> str:
    return document("IsolationProfile", f"{{name: {name}}}", f"{{{spec}}}")


def _rule(verbs: str, resources: str) -> str:
    return f"  - {{verbs: [{verbs}], resources: [{resources}]}}\n"


def _cluster(name: str, kubernetes: str, kueue: str) -> str:
    return document(
        "Cluster",
        f"{{name: {name}}}",
        f"  kubernetes: '{kubernetes}'\n  kueue: {kueue}\n  argocd: {{server: 'https://c.example.com', user: argo}}\n"
        "  network: {pods: [10.64.0.0/12], services: [10.96.0.0/16], nodes: [10.10.0.0/22],"
        " dns: {service: 10.96.0.10}, cni: cilium}",
    )


_DEVELOPER = "  - {verbs: [create], resources: [pods/exec, pods/portforward]}\n"

BREAKS: Breaks = {
    "TN465": (
        Break("a Kubernetes that is too old", Change(LAB, 'kubernetes: "1.34"', 'kubernetes: "1.32"'), at="1.32"),
        Break("a Kueue that is too new", Change(PROD, 'version: "0.19"', 'version: "0.20"'), at='version: "0.20"'),
        Break("an Argo CD that is too old", Change(FLEET, 'version: "3.2"', 'version: "2.14"'), at='version: "2.14"'),
        Break(
            "a new cluster with an old Kueue",
            Append("clusters/edge/cluster.yaml", _cluster("edge", "1.36", "{version: '0.10'}")),
            at="version: '0.10'",
        ),
    ),
    "TN466": (
        Break(
            "fair sharing is switched off",
            Change(PROD, "    podsReadyTimeout: 30m", "    fairSharing: false\n    podsReadyTimeout: 30m"),
            at="fairSharing: false",
        ),
        Break(
            "fair sharing is not there in the lab",
            Change(LAB, "configuration: configMap}", "configuration: configMap, fairSharing: false}"),
            at="fairSharing: false",
        ),
        Break(
            "a new cluster without fair sharing",
            Append("clusters/edge/cluster.yaml", _cluster("edge", "1.36", "{version: '0.19', fairSharing: false}")),
            at="fairSharing: false",
        ),
    ),
    "TN467": (
        Break(
            "only jobs are queued",
            Change(PROD, "    podsReadyTimeout: 30m", "    integrations: [job]\n    podsReadyTimeout: 30m"),
            at="integrations: [job]",
        ),
        Break(
            "operators are added and the others forgotten",
            Change(LAB, "configuration: configMap}", "configuration: configMap, integrations: [job, pytorchjob]}"),
            at="integrations: [job, pytorchjob]",
        ),
        Break(
            "a new cluster without pods",
            Append(
                "clusters/edge/cluster.yaml",
                _cluster("edge", "1.36", "{version: '0.19', integrations: [job, deployment, statefulset]}"),
            ),
            at="integrations:",
        ),
    ),
    "TN473": (
        Break(
            "a pool shared in turns is opened to every profile",
            Change(LAB_POOLS, "  profiles: [open-lab]\n", ""),
            at="sharing: {timeSlicing",
        ),
        Break(
            "slices become turns",
            Change(
                PROD_POOLS,
                "sharing: {mig: {profile: 1g.10gb, perAccelerator: 7}}",
                "sharing: {timeSlicing: {replicas: 7}}",
            ),
            at="sharing: {timeSlicing: {replicas: 7}}",
        ),
        Break(
            "a new pool shared at the same time",
            Append(
                LAB_POOLS,
                document(
                    "Pool",
                    "{name: l4-mps}",
                    "  cluster: lab-b\n  nodes: 1\n  node: {cpu: 64, memory: 256Gi, ephemeralStorage: 2Ti}\n"
                    "  accelerator: {vendor: nvidia, model: L4, perNode: 4, sharing: {mps: {replicas: 4}}}\n"
                    "  classes: [development]\n  price: 1",
                ),
            ),
            at="mps:",
        ),
    ),
    "TN480": (
        Break(
            "members may write queues",
            Change(ROLES, _DEVELOPER, _DEVELOPER + _rule("create", "localqueues.kueue.x-k8s.io")),
            at="localqueues.kueue.x-k8s.io]}\n---",
        ),
        Break(
            "members may open their network",
            Change(ROLES, "resources: [secrets]", "resources: [secrets, networkpolicies.networking.k8s.io]"),
            at="networkpolicies",
        ),
        Break(
            "members may bind pods to nodes",
            Change(
                ROLES,
                "resources: [pods/exec, pods/portforward]",
                "resources: [pods/exec, pods/portforward, pods/binding]",
            ),
            at="pods/binding",
        ),
        Break(
            "a new role writes the status of jobs",
            Append(
                ROLES,
                document(
                    "RoleProfile",
                    "{name: finisher}",
                    "{extends: viewer, rules: [{verbs: [patch], resources: [jobs.batch/status]}]}",
                ),
            ),
            at="jobs.batch/status",
        ),
    ),
    "TN481": (
        Break(
            "members may look at nodes",
            Change(ROLES, "serviceaccounts, events]", "serviceaccounts, events, nodes]"),
            at="events, nodes]",
        ),
        Break(
            "members may look at queues of the cluster",
            Change(ROLES, "workloads.kueue.x-k8s.io]", "workloads.kueue.x-k8s.io, clusterqueues.kueue.x-k8s.io]"),
            at="clusterqueues",
        ),
        Break(
            "a new role for volumes of the cluster",
            Append(
                ROLES,
                document("RoleProfile", "{name: disks}", "{rules: [{verbs: [get], resources: [persistentvolumes]}]}"),
            ),
            at="persistentvolumes",
        ),
    ),
    "TN482": (
        Break(
            "a group is named twice",
            Change(tenant("search"), "  - {user: dana", "  - {group: search-oncall, role: operator}\n  - {user: dana"),
            at="{group: search-oncall, role: operator}",
        ),
        Break(
            "a project names a group of its tenant again",
            Change(
                projects("vision"),
                "  - {group: vision-oncall, role: operator}",
                "  - {group: vision-engineers, role: developer}",
            ),
            at="vision-engineers",
        ),
        Break(
            "a tenant names the group that a project named",
            Change(
                tenant("vision"),
                "  - {group: vision-leads,     role: admin}",
                "  - {group: vision-leads,     role: admin}\n  - {group: vision-oncall, role: operator}",
            ),
            at=(projects("vision"), "vision-oncall"),
        ),
        Break(
            "a user is written again",
            Change(
                tenant("search"),
                "  - {user: dana@example.com,  role: viewer}",
                "  - {user: dana@example.com,  role: viewer}\n  - {user: dana@example.com, role: viewer}",
            ),
            at="{user: dana@example.com, role",
        ),
    ),
    "TN483": (
        Break(
            "the slash at the end of a registry is missing",
            Change(PROFILES, "images: [registry.example.com/, nvcr", "images: [registry.example.com, nvcr"),
            at="images: [registry.example.com, nvcr",
        ),
        Break(
            "a folder of a registry without its slash",
            Change(PROFILES, "images: [registry.example.com/approved/]", "images: [registry.example.com/approved]"),
            at="registry.example.com/approved]",
        ),
        Break(
            "a new profile with half a name",
            Append(PROFILES, _profile("research-only", "podSecurity: baseline, images: [quay.io/team]")),
            at="quay.io/team",
        ),
    ),
    "TN484": (
        Break(
            "privileged pods on shared nodes",
            Change(
                PROFILES, "podSecurity: baseline                    #", "podSecurity: privileged                  #"
            ),
            at="podSecurity: privileged",
        ),
        Break(
            "the strictest profile is turned around",
            Change(PROFILES, "  podSecurity: baseline\n", "  podSecurity: privileged\n"),
            at="podSecurity: privileged",
        ),
        Break(
            "a new profile for debugging",
            Append(PROFILES, _profile("debug", "podSecurity: privileged, nodes: shared")),
            at="podSecurity: privileged",
        ),
    ),
    "TN485": (
        Break(
            "load balancers are allowed, and none counted",
            Change(PROFILES, "services.loadbalancers: 1", "services.loadbalancers: 0"),
            at="services: [ClusterIP, LoadBalancer]",
        ),
        Break(
            "node ports are allowed where none are counted",
            Change(
                PROFILES,
                "  services: [ClusterIP]\n  podDefaults: {cpu: 1, memory: 4Gi}\n  unqueued: {cpu: 0, memory: 0}            # none on dedicated nodes\n"
                "  counts: {pods: 500,",
                "  services: [ClusterIP, NodePort]\n  podDefaults: {cpu: 1, memory: 4Gi}\n  unqueued: {cpu: 0, memory: 0}            # none on dedicated nodes\n"
                "  counts: {services.nodeports: 0, pods: 500,",
            ),
            at="services: [ClusterIP, NodePort]",
        ),
        Break(
            "a new profile with a type that it counts out",
            Append(
                PROFILES,
                _profile(
                    "edge", "podSecurity: baseline, services: [LoadBalancer], counts: {services.loadbalancers: 0}"
                ),
            ),
            at="services: [LoadBalancer]",
        ),
    ),
    "TN486": (
        Break(
            "a tenant without pools turns to dedicated nodes",
            Change(tenant("portal"), "  clusters: [prod-a]", "  isolation: strict\n  clusters: [prod-a]"),
            at="isolation: strict",
        ),
        Break(
            "a new tenant wants nodes that nobody gave it",
            Append(
                "tenants/audit/tenant.yaml",
                document(
                    "Tenant",
                    "{name: audit}",
                    "  displayName: Audit\n  owners: [{group: audit}]\n  isolation: strict\n  clusters: [lab-b]",
                ),
            ),
            Append(
                "tenants/audit/projects.yaml", document("Project", "{tenant: audit, name: books}", "{classes: [batch]}")
            ),
            at="isolation: strict",
        ),
        Break(
            "a new profile of dedicated nodes for a tenant of shared ones",
            Append(
                PROFILES,
                _profile(
                    "own-nodes",
                    "podSecurity: baseline, nodes: dedicated, network: {egressByProjects: {within: [10.20.0.0/16]}}",
                ),
            ),
            Change(tenant("portal"), "  clusters: [prod-a]", "  isolation: own-nodes\n  clusters: [prod-a]"),
            at=(tenant("portal"), "isolation: own-nodes"),
        ),
    ),
    "TN487": (
        Break(
            "cores for pods without a queue that are refused",
            Change(PROFILES, "unqueued: {cpu: 0, memory: 0}", "unqueued: {cpu: 4, memory: 0}"),
            at="unqueued: {cpu: 4, memory: 0}",
        ),
        Break(
            "a new profile of dedicated nodes is copied from one of shared ones",
            Append(
                PROFILES,
                _profile("own-nodes", "podSecurity: baseline, nodes: dedicated, unqueued: {cpu: 8, memory: 32Gi}"),
            ),
            at="unqueued: {cpu: 8",
        ),
        Break(
            "memory for a single pod",
            Change(PROFILES, "memory: 0}            # none", "memory: 100Mi}        # none"),
            at="memory: 100Mi",
        ),
    ),
    "TN497": (
        Break(
            "Kueue's namespace is not protected any more",
            Change(FLEET, "[kube-system, kueue-system, argocd,", "[kube-system, argocd,"),
            at="protectedNamespaces",
        ),
        Break(
            "Argo CD moves to a namespace that is not protected",
            Change(FLEET, "namespace: argocd,", "namespace: gitops,"),
            at="protectedNamespaces",
        ),
        Break(
            "Kueue of one cluster moves",
            Change(LAB, 'kueue: {version: "0.17",', 'kueue: {version: "0.17", namespace: queueing,'),
            at=(FLEET, "protectedNamespaces"),
        ),
        Break(
            "nothing is protected",
            Change(
                FLEET,
                "  protectedNamespaces: [kube-system, kueue-system, argocd, gpu-operator, monitoring, ingress-nginx]\n",
                "  protectedNamespaces: []\n",
            ),
            at="protectedNamespaces",
        ),
    ),
}
