"""Fleets whose device settings are judged, and what the compiler writes for one."""

from pathlib import Path
from typing import Any

import yaml

from tests.acceptance.objects.editions import example_specs, generated_specs, written_specs
from tests.acceptance.objects.variety import write_specs
from tests.plane.api import Object
from tests.support.workspaces import run

FLEETS = ("example", "wide", "bare", "every-way", "seed-2", "seed-5", "seed-11")

_WAYS = """
whole: {model: H100-SXM5-80GB, perNode: 8}
seven: {model: H100-SXM5-80GB, perNode: 8, sharing: {mig: {profile: 1g.10gb, perAccelerator: 7}}}
three: {model: A100-SXM4-40GB, perNode: 4, sharing: {mig: {profile: 2g.10gb, perAccelerator: 3}}}
fewer: {model: A100-SXM4-40GB, perNode: 16, sharing: {mig: {profile: 1g.5gb, perAccelerator: 2}}}
newest: {model: B200-SXM6-180GB, memory: 180Gi, perNode: 8, sharing: {mig: {profile: 1g.23gb, perAccelerator: 7}}}
alike: {model: H100-SXM5-80GB, perNode: 2, resource: nvidia.com/gpu,
  sharing: {mig: {profile: 1g.20gb, perAccelerator: 4}}}
media: {model: A100-SXM4-40GB, perNode: 8, sharing: {mig: {profile: 1g.5gb+me, perAccelerator: 1}}}
media-too: {model: H200-SXM5-141GB, memory: 141Gi, perNode: 8, sharing: {mig: {profile: 1g.18gb.me, perAccelerator: 1}}}
"on": {model: H100-SXM5-80GB, perNode: 3, sharing: {mig: {profile: 3g.40gb, perAccelerator: 2}}}
"null": {model: L40S, perNode: 3, sharing: {timeSlicing: {replicas: 9}}}
turns: {model: L40S, perNode: 8, sharing: {timeSlicing: {replicas: 4}}}
turns-renamed: {model: L40S, perNode: 8, resource: nvidia.com/gpu.shared, sharing: {timeSlicing: {replicas: 2}}}
mps: {model: A10, perNode: 4, driver: "580", sharing: {mps: {replicas: 3}}}
mps-renamed: {model: A10, perNode: 1, resource: nvidia.com/gpu.shared, sharing: {mps: {replicas: 16}}}
default: {model: A10, perNode: 4, sharing: {timeSlicing: {replicas: 6}}}
all-disabled: {model: H100-SXM5-80GB, perNode: 4, sharing: {mig: {profile: 2g.20gb, perAccelerator: 3}}}
amd: {vendor: amd, model: MI300X, perNode: 8, sharing: {timeSlicing: {replicas: 2}}}
own: {vendor: other, resource: example.org/npu, model: NPU-9, perNode: 16, sharing: {mps: {replicas: 2}}}
"""


def specs_of(fleet: str) -> dict[str, list[Object]]:
    """The specs of one of FLEETS."""
    if fleet == "example":
        return example_specs()
    if fleet == "every-way":
        return _every_way()
    if fleet.startswith("seed-"):
        return generated_specs(int(fleet.removeprefix("seed-")))
    return written_specs(fleet)


def compiled(workspace: Path, fleet: str) -> Path:
    """A workspace with a fleet and what the compiler makes of it."""
    finished = run("compile", folder=write_specs(workspace, specs_of(fleet)))
    assert finished.returncode == 0, finished.stderr
    return workspace


def _every_way() -> dict[str, list[Object]]:
    """The bare fleet with a pool for each way to share an accelerator, and with each way to name it."""
    specs = written_specs("bare")
    documents = specs["clusters/fleet.yaml"]
    pool = next(document for document in documents if document["kind"] == "Pool")
    ways: dict[str, dict[str, Any]] = yaml.load(_WAYS, yaml.CSafeLoader)
    for count, (name, accelerator) in enumerate(ways.items(), start=2):
        spec = {**pool["spec"], "nodes": count, "accelerator": {"vendor": "nvidia", **accelerator}}
        if accelerator.get("sharing", {}).keys() & {"timeSlicing", "mps"}:
            spec["profiles"] = ["plain"]
        spec["node"] = {"cpu": 256, "memory": "1Ti", "ephemeralStorage": "1Ti"}
        documents.append({**pool, "metadata": {"name": name}, "spec": spec})
    for owner in ("tenant", "projects"):
        for document in specs[f"tenants/t/{owner}.yaml"]:
            document["spec"]["quota"] += [{"pool": name, "guaranteed": 1} for name in ways]
    return specs
