"""The two planes that judge objects: one with today's Kueue, one with the kinds of the oldest that is served."""

from pathlib import Path

from tests.plane.kubernetes import Kubernetes, start_kubernetes
from tests.plane.kueue import install_crds
from tests.plane.plane import CRDS, start_plane
from tests.plane.processes import Processes

_OLD_CRDS = ("kueue-0.17/crd", *(name for name in CRDS if name != "kueue/crd"))


def plane_of_kueue(processes: Processes, workspace: Path) -> Kubernetes:
    """A plane on which Kueue and its webhooks run, configured for the worked example's production cluster."""
    return start_plane(processes, workspace, "prod-a", pods_run=False).kubernetes


def plane_of_old_kueue(processes: Processes) -> Kubernetes:
    """A plane that serves Kueue 0.17's kinds. No Kueue runs: the one that is built would not know them."""
    kubernetes = start_kubernetes(processes)
    install_crds(kubernetes.api, *_OLD_CRDS)
    kubernetes.start_controller_manager()
    return kubernetes
