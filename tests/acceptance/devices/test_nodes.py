"""What operators are told of the nodes of each pool, against the specs and against the objects that Kueue gets."""

from collections.abc import Iterator

import pytest

from tests.acceptance.devices.conftest import Compiled
from tests.acceptance.devices.fleets import FLEETS
from tests.acceptance.devices.settings import Settings
from tests.oracle.devices import Nodes, nodes_of
from tests.oracle.specs import Specs
from tests.support.documents import Document

pytestmark = [pytest.mark.xdist_group("devices"), pytest.mark.parametrize("fleet", FLEETS)]


def clusters(workspaces: Compiled, fleet: str) -> Iterator[tuple[Settings, dict[str, Nodes]]]:
    """What was compiled for each cluster, and the nodes that its specs describe."""
    workspace = workspaces(fleet)
    specs = Specs.read(workspace)
    for cluster in specs.of("Cluster"):
        yield Settings.read(workspace, cluster), nodes_of(specs, cluster)


def test_operators_are_told_what_the_specs_say(workspaces: Compiled, fleet: str) -> None:
    for settings, pools in clusters(workspaces, fleet):
        assert {name: settings.node(name) for name in settings.nodes} == {
            name: expected(nodes) for name, nodes in pools.items()
        }


def test_a_node_set_up_so_is_of_the_flavor_of_its_pool_and_of_no_other(workspaces: Compiled, fleet: str) -> None:
    for settings, pools in clusters(workspaces, fleet):
        flavors, topologies = settings.of("ResourceFlavor"), settings.of("Topology")
        assert flavors.keys() == pools.keys()
        for name in pools:
            told, flavor = settings.node(name), flavors[name]["spec"]
            fitting = [other for other, item in flavors.items() if fits(item["spec"], told["labels"])]
            levels = topologies[flavor["topologyName"]]["spec"]["levels"] if "topologyName" in flavor else []

            assert fitting == [name]
            assert all(tolerates(flavor, taint) for taint in told["taints"])
            assert [level["nodeLabel"] for level in levels] == told.get("topologyLabels", [])


def test_nodes_offer_what_the_queues_of_their_pool_hand_out(workspaces: Compiled, fleet: str) -> None:
    for settings, pools in clusters(workspaces, fleet):
        sold = dict[str, dict[str, int]]()
        for item in [*settings.of("Cohort").values(), *settings.of("ClusterQueue").values()]:
            for pool, resource, units in units_in(item):
                sold.setdefault(pool, {}).setdefault(resource, 0)
                sold[pool][resource] += units
        for name, nodes in pools.items():
            told = settings.node(name)
            spares = nodes.count * nodes.offers[nodes.resource] - nodes.for_sale

            assert sold[name] == {nodes.resource: told["nodes"] * told["eachNodeOffers"][nodes.resource] - spares}


def expected(nodes: Nodes) -> Document:
    """The text about a pool, as data."""
    told: Document = {
        "nodes": nodes.count,
        "labels": nodes.labels,
        "taints": [
            {"key": key, "value": value, "effect": effect} for key, value, effect in sorted(nodes.taints, key=str)
        ],
        "eachNodeOffers": nodes.offers,
    }
    if nodes.topology:
        told["topologyLabels"] = nodes.topology
    if nodes.accelerator:
        told["accelerator"] = {name: nodes.accelerator[name] for name in ("model", "perNode")}
        if "driver" in nodes.accelerator:
            told["accelerator"]["driver"] = nodes.accelerator["driver"]
        if nodes.mig_strategy:
            told["accelerator"]["migStrategy"] = nodes.mig_strategy
    return told


def fits(flavor: Document, labels: dict[str, str]) -> bool:
    """Whether Kueue would send work of a flavor to a node with these labels."""
    return flavor["nodeLabels"].items() <= labels.items()


def tolerates(flavor: Document, taint: Document) -> bool:
    """Whether work of a flavor may run beside a taint."""
    return any(
        (one["key"], one.get("value", ""), one["effect"]) == (taint["key"], taint["value"], taint["effect"])
        for one in flavor["tolerations"]
    )


def units_in(item: Document) -> Iterator[tuple[str, str, int]]:
    """Pool, resource and units that a cohort or queue is promised; CPU and memory that come with a unit aside."""
    for group in item["spec"].get("resourceGroups", []):
        unit = group["coveredResources"][0]
        for flavor in group["flavors"]:
            for resource in flavor["resources"]:
                if resource["name"] == unit:
                    yield flavor["name"], unit, int(resource["nominalQuota"])
