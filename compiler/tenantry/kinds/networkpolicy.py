"""NetworkPolicy: who may talk with the pods of a project, and with whom they may talk.

Policies add up: a pod is closed in a direction as soon as one policy that names the direction selects it, and then
open to what any of its policies lists. That decides the layout, several small policies per namespace:

- `isolation` closes both directions and lists only the project's own pods, on every port (collectives of GPU work
  open high ports at random). It is the default deny, yet neither of its lists is empty: Argo CD does not see what
  is added to a list that git leaves out, but does see a change of one that git has.
- Every other permission is a policy of its own, with one source: `dns`, `same-tenant`, `ingress`, `monitoring`,
  `egress-profile`, `egress-project`, and `link-<name>` for each link. So a reviewer reads one reason per object, and
  a link that comes or goes touches only its own object at either end. Each names only the directions it has rules
  for, so none has an empty list either.

Peers are chosen by `kubernetes.io/metadata.name`, which the API server guards, or by our tenant label, which
admission guards: naming a tenant's namespaces one by one would change all of them whenever one is added.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Literal, NamedTuple

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Pairs, Wave, decode_meta, envelope, owned_meta
from tenantry.kinds.cidrs import LINK_LOCAL, host, left_out
from tenantry.kinds.namespace import NAME_LABEL
from tenantry.program import Egress, LinkRule, Network, Placement, Port, Program
from tenantry.records import record

API_VERSION: Final = "networking.k8s.io/v1"
ISOLATION: Final = "isolation"

Direction = Literal["Ingress", "Egress"]

_FIRST_PORT: Final = 1
_LAST_PORT: Final = 65535


@record
class OwnPods:
    """Pods of the policy's own namespace that have all these labels; no labels = all of them."""

    labels: Pairs = ()


@record
class NamespacePods:
    """Pods with all of `labels`, in namespaces with all of `namespaces`; no labels = all pods, or all namespaces."""

    namespaces: Pairs
    labels: Pairs = ()


@record
class IpBlock:
    """Addresses of a range but for some parts. Whether it matches pods and nodes depends on the CNI."""

    cidr: str
    excepting: tuple[str, ...] = ()


Peer = OwnPods | NamespacePods | IpBlock


@record
class Rule:
    """Any of the peers on any of the ports. As in the API, no peers = everybody, and no ports = every port."""

    peers: tuple[Peer, ...]
    ports: tuple[Port, ...] = ()


@record
class NetworkPolicy:
    """A policy for the pods with all of `pods` as labels (none = all). A direction without rules lets nothing in."""

    meta: Meta
    pods: Pairs
    directions: tuple[Direction, ...]
    ingress: tuple[Rule, ...]
    egress: tuple[Rule, ...]


def encode(policy: NetworkPolicy) -> Body:
    """Empty rule lists are left out and `policyTypes` always written: the default would guess from the lists."""
    body = envelope(API_VERSION, "NetworkPolicy", policy.meta)
    spec: Body = {}
    if policy.egress:
        spec["egress"] = [_rule(rule, "to") for rule in policy.egress]
    if policy.ingress:
        spec["ingress"] = [_rule(rule, "from") for rule in policy.ingress]
    spec["podSelector"] = _selector(policy.pods)
    spec["policyTypes"] = list(policy.directions)
    body["spec"] = spec
    return body


def decode(body: Body) -> NetworkPolicy:
    """Raises ValueError for forms that tenantry does not write: named ports and label expressions."""
    spec = body["spec"]
    return NetworkPolicy(
        meta=decode_meta(body),
        pods=_labels(spec["podSelector"]),
        directions=tuple(spec["policyTypes"]),
        ingress=tuple(_read_rule(rule, "from") for rule in spec.get("ingress", ())),
        egress=tuple(_read_rule(rule, "to") for rule in spec.get("egress", ())),
    )


