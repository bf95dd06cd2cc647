"""Every packet between projects, and to the world, against the compiled NetworkPolicies of whole fleets.

Who may talk is worked out from the specs by tests/oracle/network.py; who can is tried packet by packet by
tests/oracle/packets.py, which knows the API's rules alone. Neither knows the compiler.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from ipaddress import ip_network
from itertools import product
from pathlib import Path
from typing import get_args

import pytest
from benchmarks.plan import plan_fleet
from benchmarks.spec_text import spec_files

from tests.oracle.network import Reach
from tests.oracle.packets import Blocks, Outside, Pod, World
from tests.oracle.specs import Specs
from tests.plane.api import Object
from tests.plane.manifests import compiled_objects
from tests.support.fleets import write_files
from tests.support.workspaces import copy_example, run

NAME = "kubernetes.io/metadata.name"
PROBES = [("TCP", 1), ("TCP", 53), ("UDP", 53), ("TCP", 22), ("TCP", 80), ("UDP", 4791), ("SCTP", 443), ("TCP", 65535)]
STRANGERS = ("kube-public", "default", "argocd")


@dataclass(frozen=True)
class Compiled:
    """A compiled cluster: its specs, and its objects."""

    cluster: str
    specs: Specs
    objects: list[Object]

    @property
    def network(self) -> Object:
        """The network facts of the cluster."""
        facts: Object = self.specs.of("Cluster")[self.cluster]["network"]
        return facts

    @property
    def reach(self) -> Reach:
        """What the specs let through."""
        return Reach(self.specs)

    def world(self, blocks: Blocks) -> World:
        """All namespaces, those of the platform too, with all policies."""
        names = {item["metadata"]["name"]: item["metadata"]["labels"] for item in self._of("Namespace")}
        network = self.network
        platform = {"kube-system", *STRANGERS, *network.get("ingressNamespaces", [])}
        platform |= set(network.get("monitoringNamespaces", []))
        names.update({name: {NAME: name} for name in platform if name not in names})
        return World(names, self._of("NetworkPolicy"), blocks)

    def projects(self) -> dict[str, Pod]:
        """A pod in the namespace of each project, which calls itself a DNS server in vain."""
        domain = self.specs.fleet["domain"]
        inside = ip_network(self.network["pods"][0])
        found = {}
        for index, item in enumerate(self._of("Namespace")):
            labels = item["metadata"]["labels"]
            address = str(inside[index + 10])
            pod = Pod(item["metadata"]["name"], address, {"k8s-app": "kube-dns"})
            found[f"{labels[f'{domain}/tenant']}/{labels[f'{domain}/project']}"] = pod
        return found

    def _of(self, kind: str) -> list[Object]:
        return [item for item in self.objects if item["kind"] == kind]


def fleets(folder: Path) -> Iterator[Compiled]:
    workspaces = [copy_example(folder / "example")]
    for seed in (3, 8):
        workspaces.append(write_files(folder / f"random-{seed}", spec_files(plan_fleet(seed, 24))))
        done = run("compile", folder=workspaces[-1])
        assert done.returncode == 0, done.stdout + done.stderr
    for workspace in workspaces:
        specs = Specs.read(workspace)
        for name in specs.of("Cluster"):
            yield Compiled(name, specs, compiled_objects(workspace / "output", name))


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> list[Compiled]:
    return list(fleets(tmp_path_factory.mktemp("fleets")))


@pytest.mark.parametrize("blocks", get_args(Blocks))
def test_projects_reach_each_other_exactly_where_specs_say_so(compiled: list[Compiled], blocks: Blocks) -> None:
    tried, passed = 0, 0
    for fleet in compiled:
        reach, world = fleet.reach, fleet.world(blocks)
        probes = sorted({*PROBES, *reach.ports()})
        for (source, one), (destination, other) in product(fleet.projects().items(), repeat=2):
            for protocol, port in probes if source != destination else PROBES:
                passes = world.passes(one, other, protocol, port)
                assert passes == reach.may_talk(source, destination, protocol, port), (
                    f"{fleet.cluster}: {source} -> {destination} {port}/{protocol}: {passes}"
                )
                tried, passed = tried + 1, passed + passes
    assert 0 < passed < tried


def test_projects_reach_the_world_exactly_where_specs_say_so(compiled: list[Compiled]) -> None:
    tried, passed = 0, 0
    for fleet in compiled:
        reach, world = fleet.reach, fleet.world("match pods")
        probes = sorted({*PROBES, *reach.ports()})
        addresses = {"169.254.169.254", "203.0.113.9", *edges(reach.ranges())}
        network = fleet.network
        served = {network["dns"]["service"], network["dns"].get("nodeLocal")}
        for (project, pod), address, (protocol, port) in product(
            fleet.projects().items(), sorted(addresses - served), probes
        ):
            passes = world.passes(pod, Outside(address), protocol, port)
            assert passes == reach.may_leave(project, address, protocol, port), (
                f"{fleet.cluster}: {project} -> {address} {port}/{protocol}: {passes}"
            )
            tried, passed = tried + 1, passed + passes
    assert 0 < passed < tried


def test_from_elsewhere_only_ingress_and_monitoring_come_in(compiled: list[Compiled]) -> None:
    for fleet in compiled:
        world, network = fleet.world("match pods"), fleet.network
        let_in = {*network.get("ingressNamespaces", []), *network.get("monitoringNamespaces", [])}
        for pod, (protocol, port) in product(fleet.projects().values(), PROBES):
            for name in sorted({*STRANGERS, "kube-system"} | let_in):
                caller = Pod(name, "10.250.0.1", {"k8s-app": "kube-dns"})
                assert world.passes(caller, pod, protocol, port) == (name in let_in), (fleet.cluster, name, pod)
            assert not world.passes(Outside("203.0.113.9"), pod, protocol, port)


def test_names_can_be_looked_up_and_nothing_else_of_the_platform_is_reached(compiled: list[Compiled]) -> None:
    for fleet in compiled:
        world, network = fleet.world("match no pods"), fleet.network
        servers = [network["dns"]["service"], *([network["dns"]["nodeLocal"]] if "nodeLocal" in network["dns"] else [])]
        for pod, (protocol, port) in product(fleet.projects().values(), PROBES):
            asks = port == 53 and protocol in ("TCP", "UDP")
            for address in servers:
                assert world.passes(pod, Outside(address), protocol, port) == asks
            assert world.passes(pod, Pod("kube-system", "10.250.0.1", {"k8s-app": "kube-dns"}), protocol, port) == asks
            assert not world.passes(pod, Pod("kube-system", "10.250.0.2", {"app": "other"}), protocol, port)
            for name in STRANGERS:
                assert not world.passes(pod, Pod(name, "10.250.0.3", {"k8s-app": "kube-dns"}), protocol, port)


def edges(ranges: set[str]) -> Iterator[str]:
    """The first and last address of each range, and those just outside."""
    for text in ranges:
        network = ip_network(text)
        yield from (str(network[0]), str(network[-1]))
        if network.prefixlen:
            yield from (str(network[0] - 1), str(network[-1] + 1))
