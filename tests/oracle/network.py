"""Who may talk to whom, worked out from the specs alone: the meaning that docs/isolation.md gives them.

Addresses of pods never decide anything here: what a profile opens to the
world leaves out every range of the clusters, which is checked where specs are written.
"""

from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address, ip_network

from tests.oracle.specs import Specs
from tests.support.documents import Document


@dataclass(frozen=True)
class Reach:
    """What the specs of a workspace let through. Projects are named `tenant/name`."""

    specs: Specs

    @cached_property
    def _links(self) -> dict[tuple[str, str], list[tuple[str, frozenset[str]]]]:
        """For each pair of ends, which tenants hold a link between them, and its ports."""
        found: dict[tuple[str, str], list[tuple[str, frozenset[str]]]] = {}
        for name, link in self.specs.of("Link").items():
            ports = frozenset(map(str, link["ports"]))
            found.setdefault((link["from"], link["to"]), []).append((_tenant(name), ports))
        return found

    def may_talk(self, source: str, destination: str, protocol: str, port: int) -> bool:
        """Whether a pod of one project may open a connection to a pod of another on the same cluster."""
        if source == destination:
            return True
        same = _tenant(source) == _tenant(destination)
        if same and self._network_of(source).get("talksWithin") == "tenant":
            return True
        return any(_port_matches(text, protocol, port) for text in self._linked_ports(source, destination))

    def _linked_ports(self, source: str, destination: str) -> set[str]:
        links = self._links.get((source, destination), [])
        by_source = {port for holder, ports in links if holder == _tenant(source) for port in ports}
        by_destination = {port for holder, ports in links if holder == _tenant(destination) for port in ports}
        return by_source & by_destination

    def may_leave(self, project: str, address: str, protocol: str, port: int) -> bool:
        """Whether a pod of a project may reach an address outside the cluster."""
        profile = self._network_of(project).get("egress", [])
        own = self.specs.of("Project")[project].get("egress", [])
        return any(
            ip_address(address) in ip_network(rule["to"])
            and not any(ip_address(address) in ip_network(part) for part in rule.get("except", []))
            and (not rule.get("ports") or any(_port_matches(str(text), protocol, port) for text in rule["ports"]))
            for rule in [*profile, *own]
        )

    def ranges(self) -> set[str]:
        """Every address range that any rule of any spec names."""
        return {text for rule in self._ways_out() for text in (rule["to"], *rule.get("except", []))}

    def ports(self) -> set[tuple[str, int]]:
        """Every port that any rule or link names, as protocol and number, and its neighbours."""
        texts = {str(text) for rule in self._ways_out() for text in rule.get("ports", [])}
        texts |= {text for links in self._links.values() for _, ports in links for text in ports}
        found = set()
        for first, last, protocol in map(_range, texts):
            found |= {(protocol, number) for number in (first - 1, first, last, last + 1) if 0 < number < 65536}
            found |= {(other, first) for other in ("TCP", "UDP")}
        return found

    def _network_of(self, project: str) -> Document:
        network: Document = self.specs.of("IsolationProfile")[self.specs.profile_of(_tenant(project))]["network"]
        return network

    def _ways_out(self) -> list[Document]:
        profiles = self.specs.of("IsolationProfile").values()
        rules = [rule for spec in profiles for rule in spec["network"].get("egress", [])]
        return rules + [rule for spec in self.specs.of("Project").values() for rule in spec.get("egress", [])]


def _tenant(name: str) -> str:
    return name.partition("/")[0]


def _range(text: str) -> tuple[int, int, str]:
    numbers, _, protocol = text.partition("/")
    first, _, last = numbers.partition("-")
    return int(first), int(last or first), protocol or "TCP"


def _port_matches(text: str, protocol: str, port: int) -> bool:
    first, last, wanted = _range(text)
    return wanted == protocol and first <= port <= last
