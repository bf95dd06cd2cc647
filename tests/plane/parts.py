"""The programs and manifests that the test plane is made of, and where each comes from.

Versions stand in the go.mod files below `modules/` and in `modules/manifests.txt`, nowhere else: docs/testing.md says
how to move them.
"""

import re
from dataclasses import dataclass, field
from pathlib import Path

MODULES = Path(__file__).parent / "modules"


@dataclass(frozen=True)
class Program:
    """A program that is built from a package of one of our Go modules."""

    name: str
    module: str
    package: str
    minutes: int
    """How long a cold build takes on two cores, about; a program shares most of what it compiles with those before."""
    replaced: tuple[str, str, str] | None = None
    """A file below the package, a piece of it that is built otherwise, and what stands there instead."""
    judge: bool = field(default=False, repr=False)
    """Whether tests ask it alone, and no plane runs it: it judges texts. Its build needs a C compiler too."""

    @property
    def folder(self) -> Path:
        """The Go module that pins its version."""
        return MODULES / self.module


PROGRAMS = (
    Program("etcd", "kubernetes", "go.etcd.io/etcd/server/v3", 1),
    Program("kube-apiserver", "kubernetes", "k8s.io/kubernetes/cmd/kube-apiserver", 6),
    Program("kube-controller-manager", "kubernetes", "k8s.io/kubernetes/cmd/kube-controller-manager", 2),
    Program("kube-scheduler", "kubernetes", "k8s.io/kubernetes/cmd/kube-scheduler", 1),
    Program("kubectl", "kubernetes", "k8s.io/kubernetes/cmd/kubectl", 1),
    # Its manager reads a certificate for metrics, which are off here, from this one path, where only root may write.
    Program(
        "kueue",
        "kubernetes",
        "sigs.k8s.io/kueue/cmd/kueue",
        2,
        replaced=("main.go", '"/etc/kueue/metrics/certs"', 'os.Getenv("KUEUE_METRICS_CERTIFICATES")'),
    ),
    Program("jobset", "kubernetes", "sigs.k8s.io/jobset", 1),
    # Its port is fixed, so two of them, or whoever else likes 8080, would meet.
    Program(
        "mpi-operator",
        "kubernetes",
        "github.com/kubeflow/mpi-operator/cmd/mpi-operator",
        1,
        replaced=("app/server.go", 'fmt.Sprintf(":%d", healthCheckPort)', 'os.Getenv("MPI_OPERATOR_HEALTH_ADDRESS")'),
    ),
    Program("kwok", "kwok", "sigs.k8s.io/kwok/cmd/kwok", 3),
    Program("argocd", "argocd", "github.com/argoproj/argo-cd/v3/cmd", 7),
    Program("redis", "argocd", "./redis", 1),
    Program("nvidia-devices", "nvidia", "./devices", 1, judge=True),
)


@dataclass(frozen=True)
class Manifests:
    """Files of a Go module that are applied to a plane, under the name of the folder they are copied to."""

    name: str
    module: str
    """One of our modules, or empty where `modules/manifests.txt` pins the version."""
    path: str
    """Import path of the Go module that brings them."""
    folder: str
    pattern: str = "*.yaml"


MANIFESTS = (
    Manifests("kueue/crd", "kubernetes", "sigs.k8s.io/kueue", "config/components/crd/bases"),
    Manifests("kueue/rbac", "kubernetes", "sigs.k8s.io/kueue", "config/components/rbac"),
    Manifests("kueue/webhook", "kubernetes", "sigs.k8s.io/kueue", "config/components/webhook", "manifests.yaml"),
    Manifests("jobset/crd", "kubernetes", "sigs.k8s.io/jobset", "config/components/crd/bases"),
    Manifests("ray/crd", "kubernetes", "github.com/ray-project/kuberay/ray-operator", "config/crd/bases"),
    Manifests("mpi/crd", "kubernetes", "github.com/kubeflow/mpi-operator", "manifests/base", "kubeflow.org_*.yaml"),
    Manifests("argocd/crd", "argocd", "github.com/argoproj/argo-cd/v3", "manifests/crds", "*-crd.yaml"),
    Manifests("kwok/pods", "kwok", "sigs.k8s.io/kwok", "kustomize/stage/pod/fast", "pod-*.yaml"),
    Manifests("kwok/nodes", "kwok", "sigs.k8s.io/kwok", "kustomize/stage/node/fast", "node-*.yaml"),
    Manifests("kueue-0.17/crd", "", "sigs.k8s.io/kueue", "config/components/crd/bases"),
    Manifests(
        "prometheus/crd",
        "",
        "github.com/prometheus-operator/prometheus-operator",
        "example/prometheus-operator-crd",
        "*_prometheusrules.yaml",
    ),
)


@dataclass(frozen=True)
class Pinned:
    """A Go module of which only files are wanted: its version, and its checksum in go.sum's form."""

    path: str
    version: str
    checksum: str


def pinned_modules() -> dict[str, Pinned]:
    """What `modules/manifests.txt` pins, by import path: lines of `path version checksum`, as in a go.sum."""
    lines = (MODULES / "manifests.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return {path: Pinned(path, version, checksum) for path, version, checksum in rows}


def required_version(module: str, path: str) -> str:
    """The version of a dependency in the go.mod of one of our modules, such as `v1.36.3`."""
    text = (MODULES / module / "go.mod").read_text(encoding="utf-8")
    found = re.search(rf"^(?:require)?\s*{re.escape(path)} (v\S+)", text, re.MULTILINE)
    assert found, f"{path} is not required in modules/{module}/go.mod"
    return found[1]
