"""ConfigMap: how the devices and nodes of a cluster's pools must be set up, as data that an operator can apply.

Three maps per cluster, each only where there is something to say:

- `tenantry-nodes`: per pool the labels and taints its nodes must carry, and what a node must then offer.
- `tenantry-mig-config`: for NVIDIA's MIG manager, one layout per sliced pool, chosen by the node label
  `nvidia.com/mig.config: <pool>`.
- `tenantry-device-plugin`: for NVIDIA's device plugin, one entry per shared pool, chosen by the node label
  `nvidia.com/device-plugin.config: <pool>`.

The last two also say what holds for nodes without such a label: accelerators stay whole.

They stand in Kueue's namespace: of the namespaces on a cluster that no tenant can reach, it is the one every Cluster
names. NVIDIA's operator reads only its own namespace, so whoever runs it copies the last two there, and names them
in its ClusterPolicy; that step stays with a person, because a new layout ends what runs on the node.
"""

from collections.abc import Iterator
from json import dumps as quoted
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Pairs, Wave, decode_meta, envelope, owned_meta, pairs
from tenantry.program import Accelerator, Cluster, Pool, Program, Sharing
from tenantry.records import record

API_VERSION: Final = "v1"
NODES: Final = "tenantry-nodes"
MIG_CONFIG: Final = "tenantry-mig-config"
DEVICE_PLUGIN: Final = "tenantry-device-plugin"

MIG_LABEL: Final = "nvidia.com/mig.config"
DEVICE_PLUGIN_LABEL: Final = "nvidia.com/device-plugin.config"

_UNSLICED: Final = "all-disabled"
"""The layout of nodes without the label: the operator's default, so that a map without it would fail on them."""

_UNSHARED: Final = "default"
"""The entry of nodes without the label. A map without it fails on them, or, with one entry alone, shares them too."""

_RENAMED: Final = ".shared"
"""What NVIDIA's device plugin adds to the name of a shared accelerator when it is told to rename."""


@record
class ConfigMap:
    """A map of texts, sorted by key."""

    meta: Meta
    data: Pairs


def encode(config: ConfigMap) -> Body:
    body = envelope(API_VERSION, "ConfigMap", config.meta)
    if config.data:
        body["data"] = dict(config.data)
    return body


def decode(body: Body) -> ConfigMap:
    """Raises ValueError for binary data, which tenantry does not write."""
    if "binaryData" in body:
        raise ValueError("a ConfigMap of ours holds texts only")
    return ConfigMap(decode_meta(body), tuple(sorted(body.get("data", {}).items())))


def of_cluster(program: Program, cluster: Cluster) -> Iterator[tuple[ConfigMap, DocumentRef]]:
    """The settings of all pools of a cluster."""
    pools = sorted((program.pools[name] for name in cluster.pools), key=lambda pool: pool.name)
    for name, data in (
        (NODES, tuple((pool.name, _node_text(pool)) for pool in pools)),
        (MIG_CONFIG, _mig_config(pools)),
        (DEVICE_PLUGIN, _device_plugin(pools)),
    ):
        if data:
            meta = owned_meta(
                program,
                name=name,
                namespace=cluster.kueue.namespace,
                source=cluster.ref,
                wave=Wave.CLUSTER_DEFINITIONS,
            )
            yield ConfigMap(meta, pairs(data)), cluster.ref


def node_labels(pool: Pool) -> Pairs:
    """All labels that every node of a pool must carry, those that choose its device settings included; topology
    labels aside, whose values differ from node to node."""
    sharing = _nvidia_sharing(pool.accelerator)
    if sharing is None:
        return pairs(pool.labels)
    chooses = MIG_LABEL if sharing.mode == "mig" else DEVICE_PLUGIN_LABEL
    return pairs(pool.labels, ((chooses, _setting(pool)),))


def _setting(pool: Pool) -> str:
    """The name of a pool's layout or entry. No name of a pool has a dot."""
    return f"{pool.name}.pool" if pool.name in (_UNSLICED, _UNSHARED) else pool.name


def _nvidia_sharing(accelerator: Accelerator | None) -> Sharing | None:
    """How NVIDIA accelerators are shared; other makers have no settings that are written this way."""
    return accelerator.sharing if accelerator is not None and accelerator.vendor == "nvidia" else None


def _node_text(pool: Pool) -> str:
    """YAML, every text quoted, so that no name is read as a number or a truth value."""
    lines = [f"nodes: {pool.nodes}", "labels:"]
    lines.extend(f"  {quoted(key)}: {quoted(value)}" for key, value in node_labels(pool))
    lines.append("taints:")
    for taint in pool.taints:
        lines.append(f"- key: {quoted(taint.key)}")
        lines.append(f"  value: {quoted(taint.value)}")
        lines.append(f"  effect: {taint.effect}")
    if pool.topology:
        lines.append("topologyLabels:")
        lines.extend(f"- {quoted(level)}" for level in pool.topology)
    lines.append("eachNodeOffers:")
    offers = {pool.resource: pool.units_per_node} | dict(pool.node_devices)
    lines.extend(f"  {quoted(resource)}: {count}" for resource, count in sorted(offers.items()))
    if pool.accelerator is not None:
        lines.extend(_accelerator_lines(pool.accelerator))
    return "\n".join(lines) + "\n"


def _accelerator_lines(accelerator: Accelerator) -> Iterator[str]:
    yield "accelerator:"
    yield f"  model: {quoted(accelerator.model)}"
    yield f"  perNode: {accelerator.per_node}"
    if accelerator.driver:
        yield f"  driver: {quoted(accelerator.driver)}"
    if accelerator.vendor == "nvidia" and accelerator.sharing is not None and accelerator.sharing.mode == "mig":
        yield f"  migStrategy: {_mig_strategy(accelerator)}"


def _mig_strategy(accelerator: Accelerator) -> str:
    """`mixed` names slices by their shape; `single` calls every slice a GPU."""
    return "mixed" if "/mig-" in accelerator.resource else "single"


def _mig_config(pools: list[Pool]) -> Pairs:
    layouts: list[str] = []
    for pool in pools:
        sharing = _nvidia_sharing(pool.accelerator)
        if sharing is not None and sharing.mode == "mig":
            layouts += [
                f"  {quoted(_setting(pool))}:",
                "  - devices: all",
                "    mig-enabled: true",
                "    mig-devices:",
                f"      {quoted(sharing.mig_profile)}: {sharing.parts}",
            ]
    if not layouts:
        return ()
    head = ["version: v1", "mig-configs:", f"  {quoted(_UNSLICED)}:", "  - devices: all", "    mig-enabled: false"]
    return (("config.yaml", "\n".join([*head, *layouts]) + "\n"),)


def _device_plugin(pools: list[Pool]) -> Pairs:
    entries: list[tuple[str, str]] = []
    for pool in pools:
        sharing = _nvidia_sharing(pool.accelerator)
        if sharing is not None and sharing.mode != "mig":
            lines = ["version: v1", "sharing:", f"  {sharing.mode}:"]
            if pool.resource.endswith(_RENAMED):
                lines.append("    renameByDefault: true")
            lines += [
                "    resources:",
                f"    - name: {quoted(pool.resource.removesuffix(_RENAMED))}",
                f"      replicas: {sharing.parts}",
            ]
            entries.append((_setting(pool), "\n".join(lines) + "\n"))
    return ((_UNSHARED, "version: v1\n"), *entries) if entries else ()


KIND: Final = Kind(
    api_version=API_VERSION,
    kind="ConfigMap",
    topic="devices",
    encode=encode,
    decode=decode,
    of_cluster=of_cluster,
)
