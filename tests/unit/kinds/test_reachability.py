"""All NetworkPolicies of a fleet together, against a walker that tries every packet."""

from dataclasses import dataclass, field, replace
from functools import cache
from itertools import permutations, product
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.diagnostics import DocumentRef
from tenantry.kinds import namespace
from tenantry.kinds.networkpolicy import KIND
from tenantry.names import ClusterName, NamespaceName
from tenantry.program import BUILT_IN, Egress, LinkRule, Network, Port, Program
from tests.oracle.packets import Blocks, End, Outside, Pod, World
from tests.support.programs import small_program
from tests.unit.kinds.emission import (
    Body,
    bodies,
    with_network,
    with_placed_project,
    with_profile,
    with_project,
)

TENANT = "tenants.example.com/tenant"
NAME = "kubernetes.io/metadata.name"

PROBES = [("TCP", 1), ("TCP", 53), ("UDP", 53), ("TCP", 443), ("TCP", 8080), ("UDP", 8080), ("TCP", 9090)]
PROBES += [("TCP", 29500), ("UDP", 4791), ("SCTP", 9090), ("TCP", 65535)]
EVERYWHERE = Egress("0.0.0.0/0", (), (), "everything", BUILT_IN)


@dataclass(frozen=True)
class Case:
    """A program, with what its links were meant to open: (from, to) -> ports."""

    program: Program = field(repr=False)
    opened: dict[tuple[NamespaceName, NamespaceName], tuple[Port, ...]]

    @property
    def network(self) -> Network:
        return self.program.clusters[ClusterName("prod-a")].network

    def talks_within_tenant(self, tenant: str) -> bool:
        (isolation,) = (one.isolation for one in self.program.tenants.values() if one.name == tenant)
        return self.program.profiles[isolation.value].talks_within == "tenant"


@cache
def base() -> Program:
    return small_program()


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """The small fleet with any profile rules, network facts, ways out and links between its namespaces."""
    program = base()
    homes = {at.namespace: (p.tenant, at.project) for p in program.placements for at in p.projects}
    for name in program.profiles:
        ways = draw(st.sampled_from(((), (EVERYWHERE,), (replace(EVERYWHERE, ports=(Port(443, 443, "TCP"),)),))))
        within = draw(st.sampled_from(("project", "tenant")))
        program = with_profile(program, name, talks_within=within, egress=ways)
    program = with_network(
        program,
        cni=draw(st.sampled_from(("cilium", "ovn-kubernetes"))),
        node_local_dns=draw(st.sampled_from(("", "169.254.20.10"))),
        ingress_namespaces=draw(st.sampled_from(((), ("ingress-nginx",), ("ingress-nginx", "gateway")))),
    )
    for tenant, project in homes.values():
        if draw(st.booleans()):
            program = with_project(program, tenant, project, egress=(EVERYWHERE,))
    apart = [(a, b) for a, b in permutations(homes, 2) if homes[a][0] != homes[b][0]]
    some_ports = st.lists(st.sampled_from((Port(8080, 8080, "TCP"), Port(9090, 9100, "TCP"))), max_size=2, unique=True)
    opened = {pair: tuple(draw(some_ports)) for pair in draw(st.lists(st.sampled_from(apart), max_size=3, unique=True))}
    for home, (tenant, project) in homes.items():
        links = tuple(
            LinkRule(
                direction="egress" if home == a else "ingress",
                name=f"l{index}",
                peer=b if home == a else a,
                peer_project="any",
                ports=shared,
                source=DocumentRef("Link", f"l{index}", tenant),
            )
            for index, ((a, b), shared) in enumerate(opened.items())
            if home in (a, b)
        )
        program = with_placed_project(program, tenant, project, links=links)
    return Case(program, opened)


def world_of(program: Program, blocks: Blocks) -> World:
    names = {body["metadata"]["name"]: body["metadata"]["labels"] for body in bodies(program, namespace.KIND)}
    platform = ("kube-system", "openshift-dns", "ingress-nginx", "gateway", "monitoring", "elsewhere")
    names.update({name: {NAME: name} for name in platform})
    return World(names, bodies(program, KIND), blocks)


def tenant_pods(world: World) -> list[Pod]:
    """Two in each namespace; one of them calls itself what the DNS pods are called."""
    homes = sorted(name for name, labels in world.namespaces.items() if TENANT in labels)
    return [
        Pod(home, f"10.64.{index}.{number}", {"k8s-app": "kube-dns"} if number == 1 else {"app": "worker"})
        for index, home in enumerate(homes)
        for number in (1, 2)
    ]


