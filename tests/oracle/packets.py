"""Tries packets one by one against NetworkPolicy objects, by the rules of the API alone.

Knows only bodies and nothing of the compiler, so that the two can disagree. Whether an ipBlock matches a pod's
address differs from one network plugin to the next: the caller says which plugin to be.
"""

from dataclasses import dataclass, field
from functools import cache
from ipaddress import ip_address, ip_network
from typing import Any, Literal

Body = dict[str, Any]
Blocks = Literal["match pods", "match no pods"]


@dataclass(frozen=True)
class Pod:
    namespace: str
    ip: str
    labels: dict[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class Outside:
    """An address that is no pod's: of a node, a service, or the world."""

    ip: str


End = Pod | Outside


@dataclass(frozen=True)
class World:
    """Namespaces by name with their labels, all NetworkPolicies, and the manner of the network plugin."""

    namespaces: dict[str, dict[str, str]]
    policies: list[Body]
    blocks: Blocks

    def passes(self, source: End, destination: End, protocol: str, port: int) -> bool:
        """Whether a first packet gets through: out of the source, and into the destination."""
        return self._lets("Egress", source, destination, protocol, port) and self._lets(
            "Ingress", destination, source, protocol, port
        )

    def _lets(self, direction: str, subject: End, other: End, protocol: str, port: int) -> bool:
        if isinstance(subject, Outside):
            return True
        policies = [
            policy
            for policy in self.policies
            if policy["metadata"]["namespace"] == subject.namespace
            and _selects(policy["spec"].get("podSelector") or {}, subject.labels)
            and direction in _directions(policy["spec"])
        ]
        if not policies:
            return True
        return any(
            self._matches(rule.get(side), policy["metadata"]["namespace"], other)
            and _port_matches(rule.get("ports"), protocol, port)
            for policy in policies
            for side, rules in [("from", "ingress") if direction == "Ingress" else ("to", "egress")]
            for rule in policy["spec"].get(rules) or []
        )

    def _matches(self, peers: list[Body] | None, home: str, other: End) -> bool:
        # Nobody listed means everybody.
        return not peers or any(self._peer_matches(peer, home, other) for peer in peers)

    def _peer_matches(self, peer: Body, home: str, other: End) -> bool:
        if "ipBlock" in peer:
            if isinstance(other, Pod) and self.blocks == "match no pods":
                return False
            address = _address(other.ip)
            inside = [_range(part) for part in (peer["ipBlock"]["cidr"], *peer["ipBlock"].get("except", []))]
            return address in inside[0] and not any(address in part for part in inside[1:])
        if isinstance(other, Outside):
            return False
        if "namespaceSelector" in peer:
            in_namespace = _selects(peer["namespaceSelector"], self.namespaces[other.namespace])
        else:
            in_namespace = other.namespace == home
        return in_namespace and ("podSelector" not in peer or _selects(peer["podSelector"], other.labels))


# The same few texts are asked about in every packet.
_address = cache(ip_address)
_range = cache(ip_network)


def _directions(spec: Body) -> list[str]:
    return spec.get("policyTypes") or (["Ingress", "Egress"] if spec.get("egress") else ["Ingress"])


def _selects(selector: Body, labels: dict[str, str]) -> bool:
    assert set(selector) <= {"matchLabels"}, "the walker knows no expressions"
    return all(labels.get(key) == value for key, value in selector.get("matchLabels", {}).items())


def _port_matches(ports: list[Body] | None, protocol: str, port: int) -> bool:
    for item in ports or []:
        first = item.get("port") or 0
        last = item.get("endPort") or item.get("port") or 65535
        if item.get("protocol", "TCP") == protocol and first <= port <= last:
            return True
    return not ports