def _rule(rule: Rule, side: Literal["from", "to"]) -> Body:
    body: Body = {}
    if rule.peers and side == "from":
        body["from"] = [_peer(peer) for peer in rule.peers]
    if rule.ports:
        body["ports"] = [_port(port) for port in rule.ports]
    if rule.peers and side == "to":
        body["to"] = [_peer(peer) for peer in rule.peers]
    return body


def _peer(peer: Peer) -> Body:
    match peer:
        case OwnPods(labels):
            return {"podSelector": _selector(labels)}
        case NamespacePods(namespaces, labels):
            # Both selectors in one item: two items would mean either.
            body = {"namespaceSelector": _selector(namespaces)}
            return body | {"podSelector": _selector(labels)} if labels else body
        case IpBlock(cidr, excepting):
            block: Body = {"cidr": cidr}
            if excepting:
                block["except"] = list(excepting)
            return {"ipBlock": block}


def _port(port: Port) -> Body:
    if (port.first, port.last) == (_FIRST_PORT, _LAST_PORT):
        return {"protocol": port.protocol}
    if port.first == port.last:
        return {"port": port.first, "protocol": port.protocol}
    return {"endPort": port.last, "port": port.first, "protocol": port.protocol}


def _selector(labels: Pairs) -> Body:
    return {"matchLabels": dict(labels)} if labels else {}


def _read_rule(rule: Body, side: Literal["from", "to"]) -> Rule:
    return Rule(
        peers=tuple(_read_peer(peer) for peer in rule.get(side, ())),
        ports=tuple(_read_port(port) for port in rule.get("ports", ())),
    )


def _read_peer(peer: Body) -> Peer:
    if "ipBlock" in peer:
        return IpBlock(peer["ipBlock"]["cidr"], tuple(peer["ipBlock"].get("except", ())))
    pods = _labels(peer.get("podSelector", {}))
    return NamespacePods(_labels(peer["namespaceSelector"]), pods) if "namespaceSelector" in peer else OwnPods(pods)


def _read_port(port: Body) -> Port:
    first: Any = port.get("port", _FIRST_PORT)
    if not isinstance(first, int):
        raise ValueError(f"port `{first}` is a name: which number it means depends on each pod")
    return Port(first, port.get("endPort", first if "port" in port else _LAST_PORT), port["protocol"])


def _labels(selector: Body) -> Pairs:
    if "matchExpressions" in selector:
        raise ValueError("a selector with expressions is not one of ours")
    return tuple(sorted(selector.get("matchLabels", {}).items()))


class _Permission(NamedTuple):
    """One policy to be: its name, the document that wants it, its rules."""

    name: str
    source: DocumentRef
    ingress: tuple[Rule, ...] = ()
    egress: tuple[Rule, ...] = ()


def of_placement(program: Program, placement: Placement) -> Iterator[tuple[NetworkPolicy, DocumentRef]]:
    """The policies of every project of the tenant on the cluster."""
    network = program.clusters[placement.cluster].network
    closed = (*LINK_LOCAL, *network.pods, *network.services, *network.nodes)
    common = tuple(_for_all_projects(program, placement, closed))
    own_pods = Rule((OwnPods(),))
    for at in placement.projects:
        project = program.projects[placement.tenant, at.project]
        permissions = [_Permission(ISOLATION, project.ref, ingress=(own_pods,), egress=(own_pods,)), *common]
        if project.egress:
            ways_out = _ways_out(project.egress, closed)
            permissions.append(_Permission("egress-project", project.ref, egress=ways_out))
        # A rule without ports would open every port: a link that the ends share no port of opens none.
        permissions.extend(_link(link) for link in at.links if link.ports)
        for permission in permissions:
            meta = owned_meta(
                program,
                name=permission.name,
                namespace=at.namespace,
                source=permission.source,
                wave=Wave.ISOLATION,
                tenant=placement.tenant,
                project=at.project,
                # Without it a namespace is open; without one of the others something is closed.
                confirm_removal=permission.name == ISOLATION,
            )
            yield _policy(meta, permission), permission.source


