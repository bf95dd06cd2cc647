"""NVIDIA's own code reads what the compiler wrote for it, and makes of each node what the node's pool sells."""

from pathlib import Path
from typing import Any

import pytest

from tests.acceptance.devices.conftest import Compiled
from tests.acceptance.devices.fleets import FLEETS
from tests.acceptance.devices.settings import UNSET, UNSHARED, Settings, judged, read_yaml
from tests.oracle.devices import nodes_of
from tests.oracle.specs import Specs

pytestmark = pytest.mark.xdist_group("devices")


@pytest.mark.parametrize("fleet", FLEETS)
def test_a_node_of_every_pool_is_cut_and_advertised_as_its_specs_say(
    judge: Path, workspaces: Compiled, fleet: str
) -> None:
    workspace = workspaces(fleet)
    specs = Specs.read(workspace)
    pairs = [
        (f"{cluster}: {nodes.pool}", nodes, Settings.read(workspace, cluster).question(nodes))
        for cluster in specs.of("Cluster")
        for nodes in nodes_of(specs, cluster).values()
        if nodes.by_nvidia
    ]

    answers = judged(judge, [question for _, _, question in pairs])

    expected = {}
    for name, nodes, _ in pairs:
        each = dict([nodes.slices]) if nodes.slices else None
        expected[name] = {
            "slices": [each] * nodes.accelerator["perNode"],
            "offers": {nodes.resource: nodes.offers[nodes.resource]},
        }
    assert expected
    assert dict(zip([name for name, _, _ in pairs], answers, strict=True)) == expected


@pytest.mark.parametrize("fleet", FLEETS)
def test_there_is_a_setting_for_each_pool_that_needs_one_and_for_no_other(workspaces: Compiled, fleet: str) -> None:
    workspace = workspaces(fleet)
    specs = Specs.read(workspace)
    for cluster in specs.of("Cluster"):
        settings, pools = Settings.read(workspace, cluster), nodes_of(specs, cluster).values()
        sliced = {nodes.setting for nodes in pools if nodes.slices}
        shared = {nodes.setting for nodes in pools if nodes.plugin}
        layouts = read_yaml(settings.mig["config.yaml"])["mig-configs"].keys() if settings.mig else set()

        assert layouts == (sliced | {UNSET} if sliced else set())
        assert settings.plugin.keys() == (shared | {UNSHARED} if shared else set())


LAYOUT = "version: v1\nmig-configs:\n  a:\n  - devices: all\n    mig-enabled: true\n    mig-devices: {mig}\n"
TURNS = (
    "version: {version}\nsharing:\n  timeSlicing:\n    resources:\n    - name: nvidia.com/gpu\n      replicas: {n}\n"
)
A100 = {"model": "A100-SXM4-40GB", "gibibytes": 40, "gpus": 2, "migLayout": "a", "migStrategy": "mixed"}
H100 = {**A100, "model": "H100-SXM5-80GB", "gibibytes": 80}


@pytest.mark.parametrize(
    ("node", "error"),
    [
        ({**A100, "migConfig": LAYOUT.format(mig="{2g.10gb: 4}")}, "not.*valid|cannot configure"),
        ({**A100, "migConfig": LAYOUT.format(mig="{1g.5gb.me: 1}")}, "invalid format for '1g.5gb.me'"),
        ({**H100, "migConfig": LAYOUT.format(mig="{1g.10gb: 8}")}, "1g.10gb fits 7 times, not 8"),
        ({**H100, "migConfig": LAYOUT.format(mig="{1g.5gb: 7}")}, "1g.5gb: unable to parse"),
        ({**H100, "migConfig": LAYOUT.format(mig="{1g.10gb: 7}"), "migLayout": "b"}, "not present: b"),
        ({**H100, "plugin": TURNS.format(version="v1", n=1)}, "replicas must be >= 2"),
        ({**H100, "plugin": TURNS.format(version="v2", n=2)}, "unknown version: v2"),
    ],
)
def test_the_judge_refuses_what_nvidia_refuses(judge: Path, node: dict[str, Any], error: str) -> None:
    (answer,) = judged(judge, [node])

    assert answer.keys() == {"error"}
    with pytest.raises(ValueError, match=error):
        raise ValueError(answer["error"])
