from dataclasses import replace
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import networkpolicy
from tenantry.kinds.base import Meta
from tenantry.kinds.networkpolicy import KIND, IpBlock, NamespacePods, NetworkPolicy, OwnPods, Rule
from tenantry.program import Port
from tests.support.programs import small_program
from tests.unit.kinds.emission import bodies, body_of, metas, pairs, with_network, with_placed_project

NAME = "kubernetes.io/metadata.name"
SOME = Meta("x", "vision-detection", (), ())

ports = st.builds(
    lambda first, more, protocol: Port(first, min(first + more, 65535), protocol),
    st.integers(1, 65535),
    st.one_of(st.just(0), st.integers(0, 65535)),
    st.sampled_from(("TCP", "UDP", "SCTP")),
)
peers = st.one_of(
    st.builds(OwnPods, pairs),
    st.builds(NamespacePods, pairs, pairs),
    st.builds(IpBlock, st.just("10.0.0.0/8"), st.sampled_from(((), ("10.1.0.0/16",)))),
)
rules = st.lists(
    st.builds(Rule, st.lists(peers, max_size=3).map(tuple), st.lists(ports, max_size=3).map(tuple)), max_size=3
).map(tuple)
policies = st.builds(
    NetworkPolicy,
    meta=metas,
    pods=pairs,
    directions=st.sampled_from((("Ingress",), ("Egress",), ("Ingress", "Egress"))),
    ingress=rules,
    egress=rules,
)


@given(policies)
@settings(max_examples=200)
def test_a_policy_reads_back_as_written(written: NetworkPolicy) -> None:
    assert networkpolicy.decode(networkpolicy.encode(written)) == written


def test_a_named_port_is_refused_because_its_number_depends_on_the_pod() -> None:
    body = networkpolicy.encode(NetworkPolicy(SOME, (), ("Ingress",), (Rule((), (Port(80, 80, "TCP"),)),), ()))
    body["spec"]["ingress"][0]["ports"][0]["port"] = "http"

    with pytest.raises(ValueError, match="`http` is a name"):
        networkpolicy.decode(body)


def test_all_ports_of_a_protocol_are_written_without_a_range_which_some_plugins_read_as_its_first_port() -> None:
    body = networkpolicy.encode(NetworkPolicy(SOME, (), ("Ingress",), (Rule((), (Port(1, 65535, "TCP"),)),), ()))

    assert body["spec"]["ingress"] == [{"ports": [{"protocol": "TCP"}]}]


def test_a_namespace_has_one_policy_for_each_reason() -> None:
    program = small_program()

    sources = {
        body["metadata"]["name"]: body["metadata"]["annotations"]["tenants.example.com/source"]
        for body in bodies(program, KIND)
        if body["metadata"]["namespace"] == "search-ranking"
    }

    assert sources == {
        "isolation": "Project search/ranking",
        "dns": "Cluster prod-a",
        "same-tenant": "IsolationProfile baseline",
        "ingress": "Cluster prod-a",
        "monitoring": "Cluster prod-a",
        "egress-profile": "IsolationProfile baseline",
        "egress-project": "Project search/ranking",
        "link-features": "Link search/features",
    }


def test_no_direction_of_a_policy_is_empty_and_no_rule_lets_in_everybody() -> None:
    for body in bodies(small_program(), KIND):
        spec = body["spec"]
        assert spec["policyTypes"] == [d for d in get_args(networkpolicy.Direction) if d.lower() in spec]
        assert all(spec[direction.lower()] for direction in spec["policyTypes"])
        assert all(rule.get("from") or rule.get("to") for d in spec["policyTypes"] for rule in spec[d.lower()])


def test_isolation_closes_both_directions_but_for_the_projects_own_pods() -> None:
    assert body_of(small_program(), KIND, "finance-risk", "isolation") == {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {
            "name": "isolation",
            "namespace": "finance-risk",
            "labels": {
                "app.kubernetes.io/managed-by": "tenantry",
                "tenants.example.com/project": "risk",
                "tenants.example.com/tenant": "finance",
            },
            "annotations": {
                "argocd.argoproj.io/sync-options": "Prune=confirm,Delete=confirm",
                "argocd.argoproj.io/sync-wave": "-2",
                "tenants.example.com/source": "Project finance/risk",
            },
        },
        "spec": {
            "egress": [{"to": [{"podSelector": {}}]}],
            "ingress": [{"from": [{"podSelector": {}}]}],
            "podSelector": {},
            "policyTypes": ["Ingress", "Egress"],
        },
    }


