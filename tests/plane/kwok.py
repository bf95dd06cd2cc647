"""kwok beside a control plane: it says that nodes are ready, and that pods bound to them run.

Its own stages, with one change: a Job's pod ends only when somebody asks for it with the annotation COMPLETE, not as
soon as it runs.
"""

import yaml

from tests.plane.kubernetes import Kubernetes
from tests.plane.processes import free_port
from tests.plane.store import manifest_files, program_path
from tests.support.documents import read_documents

COMPLETE = "tests.tenantry.dev/complete"
"""Annotation of a pod, or of a pod template, that lets a running pod of a Job end well."""


def start_kwok(plane: Kubernetes) -> None:
    """Starts kwok for all nodes of the plane."""
    stages = read_documents(manifest_files("kwok/pods") + manifest_files("kwok/nodes"))
    for stage in stages:
        if stage["metadata"]["name"] == "pod-complete":
            asked = {"key": f'.metadata.annotations["{COMPLETE}"]', "operator": "Exists"}
            stage["spec"]["selector"]["matchExpressions"].append(asked)
    path = plane.folder / "kwok.yaml"
    path.write_text(yaml.safe_dump_all(stages))
    port = free_port()
    plane.processes.start(
        "kwok",
        [
            program_path("kwok"),
            f"--kubeconfig={plane.kubeconfig('kwok')}",
            f"--config={path}",
            "--manage-all-nodes=true",
            "--node-lease-duration-seconds=0",
            f"--server-address=127.0.0.1:{port}",
        ],
    )
