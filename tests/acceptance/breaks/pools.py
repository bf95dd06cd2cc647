"""Breaks of the shape of pools: what they sell, which nodes are theirs, whom and what they admit."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, document
from tests.acceptance.breaks.files import CLASSES, LAB_POOLS, PROD_POOLS

_NODE = "node: {cpu: 192, memory: 2Ti, ephemeralStorage: 24Ti}"
_INFER = (
    '  accelerator: {vendor: nvidia, model: H100-SXM5-80GB, memory: 80Gi, perNode: 8, driver: "580"}\n'
    "  classes: [inference, batch]"
)
_SLICES = "accelerator:\n    vendor: nvidia\n    model: H100-SXM5-80GB\n    memory: 80Gi"
_INFER_NODES = "metadata: {name: h100-infer}\nspec:\n  cluster: prod-a\n  nodes: 1\n"
_CPU_NODES = "metadata: {name: cpu-general}\nspec:\n  cluster: prod-a\n  nodes: 4\n"


def _pool(name: str, more: str, cluster: str = "prod-a") -> str:
    """A small pool of its own, with `more` of its spec."""
    return document(
        "Pool",
        f"{{name: {name}}}",
        f"  cluster: {cluster}\n  nodes: 1\n  node: {{cpu: 64, memory: 256Gi, ephemeralStorage: 2Ti}}\n"
        f"  price: 1\n{more}",
    )


def _many(entry: str, count: int) -> str:
    return ", ".join(entry.format(number) for number in range(count))


BREAKS: Breaks = {
    "TN401": (
        Break(
            "the system keeps more cores than a node has",
            Change(PROD_POOLS, "systemReserved: {cpu: 4,", "systemReserved: {cpu: 72,"),
            at="systemReserved: {cpu: 72,",
        ),
        Break(
            "the memory of a node is typed without its unit's first letter",
            Change(LAB_POOLS, "systemReserved: {cpu: 8, memory: 32Gi}", "systemReserved: {cpu: 8, memory: 32Ti}"),
            at="memory: 32Ti",
        ),
        Break(
            "less than a core is left of a node",
            Change(PROD_POOLS, "node: {cpu: 64,", "node: {cpu: 4500m,"),
            at="cpu: 4500m",
        ),
        Break(
            "memory that does not go round",
            Change(LAB_POOLS, "memory: 1Ti, ephemeralStorage", "memory: 32788Mi, ephemeralStorage"),
            at="memory: 32788Mi",
        ),
        Break(
            "the system keeps more disk than there is",
            Change(
                PROD_POOLS,
                "systemReserved: {cpu: 8, memory: 64Gi}                # per",
                "systemReserved: {cpu: 8, memory: 64Gi, ephemeralStorage: 30Ti}   # per",
            ),
            at="ephemeralStorage: 30Ti",
        ),
    ),
    "TN402": (
        Break("every unit is a spare", Change(PROD_POOLS, "{units: 8, reason", "{units: 128, reason"), at="units: 128"),
        Break(
            "spares are counted in accelerators of the whole cluster",
            Change(LAB_POOLS, "  profiles:", "  spares: {units: 160, reason: one node}\n  profiles:"),
            at="units: 160",
        ),
        Break(
            "the only node of a pool is kept back",
            Change(
                PROD_POOLS,
                "  classes: [inference, batch]",
                "  spares: {units: 8, reason: one node}\n  classes: [inference, batch]",
            ),
            at="{units: 8, reason: one node}",
        ),
        Break("all nodes but the spare one go", Change(PROD_POOLS, "nodes: 16", "nodes: 1"), at="spares:"),
    ),
    "TN403": (
        Break(
            "a pool is copied and its vendor changed, with the resource name left",
            Change(PROD_POOLS, _INFER, _INFER.replace("nvidia,", "amd, resource: nvidia.com/gpu,")),
            at="vendor: amd",
        ),
        Break(
            "a new pool sells the slices of another vendor",
            Append(
                PROD_POOLS,
                _pool(
                    "odd-slices",
                    "  accelerator: {vendor: other, resource: nvidia.com/mig-1g.10gb, model: X, perNode: 8}\n"
                    "  classes: [development]",
                ),
            ),
            at="vendor: other",
        ),
        Break(
            "a vendor that comes first by name takes the resource of another",
            Append(
                LAB_POOLS,
                _pool(
                    "mi300",
                    "  accelerator: {vendor: amd, resource: nvidia.com/gpu, model: MI300X, perNode: 8}\n"
                    "  classes: [development]\n  labels: {vendor: amd}",
                    cluster="lab-b",
                ),
            ),
            at="vendor: amd, resource",
        ),
    ),
    "TN404": (
        Break(
            "a pool is copied with the label of the other one",
            Change(PROD_POOLS, _INFER_NODES, f"{_INFER_NODES}  labels: {{tenants.example.com/pool: h100-train}}\n"),
            at="labels: {tenants.example.com/pool: h100-train}",
        ),
        Break(
            "the label of a CPU pool is on other nodes too",
            Change(PROD_POOLS, _CPU_NODES, f"{_CPU_NODES}  labels: {{example.com/rack: a}}\n"),
            Change(
                PROD_POOLS, _INFER_NODES, f"{_INFER_NODES}  labels: {{example.com/rack: a, example.com/gpu: h100}}\n"
            ),
            at="labels: {example.com/rack: a}",
        ),
        Break(
            "a new pool takes the nodes of an old one",
            Append(
                PROD_POOLS,
                _pool("alike", "  classes: [batch]\n  labels: {tenants.example.com/pool: cpu-finance}"),
            ),
            at="labels: {tenants.example.com/pool: cpu-finance}",
        ),
        Break(
            "a pool of the name that comes last takes the nodes of an old one",
            Append(
                LAB_POOLS,
                _pool("zeta", "  classes: [batch]\n  labels: {tenants.example.com/pool: l40s-shared}", cluster="lab-b"),
            ),
            at="labels: {tenants.example.com/pool: l40s-shared}",
        ),
    ),
    "TN405": (
        Break(
            "nine labels",
            Change(PROD_POOLS, _CPU_NODES, f"{_CPU_NODES}  labels: {{{_many('example.com/l{}: a', 9)}}}\n"),
            at="labels: {example.com/l0",
        ),
        Break(
            "nine taints",
            Change(PROD_POOLS, _CPU_NODES, f"{_CPU_NODES}  taints: [{_many('{{key: t{}}}', 9)}]\n"),
            at="taints: [{key: t0}",
        ),
        Break(
            "a node above the rack",
            Change(PROD_POOLS, _INFER_NODES, f"{_INFER_NODES}  topology: [kubernetes.io/hostname, example.com/rack]\n"),
            at="topology: [kubernetes.io/hostname",
        ),
        Break(
            "seventeen levels",
            Change(PROD_POOLS, _CPU_NODES, f"{_CPU_NODES}  topology: [{_many('example.com/t{}', 17)}]\n"),
            at="topology: [example.com/t0",
        ),
        Break(
            "more devices than a queue lists",
            Change(PROD_POOLS, "devices: {rdma/hca: 8}", f"devices: {{{_many('example.com/d{}: 1', 61)}}}"),
            at="example.com/d0",
        ),
    ),
    "TN406": (
        Break(
            "the accelerator is listed among the devices",
            Change(PROD_POOLS, "devices: {rdma/hca: 8}", "devices: {rdma/hca: 8, nvidia.com/gpu: 8}"),
            at="nvidia.com/gpu: 8",
        ),
        Break(
            "the accelerators of a shared pool are listed among the devices",
            Change(LAB_POOLS, "ephemeralStorage: 8Ti}", "ephemeralStorage: 8Ti, devices: {nvidia.com/gpu: 8}}"),
            at="nvidia.com/gpu: 8",
        ),
        Break(
            "the slices are listed among the devices",
            Change(
                PROD_POOLS,
                f"metadata: {{name: h100-slices}}\nspec:\n  cluster: prod-a\n  nodes: 1\n  {_NODE}",
                "metadata: {name: h100-slices}\nspec:\n  cluster: prod-a\n  nodes: 1\n"
                f"  {_NODE[:-1]}, devices: {{nvidia.com/mig-1g.10gb: 56}}}}",
            ),
            at="mig-1g.10gb: 56",
        ),
    ),
    "TN407": (
        Break(
            "eight slices of an accelerator of seven",
            Change(PROD_POOLS, "perAccelerator: 7", "perAccelerator: 8"),
            at="perAccelerator: 8",
        ),
        Break(
            "larger slices, and the number left as it was",
            Change(PROD_POOLS, "profile: 1g.10gb", "profile: 2g.20gb"),
            at="profile: 2g.20gb",
        ),
        Break(
            "accelerators with half the memory",
            Change(PROD_POOLS, _SLICES, _SLICES.replace("80Gi", "40Gi")),
            at="perAccelerator: 7",
        ),
        Break(
            "a new pool with more slices than fit",
            Append(
                PROD_POOLS,
                _pool(
                    "a100-slices",
                    "  accelerator: {vendor: nvidia, model: A100, perNode: 8,"
                    " sharing: {mig: {profile: 3g.20gb, perAccelerator: 3}}}\n  classes: [development]",
                ),
            ),
            at="profile: 3g.20gb",
        ),
    ),
    "TN438": (
        Break(
            "a class of collectives on slices",
            Change(PROD_POOLS, "classes: [development]", "classes: [development, training]"),
            at="classes: [development, training]\n  price: 0.37",
        ),
        Break(
            "a class of collectives on accelerators in turns",
            Change(LAB_POOLS, "classes: [development, inference]", "classes: [development, inference, training]"),
            at="classes: [development, inference, training]",
        ),
        Break(
            "a class that several such pools serve may not share any more",
            Change(CLASSES, "  maxRunTime: 12h", "  sharedAccelerators: false\n  maxRunTime: 12h"),
            at="»sharedAccelerators: false\n  maxRunTime: 12h",
        ),
        Break(
            "a class that one such pool serves may not share any more",
            Change(CLASSES, "  borrows: false", "  sharedAccelerators: false\n  borrows: false"),
            at="»sharedAccelerators: false\n  borrows: false",
        ),
    ),
    "TN443": (
        Break(
            "a pool of everybody admits who wants dedicated nodes",
            Change(
                PROD_POOLS,
                "  classes: [batch]\n  profiles: [baseline]",
                "  classes: [batch]\n  profiles: [baseline, strict]",
            ),
            at="profiles: [baseline, strict]",
        ),
        Break(
            "a pool shared in turns admits who takes whole accelerators only",
            Change(LAB_POOLS, "profiles: [open-lab]", "profiles: [open-lab, strict]"),
            at="profiles: [open-lab, strict]",
        ),
        Break(
            "a pool is dedicated to nobody any more",
            Change(PROD_POOLS, "  dedicatedTo: meridian\n", ""),
            at="profiles: [strict]\n  price: 3.10\n---\n# No accelerator",
        ),
    ),
}
