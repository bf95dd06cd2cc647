"""The operators behind JobSet and MPIJob, really running, each under its own account as on real clusters.

KubeRay's does not build beside this version of Kubernetes; where it would make pods, a test acts as its account.
"""

import json
from collections.abc import Iterable
from pathlib import Path

import yaml

from tests.plane.kubernetes import Kubernetes
from tests.plane.manifests import apply_all
from tests.plane.processes import free_port, listens
from tests.plane.store import program_path

JOBSET = ("jobset-system", "jobset-controller-manager")
MPI = ("mpi-operator", "mpi-operator")
RAY = ("ray-system", "kuberay-operator")
ACCOUNTS = (JOBSET, MPI, RAY)
"""Namespace and name of the service accounts."""


def user_names(accounts: Iterable[tuple[str, str]] = ACCOUNTS) -> list[str]:
    """What the API server calls the accounts."""
    return [f"system:serviceaccount:{namespace}:{name}" for namespace, name in accounts]


def start_operators(plane: Kubernetes) -> None:
    """Starts both operators and lets all three accounts write everywhere; their kinds must be served before."""
    for namespace, name in ACCOUNTS:
        _allow(plane, namespace, name)
    config = plane.folder / "jobset.yaml"
    config.write_text(yaml.safe_dump(_jobset_configuration(plane)))
    plane.processes.start(
        "jobset", [program_path("jobset"), f"--kubeconfig={_kubeconfig(plane, *JOBSET)}", f"--config={config}"]
    )
    health = free_port()
    plane.processes.start(
        "mpi-operator",
        [program_path("mpi-operator"), f"--kubeConfig={_kubeconfig(plane, *MPI)}", f"--lock-namespace={MPI[0]}"],
        env={"MPI_OPERATOR_HEALTH_ADDRESS": f"127.0.0.1:{health}"},
    )
    plane.processes.wait_until("mpi-operator", lambda: listens(health), seconds=60)


def _allow(plane: Kubernetes, namespace: str, name: str) -> None:
    group = "rbac.authorization.k8s.io"
    binding = {
        "apiVersion": f"{group}/v1",
        "kind": "ClusterRoleBinding",
        "metadata": {"name": name},
        "roleRef": {"apiGroup": group, "kind": "ClusterRole", "name": "cluster-admin"},
        "subjects": [{"kind": "ServiceAccount", "namespace": namespace, "name": name}],
    }
    apply_all(plane.api, [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": namespace}}, binding])


def _kubeconfig(plane: Kubernetes, namespace: str, name: str) -> Path:
    """An administrator's, who acts as the account in everything."""
    content = json.loads(plane.kubeconfig("admin").read_text())
    groups = ["system:serviceaccounts", f"system:serviceaccounts:{namespace}", "system:authenticated"]
    user = content["users"][0]["user"]
    user.update({"as": f"system:serviceaccount:{namespace}:{name}", "as-groups": groups})
    path = plane.folder / f"{name}.kubeconfig"
    path.write_text(json.dumps(content))
    return path


def _jobset_configuration(plane: Kubernetes) -> dict[str, object]:
    return {
        "apiVersion": "config.jobset.x-k8s.io/v1alpha1",
        "kind": "Configuration",
        "leaderElection": {"leaderElect": False},
        "internalCertManagement": {"enable": False},
        "metrics": {"bindAddress": "0"},
        "health": {"healthProbeBindAddress": "0"},
        # Nobody calls its webhooks here: what they would fill in, the tests write themselves.
        "webhook": {"host": "127.0.0.1", "port": free_port(), "certDir": str(plane.certificates)},
    }
