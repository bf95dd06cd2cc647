"""Which packets pass on one side of a change and not on the other, tried one by one at the edges of everything.

Knows bodies of Namespaces and NetworkPolicies of two compiled clusters, and nothing of the compiler. Tried are all
pairs of namespaces of which one has other policies or labels than before; and each of these with every pod outside them
that a policy names, and with every address at, or just outside, an edge of a range. Ports are those at, or just
outside, an edge of a range of ports.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from ipaddress import ip_address, ip_network
from itertools import permutations, product
from typing import Any, Literal, NamedTuple

from tests.oracle.packets import Body, End, Outside, Pod, World

NAME = "kubernetes.io/metadata.name"
Probe = tuple[str, int]
Moved = Literal["opens", "closes", "stays open", "stays closed"]

_MOVES: dict[tuple[bool, bool], Moved] = {
    (False, True): "opens",
    (True, False): "closes",
    (True, True): "stays open",
    (False, False): "stays closed",
}


class Packet(NamedTuple):
    """What was tried: from and to (a project, `namespace (labels)`, or an address), and on which port."""

    source: str
    destination: str
    protocol: str
    port: int


@dataclass
class Side:
    """A cluster on one side: labels and policies by namespace."""

    labels: dict[str, dict[str, str]] = field(default_factory=dict)
    policies: dict[str, list[Body]] = field(default_factory=dict)

    @classmethod
    def of(cls, objects: Iterable[Body]) -> "Side":
        """Takes what matters out of a cluster's objects."""
        side = cls()
        for item in objects:
            metadata = item["metadata"]
            if item["kind"] == "Namespace":
                side.labels[metadata["name"]] = metadata["labels"]
            elif item["kind"] == "NetworkPolicy":
                side.policies.setdefault(metadata["namespace"], []).append(item)
        return side

    def of_one(self, name: str) -> tuple[dict[str, str] | None, list[Body]]:
        """What one namespace has here."""
        return self.labels.get(name), [policy["spec"] for policy in self.policies.get(name, ())]

    def passes(self, source: End, destination: End, probe: Probe) -> bool:
        """Whether a packet passes; never where a namespace of ours that is meant is not there."""
        ends = [end.namespace for end in (source, destination) if isinstance(end, Pod)]
        policies = [policy for name in ends for policy in self.policies.get(name, ())]
        labels = {name: self.labels.get(name, {NAME: name}) for name in ends}
        return World(labels, policies, "match pods").passes(source, destination, *probe)


class Change:
    """Two sides of a cluster."""

    def __init__(self, before: Iterable[Body], after: Iterable[Body]) -> None:
        self._sides = Side.of(before), Side.of(after)
        self._names = sorted(self._sides[0].labels.keys() | self._sides[1].labels.keys())
        self._touched = [name for name in self._names if self._sides[0].of_one(name) != self._sides[1].of_one(name)]

    @property
    def touched(self) -> set[str]:
        """Projects whose policies or labels differ: between others nothing can pass otherwise than before."""
        return {self.project(name) for name in self._touched}

    def project(self, name: str) -> str:
        """`tenant/project` of a namespace, by its labels."""
        labels = self._sides[1].labels.get(name) or self._sides[0].labels[name]
        by_end = {key.rpartition("/")[2]: value for key, value in labels.items()}
        return f"{by_end['tenant']}/{by_end['project']}"

    def between_projects(self) -> Iterator[tuple[Packet, Moved]]:
        """Every pair of two of our namespaces, one of them touched."""
        for one, other in permutations(self._names, 2):
            if one not in self._touched and other not in self._touched:
                continue
            for probe in self._ports(one, other):
                packet = Packet(self.project(one), self.project(other), *probe)
                yield packet, self._moved(_pod(one), _pod(other), probe, {one, other})

    def with_addresses(self) -> Iterator[tuple[Packet, Moved, str]]:
        """Every touched namespace with addresses, out and in."""
        yield from self._with(lambda name: [(address, Outside(address)) for address in self._addresses(name)])

    def with_platform(self) -> Iterator[tuple[Packet, Moved, str]]:
        """Every touched namespace with the pods outside ours that its policies name, and with some they do not."""
        yield from self._with(self._others)

    def _with(self, ends: Callable[[str], list[tuple[str, End]]]) -> Iterator[tuple[Packet, Moved, str]]:
        known: dict[str, list[tuple[str, Probe, Moved, Moved]]] = {}
        for name in self._touched:
            # Namespaces of the same rules get on alike with what is no namespace of ours.
            rules = repr([(name in side.labels, side.of_one(name)[1]) for side in self._sides])
            if rules not in known:
                known[rules] = [
                    (
                        called,
                        probe,
                        self._moved(_pod(name), end, probe, {name}),
                        self._moved(end, _pod(name), probe, {name}),
                    )
                    for (called, end), probe in product(ends(name), self._ports(name))
                ]
            for called, probe, out, into in known[rules]:
                yield Packet(self.project(name), called, *probe), out, "out"
                yield Packet(called, self.project(name), *probe), into, "in"

    def _moved(self, source: End, destination: End, probe: Probe, ours: set[str]) -> Moved:
        was, now = (ours <= side.labels.keys() and side.passes(source, destination, probe) for side in self._sides)
        return _MOVES[was, now]

    def _rules(self, *names: str) -> Iterator[tuple[Body, list[Body]]]:
        """Each rule of both sides with its peers."""
        for side, name in product(self._sides, names):
            for policy in side.policies.get(name, ()):
                spec = policy["spec"]
                yield from ((rule, rule.get("from") or []) for rule in spec.get("ingress") or [])
                yield from ((rule, rule.get("to") or []) for rule in spec.get("egress") or [])

    def _ports(self, *names: str) -> list[Probe]:
        numbers = {1, 65535}
        for rule, _ in self._rules(*names):
            for item in rule.get("ports") or []:
                first = item.get("port", 1)
                last = item.get("endPort", item.get("port", 65535))
                numbers |= {first - 1, first, last, last + 1}
        return [(protocol, one) for protocol in ("TCP", "UDP", "SCTP") for one in sorted(numbers) if 0 < one < 65536]

    def _addresses(self, name: str) -> list[str]:
        texts = {"0.0.0.0/0", "::/0"}
        for _, peers in self._rules(name):
            for block in (peer["ipBlock"] for peer in peers if "ipBlock" in peer):
                texts |= {block["cidr"], *block.get("except", ())}
        found: set[Any] = set()
        for network in map(ip_network, texts):
            found |= {network[0], network[-1]}
            if network.prefixlen:
                found |= {network[0] - 1, network[-1] + 1}
        return [str(one) for one in sorted(found, key=lambda one: (one.version, one))]

    def _others(self, name: str) -> list[tuple[str, End]]:
        found: dict[str, End] = {"somewhere": _pod("somewhere")}
        for _, peers in self._rules(name):
            for peer in peers:
                home = peer.get("namespaceSelector", {}).get("matchLabels", {}).get(NAME, "")
                if home and home not in self._names:
                    labels = peer.get("podSelector", {}).get("matchLabels", {})
                    shown = ", ".join(f"{key}={value}" for key, value in sorted(labels.items()))
                    found[home] = _pod(home)
                    found[f"{home} ({shown})" if shown else home] = Pod(home, "10.250.0.1", labels)
        return sorted(found.items())


