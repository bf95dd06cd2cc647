"""`python -m tests.plane.playground [CLUSTER]`: a control plane with the worked example applied, until Ctrl-C.

Compiles nothing: it applies the committed `output/`. Leaves nothing behind, also where Ctrl-C comes while it starts.
"""

import signal
import sys
import time
from pathlib import Path

_REPOSITORY = Path(__file__).resolve().parents[2]

_UP = """
{cluster} is up after {seconds:.0f} s: {objects} objects applied, {nodes} nodes. In another terminal:
{guide}
Nodes and running pods are played by kwok; no container runs. Ctrl-C ends it all.
"""


class CannotStartError(Exception):
    """The playground cannot be had; the text says why, and the way out."""


def main(cluster: str) -> None:
    """Starts the plane, prints how to look around, and waits for Ctrl-C."""
    # Here, not at the top: all this takes a while to load, and Ctrl-C may come meanwhile.
    from tests.plane.guide import guide
    from tests.plane.plane import start_plane
    from tests.plane.processes import PlaneError, Processes

    begin = time.monotonic()
    check(cluster)
    try:
        with Processes() as processes:
            print(f"starting a control plane for {cluster} ...", flush=True)
            plane = start_plane(processes, _REPOSITORY, cluster)
            plane.apply_compiled()
            compiled = plane.compiled()
            print(
                _UP.format(
                    cluster=cluster,
                    seconds=time.monotonic() - begin,
                    objects=len(compiled),
                    nodes=len(plane.api.list("v1", "Node")),
                    guide=guide(compiled, processes.folder, plane.kubernetes.kubeconfig("admin")),
                ),
                flush=True,
            )
            signal.pause()
    except PlaneError as failed:
        raise CannotStartError(f"the control plane does not start: {failed}") from None


def check(cluster: str) -> None:
    """Raises CannotStartError where there is no such cluster, or a part of the plane is missing."""
    from tests.plane.store import missing_for_plane
    from tests.support.documents import documents_below

    documents = documents_below(_REPOSITORY / "clusters")
    clusters = sorted(item["metadata"]["name"] for item in documents if item["kind"] == "Cluster")
    if cluster not in clusters:
        raise CannotStartError(f"the worked example has no cluster {cluster}: take {' or '.join(clusters)}")
    if lacking := missing_for_plane():
        raise CannotStartError(
            f"{', '.join(lacking)} not built: install Go and run make control-plane, or see docs/testing.md"
        )


def _run(arguments: list[str]) -> int:
    # Whoever starts this may ignore Ctrl-C, as a shell does for what it starts in the background.
    for ending in (signal.SIGINT, signal.SIGTERM):
        signal.signal(ending, signal.default_int_handler)
    try:
        main(arguments[0] if arguments else "prod-a")
    except KeyboardInterrupt:
        print("ended", flush=True)
    except CannotStartError as failed:
        print(f"playground: {failed}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(_run(sys.argv[1:]))
