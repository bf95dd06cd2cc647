"""Who may talk to whom, worked out from the specs alone: the meaning that docs/isolation.md gives them.

Reads `clusters/` and `tenants/` with PyYAML. Addresses of pods never decide anything here: what a profile opens to the
world leaves out every range of the clusters, which is checked where specs are written.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import yaml

Spec = dict[str, Any]
Project = tuple[str, str]


@dataclass(frozen=True)
class Specs:
    """All documents of a workspace."""

    documents: tuple[Spec, ...]

    @classmethod
    def read(cls, workspace: Path) -> "Specs":
        """Reads every document below `clusters/` and `tenants/`."""
        paths = [path for area in ("clusters", "tenants") for path in sorted((workspace / area).rglob("*.yaml"))]
        found = [
            document
            for path in paths
            for document in yaml.load_all(path.read_text(encoding="utf-8"), yaml.CSafeLoader)
            if document
        ]
        return cls(tuple(found))

    def of_kind(self, kind: str) -> Iterator[Spec]:
        """The documents of one kind."""
        return (document for document in self.documents if document["kind"] == kind)

    @cached_property
    def _profiles(self) -> dict[str, Spec]:
        return {item["metadata"]["name"]: item["spec"] for item in self.of_kind("IsolationProfile")}

    @cached_property
    def _tenants(self) -> dict[str, Spec]:
        return {item["metadata"]["name"]: item["spec"] for item in self.of_kind("Tenant")}

    @cached_property
    def _projects(self) -> dict[Project, Spec]:
        return {
            (item["metadata"]["tenant"], item["metadata"]["name"]): item["spec"] for item in self.of_kind("Project")
        }

    @cached_property
    def _links(self) -> dict[tuple[Project, Project], list[tuple[str, frozenset[str]]]]:
        """For each pair of ends, who holds a link between them, and its ports."""
        found: dict[tuple[Project, Project], list[tuple[str, frozenset[str]]]] = {}
        for item in self.of_kind("Link"):
            ends = (_project(item["spec"]["from"]), _project(item["spec"]["to"]))
            found.setdefault(ends, []).append((item["metadata"]["tenant"], frozenset(map(str, item["spec"]["ports"]))))
        return found

    def profile(self, tenant: str) -> Spec:
        """The isolation profile that is in force for a tenant: its own, else its parent's, else the fleet's."""
        at: str | None = tenant
        while at is not None:
            spec = self._tenants[at]
            if "isolation" in spec:
                return self._profiles[spec["isolation"]]
            at = spec.get("parent")
        fleet = next(self.of_kind("Fleet"))
        return self._profiles[fleet["spec"]["defaults"]["isolation"]]

    def cluster_network(self, cluster: str) -> Spec:
        """The network facts of a cluster."""
        found = next(item for item in self.of_kind("Cluster") if item["metadata"]["name"] == cluster)
        network: Spec = found["spec"]["network"]
        return network

    def may_talk(self, source: Project, destination: Project, protocol: str, port: int) -> bool:
        """Whether a pod of one project may open a connection to a pod of another on the same cluster."""
        if source == destination:
            return True
        same = source[0] == destination[0]
        if same and self.profile(source[0])["network"].get("talksWithin") == "tenant":
            return True
        return any(_port_matches(text, protocol, port) for text in self._linked_ports(source, destination))

    def _linked_ports(self, source: Project, destination: Project) -> set[str]:
        links = self._links.get((source, destination), [])
        by_source = {port for holder, ports in links if holder == source[0] for port in ports}
        by_destination = {port for holder, ports in links if holder == destination[0] for port in ports}
        return by_source & by_destination

    def may_leave(self, project: Project, address: str, protocol: str, port: int) -> bool:
        """Whether a pod of a project may reach an address outside the cluster."""
        profile = self.profile(project[0])["network"].get("egress", [])
        own = self._projects[project].get("egress", [])
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

    def _ways_out(self) -> list[Spec]:
        rules = [rule for spec in self._profiles.values() for rule in spec["network"].get("egress", [])]
        return rules + [rule for spec in self._projects.values() for rule in spec.get("egress", [])]


def _project(text: str) -> Project:
    tenant, name = text.split("/")
    return tenant, name


def _range(text: str) -> tuple[int, int, str]:
    numbers, _, protocol = text.partition("/")
    first, _, last = numbers.partition("-")
    return int(first), int(last or first), protocol or "TCP"


def _port_matches(text: str, protocol: str, port: int) -> bool:
    first, last, wanted = _range(text)
    return wanted == protocol and first <= port <= last