def test_dns_names_its_pods_in_one_peer_and_its_addresses_beside_them_over_both_protocols() -> None:
    spec = body_of(small_program(), KIND, "finance-risk", "dns")["spec"]

    assert spec["egress"] == [
        {
            "ports": [{"port": 53, "protocol": "UDP"}, {"port": 53, "protocol": "TCP"}],
            "to": [
                {
                    "namespaceSelector": {"matchLabels": {NAME: "kube-system"}},
                    "podSelector": {"matchLabels": {"k8s-app": "kube-dns"}},
                },
                {"ipBlock": {"cidr": "10.96.0.10/32"}},
                {
                    "namespaceSelector": {"matchLabels": {NAME: "kube-system"}},
                    "podSelector": {"matchLabels": {"k8s-app": "node-local-dns"}},
                },
                {"ipBlock": {"cidr": "169.254.20.10/32"}},
            ],
        }
    ]


def test_dns_of_openshift_is_reached_where_it_really_listens() -> None:
    program = with_network(small_program(), cni="ovn-kubernetes", node_local_dns="")

    spec = body_of(program, KIND, "finance-risk", "dns")["spec"]

    assert [len(rule["to"]) for rule in spec["egress"]] == [2, 1]
    assert spec["egress"][1]["to"][0]["namespaceSelector"] == {"matchLabels": {NAME: "openshift-dns"}}
    assert spec["egress"][1]["ports"] == [
        {"port": 5353, "protocol": "UDP"},
        {"port": 5353, "protocol": "TCP"},
    ]


def test_an_ipv6_service_address_is_a_range_of_one() -> None:
    program = with_network(small_program(), dns_service="fd00:96::a")

    peers = body_of(program, KIND, "finance-risk", "dns")["spec"]["egress"][0]["to"]

    assert {"ipBlock": {"cidr": "fd00:96::a/128"}} in peers


def test_a_wide_way_out_leaves_out_the_cluster_and_metadata_and_a_narrow_one_only_what_was_written() -> None:
    program = small_program()

    wide = body_of(program, KIND, "search-ranking", "egress-profile")["spec"]["egress"]
    narrow = body_of(program, KIND, "finance-risk", "egress-profile")["spec"]["egress"]

    assert wide == [
        {
            "ports": [{"port": 443, "protocol": "TCP"}],
            "to": [
                {
                    "ipBlock": {
                        "cidr": "0.0.0.0/0",
                        "except": ["10.10.0.0/22", "10.64.0.0/12", "10.96.0.0/16", "169.254.0.0/16"],
                    }
                }
            ],
        }
    ]
    assert narrow[0]["to"] == [{"ipBlock": {"cidr": "10.20.0.0/16", "except": ["10.20.9.0/24"]}}]


def test_ways_out_of_a_project_stand_apart_from_those_of_its_profile() -> None:
    spec = body_of(small_program(), KIND, "search-ranking", "egress-project")["spec"]

    assert spec["egress"] == [
        {
            "ports": [{"port": 443, "protocol": "TCP"}, {"endPort": 9100, "port": 9000, "protocol": "TCP"}],
            "to": [{"ipBlock": {"cidr": "10.20.4.0/24"}}],
        }
    ]


def test_a_link_is_one_policy_at_either_end_and_touches_no_other() -> None:
    program = small_program()
    unlinked = with_placed_project(
        with_placed_project(program, "vision", "detection", links=()), "search", "ranking", links=()
    )

    gone = [body for body in bodies(program, KIND) if body not in bodies(unlinked, KIND)]

    assert [(body["metadata"]["namespace"], body["metadata"]["name"]) for body in gone] == [
        ("search-ranking", "link-features"),
        ("vision-detection", "link-features"),
    ]
    assert all(body in bodies(program, KIND) for body in bodies(unlinked, KIND))


def test_a_link_whose_ends_share_no_port_opens_nothing() -> None:
    program = small_program()
    (link,) = program.placements[-1].projects[0].links

    shut = with_placed_project(program, "vision", "detection", links=(link._replace(ports=()),))

    names = {b["metadata"]["name"] for b in bodies(shut, KIND) if b["metadata"]["namespace"] == "vision-detection"}
    assert "isolation" in names
    assert "link-features" not in names


def test_another_project_of_a_tenant_changes_nothing_in_its_other_namespaces() -> None:
    program = small_program()
    alone = replace(
        program,
        placements=tuple(
            replace(placement, projects=tuple(at for at in placement.projects if at.project != "serving"))
            for placement in program.placements
        ),
    )

    assert [body for body in bodies(alone, KIND) if body not in bodies(program, KIND)] == []
