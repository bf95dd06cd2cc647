"""Breaks of names that clash, are taken, or do not fit."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, document
from tests.acceptance.breaks.files import CLASSES, FLEET, LAB, LAB_POOLS, PROD, PROD_POOLS, projects

_LONG = "of-a-length-that-nobody-would-like-to-type-more-than-once"


def _pool(name: str, classes: str) -> str:
    return document(
        "Pool",
        f"{{name: {name}}}",
        "  cluster: lab-b\n  nodes: 1\n  node: {cpu: 64, memory: 256Gi, ephemeralStorage: 2Ti}\n"
        f"  classes: [{classes}]\n  price: 1",
    )


def _team(name: str, more: str = "clusters: [prod-a]") -> str:
    return document("Tenant", f"{{name: {name}}}", f"{{displayName: Team, owners: [{{group: team}}], {more}}}")


def _project(tenant: str, name: str) -> str:
    return document("Project", f"{{tenant: {tenant}, name: {name}}}", "{classes: [development]}")


BREAKS: Breaks = {
    "TN408": (
        Break(
            "a new pool with a long name serves a class",
            Append(LAB_POOLS, _pool(f"pool-{_LONG}", "development")),
            at="classes: [development]",
        ),
        Break(
            "a new pool with a long name serves several classes",
            Append("clusters/lab-b/more.yaml", _pool(f"pool-{_LONG}", "development, training, inference")),
            at="metadata:",
        ),
        Break(
            "a new class with a long name is served by several pools",
            Append(CLASSES, document("WorkloadClass", f"{{name: class-{_LONG}}}", "{maxRunTime: 1d}")),
            Change(PROD_POOLS, "classes: [inference, batch]", f"classes: [inference, batch, class-{_LONG}]"),
            Change(PROD_POOLS, "classes: [batch]", f"classes: [batch, class-{_LONG}]"),
            at=f"metadata: {{name: class-{_LONG}}}",
        ),
    ),
    "TN409": (
        Break(
            "a dash moves from the project to the tenant",
            Append("tenants/search-ranking/tenant.yaml", _team("search-ranking")),
            Append("tenants/search-ranking/projects.yaml", _project("search-ranking", "a")),
            Append(projects("search"), _project("search", "ranking-a")),
            at=(projects("search"), "metadata: {tenant: search, name: ranking-a}"),
        ),
        Break(
            "a team below a department is named like a project of it",
            Append("tenants/education-labs/tenant.yaml", _team("education-labs", "parent: education")),
            Append("tenants/education-labs/projects.yaml", _project("education-labs", "physics")),
            Append(projects("education"), _project("education", "labs-physics")),
            at=("tenants/education-labs/projects.yaml", "metadata:"),
        ),
        Break(
            "two new teams, one the beginning of the other",
            Append("tenants/open/tenant.yaml", _team("open", "clusters: [lab-b]")),
            Append("tenants/open/projects.yaml", _project("open", "lab-shell")),
            Append("tenants/open-lab/tenant.yaml", _team("open-lab", "clusters: [lab-b]")),
            Append("tenants/open-lab/projects.yaml", _project("open-lab", "shell")),
            at=("tenants/open-lab/projects.yaml", "metadata:"),
        ),
    ),
    "TN410": (
        Break(
            "a project would have the namespace of Kueue",
            Append("tenants/kueue/tenant.yaml", _team("kueue")),
            Append("tenants/kueue/projects.yaml", _project("kueue", "system")),
            at=("tenants/kueue/projects.yaml", "metadata:"),
        ),
        Break(
            "every project of a tenant would have a namespace of the system",
            Append("tenants/kube/tenant.yaml", _team("kube")),
            Append("tenants/kube/projects.yaml", _project("kube", "one")),
            Append("tenants/kube/projects.yaml", _project("kube", "two")),
            at=("tenants/kube/tenant.yaml", "metadata:"),
        ),
        Break(
            "the fleet protects a namespace that a project has",
            Change(FLEET, "monitoring, ingress-nginx]", "monitoring, ingress-nginx, vision-detection]"),
            at="protectedNamespaces",
        ),
        Break(
            "a cluster lets in traffic from a namespace that a project has",
            Change(PROD, "ingressNamespaces: [ingress-nginx]", "ingressNamespaces: [ingress-nginx, portal-web]"),
            at="ingressNamespaces",
        ),
    ),
    "TN411": (
        Break(
            "a cluster is renamed",
            Change(LAB, "name: lab-b,", "name: argocd,"),
            Change(LAB_POOLS, "cluster: lab-b", "cluster: argocd"),
            Change(projects("robotics"), "cluster: lab-b", "cluster: argocd"),
            at="name: argocd,",
        ),
        Break(
            "a new cluster for Argo CD itself",
            Append(
                "clusters/argocd/cluster.yaml",
                document(
                    "Cluster",
                    "{name: argocd}",
                    "{kubernetes: '1.36', kueue: {version: '0.19'}, argocd: {server: 'https://a.example.com', user: a},"
                    " network: {pods: [10.64.0.0/12], services: [10.96.0.0/16], nodes: [10.10.0.0/22],"
                    " dns: {service: 10.96.0.10}, cni: cilium}}",
                ),
            ),
            at="metadata: {name: argocd}",
        ),
        Break(
            "a new cluster in the file of another",
            Append(
                LAB,
                document(
                    "Cluster",
                    "{name: argocd}",
                    "{kubernetes: '1.36', kueue: {version: '0.19'}, argocd: {server: 'https://a.example.com', user: a},"
                    " network: {pods: [10.64.0.0/12], services: [10.96.0.0/16], nodes: [10.10.0.0/22],"
                    " dns: {service: 10.96.0.10}, cni: cilium}}",
                ),
            ),
            at="metadata: {name: argocd}",
        ),
    ),
}
