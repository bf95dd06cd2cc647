"""Breaks of isolation profiles, and of what pools and tenants make of them."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, document
from tests.acceptance.breaks.files import LAB_POOLS, PROD_POOLS, PROFILES, tenant


def _profile(name: str, spec: str) -> str:
    return document("IsolationProfile", f"{{name: {name}}}", f"{{{spec}}}")


_STRICT = "images: [registry.example.com/approved/]\n  services: [ClusterIP]"

BREAKS: Breaks = {
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
            Change(PROFILES, _STRICT, _STRICT.replace("[ClusterIP]", "[ClusterIP, NodePort]")),
            Change(PROFILES, "# none on dedicated nodes\n  counts: {", "# none\n  counts: {services.nodeports: 0, "),
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
}
