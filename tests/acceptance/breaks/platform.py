"""Breaks of what the platform owns: versions, Kueue, roles, and its own namespaces."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, document
from tests.acceptance.breaks.files import FLEET, LAB, PROD, ROLES, projects, tenant


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
    "TN469": (
        Break(
            "an integration is added and its operator forgotten",
            Change(
                PROD,
                "    podsReadyTimeout: 30m",
                "    integrations: [job, pod, deployment, statefulset, jobset]\n    podsReadyTimeout: 30m",
            ),
            at="integrations: [job, pod, deployment, statefulset, jobset]",
        ),
        Break(
            "the operator of something else is named",
            Change(
                LAB,
                "configuration: configMap}",
                "configuration: configMap, integrations: [job, pod, deployment, statefulset, rayjob], "
                "operators: ['system:serviceaccount:jobset-system:jobset-controller-manager']}",
            ),
            at="integrations: [job, pod, deployment, statefulset, rayjob]",
        ),
        Break(
            "a new cluster with two operators, of which one is named",
            Append(
                "clusters/edge/cluster.yaml",
                _cluster(
                    "edge",
                    "1.36",
                    "{version: '0.19', integrations: [job, pod, deployment, statefulset, mpijob, sparkapplication], "
                    "operators: ['system:serviceaccount:mpi-operator:mpi-operator']}",
                ),
            ),
            at="integrations:",
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
