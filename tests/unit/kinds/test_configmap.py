from dataclasses import replace

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import configmap
from tenantry.kinds.configmap import KIND, ConfigMap
from tenantry.names import PoolName
from tenantry.program import Program, Sharing
from tests.support.programs import small_program
from tests.unit.kinds.emission import bodies, metas, pairs, with_pool

DOMAIN = "tenants.example.com"


def read(program: Program) -> dict[str, dict[str, object]]:
    """Every map with its texts read as YAML."""
    return {
        body["metadata"]["name"]: {key: yaml.safe_load(text) for key, text in body["data"].items()}
        for body in bodies(program, KIND)
    }


def shared(program: Program, pool: str, sharing: Sharing, resource: str) -> Program:
    accelerator = program.pools[pool].accelerator  # type: ignore[index]
    assert accelerator is not None
    return with_pool(
        program, pool, resource=resource, accelerator=replace(accelerator, sharing=sharing, resource=resource)
    )


@given(st.builds(ConfigMap, meta=metas, data=pairs))
@settings(max_examples=100)
def test_a_map_reads_back_as_written(written: ConfigMap) -> None:
    assert configmap.decode(configmap.encode(written)) == written


def test_a_map_of_bytes_is_not_one_of_ours() -> None:
    (body, *_) = bodies(small_program(), KIND)

    with pytest.raises(ValueError, match="texts only"):
        configmap.decode(body | {"binaryData": {"a": "AA=="}})


def test_sliced_pools_give_the_mig_manager_a_layout_each_beside_that_of_unlabelled_nodes() -> None:
    assert read(small_program())["tenantry-mig-config"] == {
        "config.yaml": {
            "version": "v1",
            "mig-configs": {
                "all-disabled": [{"devices": "all", "mig-enabled": False}],
                "h100-slices": [{"devices": "all", "mig-enabled": True, "mig-devices": {"1g.10gb": 7}}],
            },
        }
    }


@pytest.mark.parametrize("mode", ["timeSlicing", "mps"])
def test_shared_pools_give_the_device_plugin_an_entry_each(mode: str) -> None:
    program = shared(small_program(), "h100-slices", Sharing(mode, "", 4), "nvidia.com/gpu")  # type: ignore[arg-type]

    maps = read(program)

    assert maps["tenantry-device-plugin"] == {
        "default": {"version": "v1"},
        "h100-slices": {
            "version": "v1",
            "sharing": {mode: {"resources": [{"name": "nvidia.com/gpu", "replicas": 4}]}},
        },
    }
    assert "tenantry-mig-config" not in maps
    assert maps["tenantry-nodes"]["h100-slices"]["labels"] == {  # type: ignore[index]
        "nvidia.com/device-plugin.config": "h100-slices",
        f"{DOMAIN}/pool": "h100-slices",
    }


def test_a_resource_named_shared_is_what_the_device_plugin_renames() -> None:
    program = shared(small_program(), "h100-slices", Sharing("timeSlicing", "", 4), "nvidia.com/gpu.shared")

    assert read(program)["tenantry-device-plugin"]["h100-slices"]["sharing"] == {  # type: ignore[index]
        "timeSlicing": {"renameByDefault": True, "resources": [{"name": "nvidia.com/gpu", "replicas": 4}]}
    }


def test_nodes_of_every_pool_are_told_their_labels_taints_and_what_they_must_offer() -> None:
    nodes = read(small_program())["tenantry-nodes"]

    taint = {"key": f"{DOMAIN}/pool", "effect": "NoSchedule"}
    assert set(nodes) == {"cpu", "h100-finance", "h100-infer", "h100-slices", "h100-train"}
    assert nodes["h100-train"] == {
        "nodes": 16,
        "labels": {f"{DOMAIN}/pool": "h100-train"},
        "taints": [{**taint, "value": "h100-train"}],
        "topologyLabels": ["example.com/block", "example.com/rack", "kubernetes.io/hostname"],
        "eachNodeOffers": {"nvidia.com/gpu": 8, "rdma/hca": 8},
        "accelerator": {"model": "H100-SXM5-80GB", "perNode": 8},
    }
    assert nodes["h100-slices"] == {
        "nodes": 1,
        "labels": {"nvidia.com/mig.config": "h100-slices", f"{DOMAIN}/pool": "h100-slices"},
        "taints": [{**taint, "value": "h100-slices"}],
        "eachNodeOffers": {"nvidia.com/mig-1g.10gb": 56},
        "accelerator": {"model": "H100-SXM5-80GB", "perNode": 8, "migStrategy": "mixed"},
    }
    assert nodes["cpu"]["eachNodeOffers"] == {"cpu": 60}  # type: ignore[index]


def test_slices_of_other_makers_have_no_nvidia_settings() -> None:
    program = small_program()
    accelerator = program.pools["h100-slices"].accelerator  # type: ignore[index]
    assert accelerator is not None

    maps = read(with_pool(program, "h100-slices", accelerator=replace(accelerator, vendor="amd")))

    assert set(maps) == {"tenantry-nodes"}


def test_names_that_yaml_would_read_as_something_else_stay_texts() -> None:
    program = small_program()
    (cluster,) = program.clusters.values()
    slices = program.pools[PoolName("h100-slices")]
    pools = {name: replace(slices, name=name) for name in map(PoolName, ("no", "012", "1e3"))}

    maps = read(replace(program, pools=pools, clusters={cluster.name: replace(cluster, pools=tuple(pools))}))

    layouts = maps["tenantry-mig-config"]["config.yaml"]["mig-configs"]  # type: ignore[index]
    assert set(layouts) == {"all-disabled", "no", "012", "1e3"}


@pytest.mark.parametrize(
    ("sharing", "label"),
    [(Sharing("mig", "1g.10gb", 7), configmap.MIG_LABEL), (Sharing("mps", "", 2), configmap.DEVICE_PLUGIN_LABEL)],
)
@pytest.mark.parametrize("name", ["all-disabled", "default"])
def test_a_pool_with_the_name_of_what_unlabelled_nodes_get_has_settings_of_another_name(
    sharing: Sharing, label: str, name: str
) -> None:
    program = shared(small_program(), "h100-slices", sharing, "nvidia.com/gpu")
    (cluster,) = program.clusters.values()
    pool = replace(program.pools[PoolName("h100-slices")], name=PoolName(name))

    maps = read(
        replace(program, pools={pool.name: pool}, clusters={cluster.name: replace(cluster, pools=(pool.name,))})
    )

    chosen = maps["tenantry-nodes"][name]["labels"][label]  # type: ignore[index]
    settings = maps.get("tenantry-device-plugin") or maps["tenantry-mig-config"]["config.yaml"]["mig-configs"]  # type: ignore[index]
    assert len(settings) == 2
    assert chosen in settings
    assert chosen not in ("all-disabled", "default")


def test_the_maps_stand_where_no_tenant_is_and_every_cluster_has_a_namespace() -> None:
    program = small_program()
    (cluster,) = program.clusters.values()

    assert {body["metadata"]["namespace"] for body in bodies(program, KIND)} == {cluster.kueue.namespace}


def test_a_cluster_without_pools_has_no_maps() -> None:
    program = small_program()
    clusters = {name: replace(cluster, pools=()) for name, cluster in program.clusters.items()}

    assert bodies(replace(program, clusters=clusters), KIND) == []
