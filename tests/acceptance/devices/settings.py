"""The device settings that the compiler wrote for a cluster, as their readers find them: texts by map and key."""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from tests.oracle.devices import Nodes
from tests.plane.manifests import compiled_objects
from tests.support.documents import Document

UNSET = "all-disabled"
"""The layout that NVIDIA's operator gives nodes without a label."""

UNSHARED = "default"
"""The entry that the device plugin takes on nodes without a label; without it, on some clusters, any that is alone."""


@dataclass(frozen=True)
class Settings:
    """The compiled objects of a cluster, and the texts of the three maps; empty where a map is not there."""

    items: list[Document]
    nodes: dict[str, str]
    mig: dict[str, str]
    plugin: dict[str, str]

    @classmethod
    def read(cls, workspace: Path, cluster: str) -> "Settings":
        """Reads what was compiled for a cluster."""
        items = compiled_objects(workspace / "output", cluster)
        maps = {item["metadata"]["name"]: item["data"] for item in items if item["kind"] == "ConfigMap"}
        return cls(
            items,
            maps.get("tenantry-nodes", {}),
            maps.get("tenantry-mig-config", {}),
            maps.get("tenantry-device-plugin", {}),
        )

    def of(self, kind: str) -> dict[str, Document]:
        """Compiled objects of a kind by name."""
        return {item["metadata"]["name"]: item for item in self.items if item["kind"] == kind}

    def node(self, pool: str) -> dict[str, Any]:
        """What an operator is told about the nodes of a pool, by a reader of YAML that the compiler does not use."""
        found: dict[str, Any] = read_yaml(self.nodes[pool])
        return found

    def question(self, nodes: Nodes) -> dict[str, Any]:
        """A node of a pool that is set up as the operator is told, with the texts that its labels choose."""
        told = self.node(nodes.pool)
        labels, accelerator = told["labels"], told["accelerator"]
        return {
            "model": accelerator["model"],
            "gibibytes": nodes.gibibytes,
            "gpus": accelerator["perNode"],
            "migConfig": self.mig.get("config.yaml", ""),
            "migLayout": labels.get("nvidia.com/mig.config", UNSET),
            "migStrategy": accelerator.get("migStrategy", "none"),
            "plugin": self.plugin[labels.get("nvidia.com/device-plugin.config", UNSHARED)] if self.plugin else "",
        }


def read_yaml(text: str) -> Any:
    """A text as YAML 1.2."""
    return YAML(typ="safe", pure=True).load(text)


def judged(judge: Path, questions: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """NVIDIA's answers, one for each node."""
    done = subprocess.run(
        [judge], input=json.dumps(questions), capture_output=True, text=True, check=False, timeout=120
    )
    assert done.returncode == 0, done.stderr
    answers: list[dict[str, Any]] = json.loads(done.stdout)
    return answers