@pytest.mark.parametrize("blocks", get_args(Blocks))
def test_between_tenants_only_links_pass_and_inside_a_project_everything_does(blocks: Blocks) -> None:
    @given(cases())
    @settings(max_examples=12, deadline=None)
    def walk(case: Case) -> None:
        world = world_of(case.program, blocks)
        for source, destination in permutations(tenant_pods(world), 2):
            a, b = (world.namespaces[pod.namespace][TENANT] for pod in (source, destination))
            friends = source.namespace == destination.namespace or (a == b and case.talks_within_tenant(a))
            shared = case.opened.get((NamespaceName(source.namespace), NamespaceName(destination.namespace)), ())
            for protocol, port in PROBES:
                linked = any(p.first <= port <= p.last and p.protocol == protocol for p in shared)
                passes = world.passes(source, destination, protocol, port)
                assert passes == (friends or linked), (source, destination, protocol, port)

    walk()


@given(cases())
@settings(max_examples=12, deadline=None)
def test_names_can_be_looked_up_whatever_the_plugin_makes_of_addresses(case: Case) -> None:
    network = case.network
    world = world_of(case.program, "match no pods")
    servers: list[tuple[End, int]] = [
        (Pod("kube-system", "10.64.200.1", {"k8s-app": "kube-dns"}), 53),
        (Outside(network.dns_service), 53),
    ]
    if network.node_local_dns:
        servers.append((Outside(network.node_local_dns), 53))
    if network.cni == "ovn-kubernetes":
        labels = {"dns.operator.openshift.io/daemonset-dns": "default"}
        servers.append((Pod("openshift-dns", "10.64.200.2", labels), 5353))

    for pod, (server, port), protocol in product(tenant_pods(world), servers, ("UDP", "TCP")):
        assert world.passes(pod, server, protocol, port)
        assert not world.passes(pod, server, protocol, 8080)


@given(cases())
@settings(max_examples=12, deadline=None)
def test_no_way_out_leads_back_into_the_cluster_or_to_a_nodes_metadata(case: Case) -> None:
    world = world_of(case.program, "match pods")
    inside: list[End] = [Outside("169.254.169.254"), Outside("10.10.0.7"), Outside("10.96.0.1"), Outside("10.64.99.9")]
    inside += [Pod("kube-system", "10.64.200.3"), Pod("elsewhere", "10.64.200.4", {"k8s-app": "kube-dns"})]

    for pod, other, (protocol, port) in product(tenant_pods(world), inside, PROBES):
        assert not world.passes(pod, other, protocol, port), (pod, other, protocol, port)


@given(cases())
@settings(max_examples=12, deadline=None)
def test_from_outside_only_ingress_and_monitoring_come_in(case: Case) -> None:
    world = world_of(case.program, "match pods")
    callers = ["monitoring", *case.network.ingress_namespaces]
    strangers = {"kube-system", "openshift-dns", "ingress-nginx", "gateway", "elsewhere"} - set(callers)

    for pod, (protocol, port) in product(tenant_pods(world), PROBES):
        for name in callers:
            assert world.passes(Pod(name, "10.64.201.1"), pod, protocol, port)
        for name in sorted(strangers):
            assert not world.passes(Pod(name, "10.64.201.2"), pod, protocol, port)
        assert not world.passes(Outside("10.10.0.7"), pod, protocol, port)
        assert not world.passes(Outside("203.0.113.9"), pod, protocol, port)


@given(cases())
@settings(max_examples=12, deadline=None)
def test_the_world_outside_is_open_as_far_as_profile_and_project_say(case: Case) -> None:
    world = world_of(case.program, "match pods")

    for placement in case.program.placements:
        profile = case.program.profiles[case.program.tenants[placement.tenant].isolation.value]
        for at in placement.projects:
            ways = (*profile.egress, *case.program.projects[placement.tenant, at.project].egress)
            wide = [way for way in ways if way.to == EVERYWHERE.to]
            for protocol, port in PROBES:
                wanted = any(
                    not way.ports or any(p.protocol == protocol and p.first <= port <= p.last for p in way.ports)
                    for way in wide
                )
                pod = Pod(at.namespace, "10.64.1.1")
                assert world.passes(pod, Outside("203.0.113.9"), protocol, port) == wanted


def test_the_walker_itself_knows_an_open_world_from_a_closed_one() -> None:
    a, b = Pod("one", "10.64.0.1"), Pod("two", "10.64.0.2")
    deny: Body = {"metadata": {"namespace": "two"}, "spec": {"podSelector": {}, "policyTypes": ["Ingress"]}}
    every: Body = {"metadata": {"namespace": "two"}, "spec": {"podSelector": {}, "ingress": [{}]}}
    names = {"one": {NAME: "one"}, "two": {NAME: "two"}}

    assert World(names, [], "match pods").passes(a, b, "TCP", 80)
    assert not World(names, [deny], "match pods").passes(a, b, "TCP", 80)
    assert World(names, [deny], "match pods").passes(b, a, "TCP", 80)
    assert World(names, [deny, every], "match pods").passes(a, b, "TCP", 80)
