"""Who may talk with whom on a cluster, read back from its Namespaces and NetworkPolicies alone.

Pure. A connection passes where the policies of its source let it out and those of its destination let it in. Only the
namespaces that are asked about are decoded. Read are the forms that `kinds/networkpolicy.py` writes; others raise
ValueError, for a wrong answer about who is kept apart would be worse than none.

Three things can be at the other end: a namespace of ours; pods of namespaces that are not ours, known by name only
(labels other than the name are guarded on ours, so nobody else has them); and addresses. Whether a range of addresses
matches pods too depends on the network plugin: here it does not, and tenantry leaves the ranges of the cluster out.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from tenantry.effect.addresses import Spans, opened
from tenantry.effect.ports import EVERY_PORT, Ports, common, united
from tenantry.ir import Body, Manifest
from tenantry.kinds import namespace, networkpolicy
from tenantry.kinds.namespace import NAME_LABEL
from tenantry.kinds.networkpolicy import Direction, IpBlock, NamespacePods, OwnPods, Peer, Rule

EVERYBODY: Final = "every other namespace"
"""The peer that stands for all namespaces which are not ours."""

_ANYWHERE: Final[tuple[Peer, ...]] = (NamespacePods(()), IpBlock("0.0.0.0/0"), IpBlock("::/0"))


class Opening(NamedTuple):
    """Peers that a document opens a direction to, and on which ports."""

    peers: tuple[Peer, ...]
    ports: Ports
    source: str


Openings = tuple[Opening, ...]

_OPEN: Final[Openings] = (Opening(_ANYWHERE, EVERY_PORT, ""),)


class Decoded:
    """What several Reaches have decoded, so that equal policies are decoded once, and equal openings are one object."""

    def __init__(self) -> None:
        self.policies: dict[str, dict[Direction, Openings]] = {}
        self.openings: dict[tuple[int, ...], Openings] = {}
        self.addresses: dict[int, Spans] = {}


class Reach:
    """One cluster, as its manifests hold it. Namespaces are named as Kubernetes names them."""

    def __init__(self, manifests: Iterable[Manifest], decoded: Decoded | None = None) -> None:
        self.labels: dict[str, dict[str, str]] = {}
        """Our namespaces, and the labels of each."""

        self._written: dict[str, list[Manifest]] = {}
        self._openings: dict[tuple[str, Direction], Openings] = {}
        self._by_label: dict[tuple[str, str], list[str]] = {}
        self._policies: dict[str, list[dict[Direction, Openings]]] = {}
        self._decoded = decoded or Decoded()
        for manifest in manifests:
            if manifest.key.kind == networkpolicy.KIND.kind:
                self._written.setdefault(manifest.key.namespace, []).append(manifest)
            elif manifest.key.kind == namespace.KIND.kind:
                self._remember(manifest.key.name, manifest.body)

    def _remember(self, name: str, body: Body) -> None:
        self.labels[name] = {NAME_LABEL: name} | dict(namespace.decode(body).meta.labels)
        for label in self.labels[name].items():
            self._by_label.setdefault(label, []).append(name)

    def openings(self, name: str, direction: Direction) -> Openings:
        """What the policies of a namespace open in a direction; everything where none of them names the direction."""
        found = self._openings.get((name, direction))
        if found is None:
            if name not in self._policies:
                self._policies[name] = [self._policy(one) for one in self._written.get(name, ())]
            listed = [part[direction] for part in self._policies[name] if direction in part]
            found = tuple(one for part in listed for one in part) if listed else _OPEN
            self._openings[name, direction] = found
        return found

    def _policy(self, manifest: Manifest) -> dict[Direction, Openings]:
        """By direction that a policy closes, what it opens again. The same words are decoded once."""
        text = f"{manifest.source}\n{manifest.body['spec']}"
        known = self._decoded.policies.get(text)
        if known is None:
            policy = networkpolicy.decode(manifest.body)
            if policy.pods:
                raise ValueError(f"{manifest.key} chooses some pods of its namespace, which none of ours does")
            rules = {"Ingress": policy.ingress, "Egress": policy.egress}
            parts = {
                direction: tuple(_opening(rule, manifest.source) for rule in rules[direction])
                for direction in policy.directions
            }
            known = self._decoded.policies[text] = parts
        return known

    def named(self, name: str, direction: Direction) -> set[str]:
        """Our other namespaces that the policies of a namespace list in a direction."""
        found: set[str] = set()
        for opening in self.openings(name, direction):
            for peer in opening.peers:
                if isinstance(peer, NamespacePods):
                    found |= self._chosen(peer)
        return found - {name}

    def talk(self, source: str, destination: str) -> Ports:
        """The ports on which pods of one namespace may connect to pods of another (or of their own)."""
        out = united(port for one in self.let_out(source, destination) for port in one.ports)
        return (
            common(out, united(port for one in self.let_in(source, destination) for port in one.ports)) if out else ()
        )

    def let_out(self, source: str, destination: str) -> Iterator[Opening]:
        """What of the source's policies lets it out to the destination."""
        return self._meeting(source, "Egress", destination)

    def let_in(self, source: str, destination: str) -> Iterator[Opening]:
        """What of the destination's policies lets the source in."""
        return self._meeting(destination, "Ingress", source)

    def _meeting(self, home: str, direction: Direction, other: str) -> Iterator[Opening]:
        labels = self.labels.get(other, {})
        for opening in self.openings(home, direction):
            if any(_meets(peer, home, other, labels) for peer in opening.peers):
                yield opening

    def others(self, name: str, direction: Direction) -> dict[tuple[str, str], Ports]:
        """Pods of namespaces that are not ours which may come in, or be reached, and their ports: by how they are
        called and by the document that opens this."""
        found: dict[tuple[str, str], list[Ports]] = {}
        for opening in self.openings(name, direction):
            for peer in opening.peers:
                if isinstance(peer, NamespacePods) and (called := self._called(peer)):
                    found.setdefault((called, opening.source), []).append(opening.ports)
        return {key: united(port for part in ports for port in part) for key, ports in found.items()}

    def addresses(self, name: str, direction: Direction) -> Spans:
        """The addresses that a namespace may reach, or that may come in."""
        openings = self.to_addresses(name, direction)
        found = self._decoded.addresses.get(id(openings))
        if found is None:
            found = self._decoded.addresses[id(openings)] = opened(blocks(openings))
        return found

    def to_addresses(self, name: str, direction: Direction) -> Openings:
        """Of what is opened, that which names addresses: one object for all namespaces where it is the same."""
        listed = [one for one in self.openings(name, direction) if any(isinstance(peer, IpBlock) for peer in one.peers)]
        # By identity: openings are kept as long as what is made of them.
        return self._decoded.openings.setdefault(tuple(map(id, listed)), tuple(listed))

    def _chosen(self, peer: NamespacePods) -> set[str]:
        if not peer.namespaces:
            return set(self.labels)
        return set.intersection(*(set(self._by_label.get(label, ())) for label in peer.namespaces))

    def _called(self, peer: NamespacePods) -> str:
        """How people call pods outside our namespaces; empty where a peer is none."""
        names = [value for key, value in peer.namespaces if key == NAME_LABEL]
        if peer.namespaces and (len(names) < len(peer.namespaces) or names[0] in self.labels):
            return ""
        pods = ", ".join(f"{key}={value}" for key, value in peer.labels)
        return (names[0] if names else EVERYBODY) + (f" ({pods})" if pods else "")


def blocks(openings: Iterable[Opening]) -> Iterator[tuple[IpBlock, Ports]]:
    """The ranges among what is opened, each with its ports."""
    return ((peer, one.ports) for one in openings for peer in one.peers if isinstance(peer, IpBlock))


def _opening(rule: Rule, source: str) -> Opening:
    """A rule with what it leaves out written down: nobody listed is everybody, no port is every port."""
    return Opening(rule.peers or _ANYWHERE, united(rule.ports) if rule.ports else EVERY_PORT, source)


def _meets(peer: Peer, home: str, other: str, labels: dict[str, str]) -> bool:
    """Whether some pods of a namespace are the peer: which labels its pods have is theirs to choose."""
    match peer:
        case OwnPods():
            return other == home
        case NamespacePods(namespaces):
            return all(labels.get(key) == value for key, value in namespaces)
        case _:
            return False