def _policy(meta: Meta, permission: _Permission) -> NetworkPolicy:
    directions: list[Direction] = []
    if permission.ingress:
        directions.append("Ingress")
    if permission.egress:
        directions.append("Egress")
    return NetworkPolicy(meta, (), tuple(directions), permission.ingress, permission.egress)


def _for_all_projects(program: Program, placement: Placement, closed: tuple[str, ...]) -> Iterator[_Permission]:
    """What holds alike in all namespaces of a tenant on a cluster."""
    cluster, tenant = program.clusters[placement.cluster], program.tenants[placement.tenant]
    profile = program.profiles[tenant.isolation.value]
    yield _Permission("dns", cluster.ref, egress=_dns(cluster.network))
    if profile.talks_within == "tenant":
        tenant_pods = Rule((NamespacePods(((program.fleet.key("tenant"), tenant.name),)),))
        yield _Permission("same-tenant", profile.ref, ingress=(tenant_pods,), egress=(tenant_pods,))
    for name, namespaces in (
        ("ingress", cluster.network.ingress_namespaces),
        ("monitoring", cluster.network.monitoring_namespaces),
    ):
        if namespaces:
            callers = tuple(NamespacePods(((NAME_LABEL, namespace),)) for namespace in namespaces)
            yield _Permission(name, cluster.ref, ingress=(Rule(callers),))
    if profile.egress:
        yield _Permission("egress-profile", profile.ref, egress=_ways_out(profile.egress, closed))


def _dns(network: Network) -> tuple[Rule, ...]:
    """The DNS pods by label, and the addresses that pods really ask: some CNIs judge the service's address before
    it is translated, and NodeLocal DNSCache answers from the host's network, which no selector can name (or, where
    Cilium redirects to it, from pods of its own)."""
    peers: list[Peer] = [
        NamespacePods(((NAME_LABEL, "kube-system"),), (("k8s-app", "kube-dns"),)),
        IpBlock(host(network.dns_service)),
    ]
    if network.node_local_dns:
        peers.append(NamespacePods(((NAME_LABEL, "kube-system"),), (("k8s-app", "node-local-dns"),)))
        peers.append(IpBlock(host(network.node_local_dns)))
    rules = [Rule(tuple(peers), _both_protocols(53))]
    if network.cni == "ovn-kubernetes":
        # OpenShift runs its DNS pods elsewhere, and behind another port than the service's.
        openshift = NamespacePods(
            ((NAME_LABEL, "openshift-dns"),), (("dns.operator.openshift.io/daemonset-dns", "default"),)
        )
        rules.append(Rule((openshift,), _both_protocols(5353)))
    return tuple(rules)


def _both_protocols(port: int) -> tuple[Port, ...]:
    return Port(port, port, "UDP"), Port(port, port, "TCP")


def _ways_out(egress: Iterable[Egress], closed: tuple[str, ...]) -> tuple[Rule, ...]:
    """A wide way out never leads back into the cluster, nor to the metadata of a node."""
    ways = sorted((way.to, left_out(way.to, way.excepting, closed), tuple(sorted(way.ports))) for way in egress)
    return tuple(Rule((IpBlock(to, excepting),), ports) for to, excepting, ports in ways)


def _link(link: LinkRule) -> _Permission:
    rules = (Rule((NamespacePods(((NAME_LABEL, link.peer),)),), link.ports),)
    if link.direction == "ingress":
        return _Permission(f"link-{link.name}", link.source, ingress=rules)
    return _Permission(f"link-{link.name}", link.source, egress=rules)


KIND: Final = Kind(
    api_version=API_VERSION,
    kind="NetworkPolicy",
    topic="network",
    encode=encode,
    decode=decode,
    of_placement=of_placement,
)
