"""The kinds of nodes that generated fleets are made of. Pure data."""

from typing import Final, NamedTuple


class Hardware(NamedTuple):
    """A kind of node as a Pool describes it: `node` and `accelerator` are YAML flow mappings, units as sold."""

    node: str
    system: str
    accelerator: str
    units_per_node: int
    price: str


_GPU_NODE: Final = "{cpu: 192, memory: 2Ti, ephemeralStorage: 24Ti, devices: {rdma/hca: 8}}"
_PLAIN_GPU_NODE: Final = "{cpu: 192, memory: 2Ti, ephemeralStorage: 24Ti}"
_SYSTEM: Final = "{cpu: 8, memory: 64Gi}"


def _gpu(vendor: str, model: str, memory: str, price: str, *, node: str = _GPU_NODE) -> Hardware:
    accelerator = f"{{vendor: {vendor}, model: {model}, memory: {memory}, perNode: 8}}"
    return Hardware(node, _SYSTEM, accelerator, 8, price)


TRAINING: Final = (
    _gpu("nvidia", "H100-SXM5-80GB", "80Gi", "2.60"),
    _gpu("nvidia", "H200-SXM5-141GB", "141Gi", "3.10"),
    _gpu("nvidia", "B200-SXM6-180GB", "180Gi", "4.40"),
    _gpu("amd", "MI300X", "192Gi", "2.20"),
)
INFERENCE: Final = (
    _gpu("nvidia", "H100-SXM5-80GB", "80Gi", "2.60", node=_PLAIN_GPU_NODE),
    _gpu("nvidia", "L40S", "48Gi", "1.10", node=_PLAIN_GPU_NODE),
)
SLICED: Final = Hardware(
    _PLAIN_GPU_NODE,
    _SYSTEM,
    "{vendor: nvidia, model: H100-SXM5-80GB, perNode: 8, sharing: {mig: {profile: 1g.10gb, perAccelerator: 7}}}",
    56,
    "0.37",
)
LAB: Final = Hardware(
    "{cpu: 128, memory: 1Ti, ephemeralStorage: 8Ti}",
    "{cpu: 8, memory: 32Gi}",
    "{vendor: nvidia, model: L40S, memory: 48Gi, perNode: 8, sharing: {timeSlicing: {replicas: 4}}}",
    32,
    "0.30",
)
CPU_NODE: Final = Hardware(
    "{cpu: 128, memory: 512Gi, ephemeralStorage: 4Ti}", "{cpu: 8, memory: 32Gi}", "", 120, "0.04"
)
