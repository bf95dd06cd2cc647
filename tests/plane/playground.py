"""`python -m tests.plane.playground [CLUSTER]`: a control plane with the worked example applied, until Ctrl-C.

Compiles nothing: it applies the committed `output/`. Leaves nothing behind.
"""

import signal
import sys
import time
from pathlib import Path

from tests.plane.plane import Plane, start_plane
from tests.plane.processes import Processes
from tests.plane.store import program_path

_REPOSITORY = Path(__file__).resolve().parents[2]

_GUIDE = """
{cluster} is up after {seconds:.0f} s: {objects} objects applied, {nodes} nodes. In another terminal:

  export KUBECONFIG={kubeconfig}
  alias kubectl={kubectl}
  kubectl get clusterqueues
  kubectl get networkpolicies,resourcequotas,rolebindings --namespace vision-detection
  kubectl auth can-i --list --namespace vision-detection --as somebody --as-group oidc:vision-engineers
  kubectl create job try --namespace vision-detection --image registry.example.com/work:1

Nodes and running pods are played by kwok; no container runs. Ctrl-C ends it all.
"""


def main(cluster: str) -> None:
    """Starts the plane, prints how to look around, and waits for Ctrl-C."""
    begin = time.monotonic()
    with Processes() as processes:
        print(f"starting a control plane for {cluster} ...", flush=True)
        plane = start_plane(processes, _REPOSITORY, cluster)
        plane.apply_compiled()
        print(_guide(plane, time.monotonic() - begin), flush=True)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            signal.pause()
        except KeyboardInterrupt:
            print("ending it", flush=True)


def _guide(plane: Plane, seconds: float) -> str:
    return _GUIDE.format(
        cluster=plane.cluster,
        seconds=seconds,
        objects=len(plane.compiled()),
        nodes=len(plane.api.list("v1", "Node")),
        kubeconfig=plane.kubernetes.kubeconfig("admin"),
        kubectl=program_path("kubectl"),
    )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "prod-a")
