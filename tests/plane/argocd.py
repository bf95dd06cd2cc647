"""Argo CD beside a plane: its redis, repo-server and controller, set up by the compiled `_install/` fragment.

The fragment is what is tested: only addresses, certificates and the cluster that Argo CD writes to are put in. Two
things are for the tests alone: the controller keeps the health of single objects in the Application, where a test can
read it, and waits a second, not two, after each wave.
"""

import base64
import json
from pathlib import Path

from tests.plane.api import Api, Object
from tests.plane.kubernetes import Kubernetes
from tests.plane.manifests import apply_all
from tests.plane.processes import free_port, listens
from tests.plane.store import program_path
from tests.support.documents import read_documents

NAMESPACE = "argocd"

_PART_OF = {"app.kubernetes.io/part-of": "argocd"}
_CONFIG_MAPS = (
    "argocd-cm",
    "argocd-cmd-params-cm",
    "argocd-gpg-keys-cm",
    "argocd-rbac-cm",
    "argocd-ssh-known-hosts-cm",
    "argocd-tls-certs-cm",
)


def start_argocd(plane: Kubernetes, fragment: Path, *, writes_as: str = "argocd") -> str:
    """Starts Argo CD in the namespace `argocd`, which is there already, and gives the server it reaches the plane at.

    `fragment` is `_install/argocd.yaml`. The plane is two clusters to Argo CD, as in a fleet: the one that Argo CD
    runs in, where root makes Applications, and one that is reached over the server that is given, as the user
    `writes_as`.
    """
    server = f"https://127.0.0.1:{plane.port}"
    apply_all(plane.api, [*_configuration(argocd_settings(fragment)), _cluster(plane, server, writes_as)])
    redis, repo_server = f"127.0.0.1:{free_port()}", free_port()
    plane.processes.start("redis", [program_path("redis"), redis])
    plane.processes.wait_until("redis", lambda: listens(int(redis.split(":")[1])), seconds=30)
    env = _environment(plane)
    plane.processes.start(
        "argocd-repo-server",
        [
            program_path("argocd"),
            f"--port={repo_server}",
            "--address=127.0.0.1",
            "--disable-tls",
            f"--redis={redis}",
            f"--metrics-port={free_port()}",
            "--metrics-address=127.0.0.1",
            "--loglevel=warn",
        ],
        env={**env, "ARGOCD_BINARY_NAME": "argocd-repo-server"},
    )
    plane.processes.wait_until("argocd-repo-server", lambda: listens(repo_server), seconds=60)
    metrics = free_port()
    plane.processes.start(
        "argocd-application-controller",
        [
            program_path("argocd"),
            f"--kubeconfig={plane.kubeconfig('admin')}",
            f"--namespace={NAMESPACE}",
            f"--redis={redis}",
            f"--repo-server=127.0.0.1:{repo_server}",
            "--repo-server-plaintext",
            "--app-resync=120",
            "--app-resync-jitter=0",
            "--persist-resource-health",
            f"--metrics-port={metrics}",
            "--loglevel=info",
        ],
        env={**env, "ARGOCD_BINARY_NAME": "argocd-application-controller", "ARGOCD_SYNC_WAVE_DELAY": "1"},
    )
    plane.processes.wait_until("argocd-application-controller", lambda: listens(metrics), seconds=60)
    return server


def argocd_settings(fragment: Path) -> dict[str, str]:
    """The settings of `argocd-cm` out of a compiled fragment, whichever way its installation is configured."""
    [document] = read_documents([fragment])
    settings: dict[str, str] = document["data"] if document.get("kind") == "ConfigMap" else document["configs"]["cm"]
    return settings


def application(api: Api, name: str) -> Object:
    """An Application as it is now; empty where there is none."""
    answer = api.get(application_key(name))
    return {} if answer.status == 404 else answer.must()


def application_key(name: str) -> Object:
    """What names an Application in requests."""
    return {
        "apiVersion": "argoproj.io/v1alpha1",
        "kind": "Application",
        "metadata": {"name": name, "namespace": NAMESPACE},
    }


def _environment(plane: Kubernetes) -> dict[str, str]:
    folder = plane.folder / "argocd"
    paths = {
        "ARGOCD_TLS_DATA_PATH": "tls",
        "ARGOCD_SSH_DATA_PATH": "ssh",
        "ARGOCD_GPG_DATA_PATH": "gpg",
        "ARGOCD_GNUPGHOME": "gnupg",
        "ARGOCD_PLUGINSOCKFILEPATH": "plugins",
        # It clones repositories here, and looks for a git configuration of its user.
        "TMPDIR": "temporary",
        "HOME": "home",
    }
    for name in paths.values():
        (folder / name).mkdir(parents=True)
    return {
        **{variable: str(folder / name) for variable, name in paths.items()},
        "KUBECONFIG": str(plane.kubeconfig("admin")),
        "ARGOCD_FAKE_IN_CLUSTER": "true",
        "ARGOCD_GPG_ENABLED": "false",
    }


def _configuration(settings: dict[str, str]) -> list[Object]:
    config_maps: list[Object] = [
        {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": name, "namespace": NAMESPACE, "labels": _PART_OF},
            "data": settings if name == "argocd-cm" else {},
        }
        for name in _CONFIG_MAPS
    ]
    secret: Object = {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {"name": "argocd-secret", "namespace": NAMESPACE, "labels": _PART_OF},
        "stringData": {"server.secretkey": "only-for-this-plane"},
    }
    return [*config_maps, secret]


def _cluster(plane: Kubernetes, server: str, writes_as: str) -> Object:
    authority = base64.b64encode(plane.connection.authority.read_bytes()).decode()
    config = {"bearerToken": plane.client(writes_as).token, "tlsClientConfig": {"caData": authority}}
    return {
        "apiVersion": "v1",
        "kind": "Secret",
        "metadata": {
            "name": "cluster-plane",
            "namespace": NAMESPACE,
            "labels": {"argocd.argoproj.io/secret-type": "cluster"},
        },
        "stringData": {"name": "plane", "server": server, "config": json.dumps(config)},
    }