def _pod(namespace: str) -> Pod:
    # An address that no range of a spec holds: whether a range matches pods is not what is asked here.
    return Pod(namespace, "10.250.0.1")


@dataclass(frozen=True)
class Told:
    """What a plan's data says of the network of one cluster."""

    network: dict[str, Any]
    cluster: str

    def between_projects(self, packet: Packet) -> Moved | None:
        """What it says of a pair; None where it says nothing."""
        for pair in self._of("pairs"):
            if packet.source in pair["sources"] and packet.destination in pair["destinations"]:
                for field_name, moved in (("gained", "opens"), ("lost", "closes"), ("kept", "stays open")):
                    if _any_port(pair[field_name], packet):
                        return moved  # type: ignore[return-value]
        return None

    def with_addresses(self, packet: Packet, direction: str) -> Moved | None:
        """What it says of an address."""
        project, other = _by(direction, packet)
        address = ip_address(other)
        for change in self._of("addresses"):
            if project in change["projects"] and change["direction"] == direction:
                for field_name, moved in (("gained", "opens"), ("lost", "closes")):
                    if any(_holds(way, address) and _any_port(way["ports"], packet) for way in change[field_name]):
                        return moved  # type: ignore[return-value]
        return None

    def with_platform(self, packet: Packet, direction: str) -> Moved | None:
        """What it says of pods outside all projects: as they are called, or all of their namespace."""
        project, other = _by(direction, packet)
        for change in self._of("platform"):
            called = change["peer"] in (other, other.partition(" (")[0])
            if called and project in change["projects"] and change["direction"] == direction:
                for field_name, moved in (("gained", "opens"), ("lost", "closes")):
                    if _any_port(change[field_name], packet):
                        return moved  # type: ignore[return-value]
        return None

    def _of(self, part: str) -> list[dict[str, Any]]:
        return [change for change in self.network[part] if self.cluster in change["clusters"]]


def _by(direction: str, packet: Packet) -> tuple[str, str]:
    return packet[:2] if direction == "out" else (packet.destination, packet.source)


def _holds(way: dict[str, Any], address: Any) -> bool:
    return address in _network(way["to"]) and not any(address in _network(part) for part in way["excepting"])


@cache
def _network(text: str) -> Any:
    return ip_network(text)


def _any_port(texts: list[str], packet: Packet) -> bool:
    for text in texts:
        numbers, _, protocol = text.partition("/")
        first, _, last = numbers.partition("-")
        if protocol == packet.protocol and int(first) <= packet.port <= int(last or first):
            return True
    return False
