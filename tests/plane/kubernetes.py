"""One Kubernetes control plane: etcd, API server, controller manager, and the scheduler where it is wanted.

Up in about ten seconds. Everybody is known by a bearer token; any other user is played by impersonation.
"""

import base64
import json
from dataclasses import dataclass, field
from pathlib import Path

import trustme
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa
from urllib3.exceptions import HTTPError

from tests.plane.api import Api, Connection
from tests.plane.processes import Processes, free_port
from tests.plane.store import program_path

_SERVICE_ACCOUNTS = "system:serviceaccounts"

USERS = {
    "admin": ("admin", ["system:masters"]),
    "controller-manager": ("system:kube-controller-manager", []),
    "scheduler": ("system:kube-scheduler", []),
    "kueue": (
        "system:serviceaccount:kueue-system:kueue-controller-manager",
        [_SERVICE_ACCOUNTS, f"{_SERVICE_ACCOUNTS}:kueue-system"],
    ),
    # As the worked example has it: the account under which Argo CD writes into a cluster.
    "argocd": (
        "system:serviceaccount:kube-system:argocd-manager",
        [_SERVICE_ACCOUNTS, f"{_SERVICE_ACCOUNTS}:kube-system"],
    ),
    "kwok": ("kwok", ["system:masters"]),
}
"""Who has a token of their own: user and groups, by the name of the token."""


@dataclass(frozen=True)
class Kubernetes:
    """A running control plane. `api` acts as an administrator, `client(name)` as one of USERS."""

    processes: Processes
    port: int
    connection: Connection
    certificates: Path = field(repr=False)

    @property
    def folder(self) -> Path:
        """The plane's own folder; it goes when the plane ends."""
        return self.processes.folder

    @property
    def api(self) -> Api:
        """A client in the group system:masters."""
        return self.client("admin")

    def client(self, name: str) -> Api:
        """A client with the token of one of USERS."""
        return Api(self.connection, token=f"{name}-token")

    def kubeconfig(self, name: str) -> Path:
        """The kubeconfig with the token of one of USERS: written once, so that nobody reads half of one."""
        return self.folder / f"{name}.kubeconfig"

    def start_scheduler(self) -> None:
        """Starts the scheduler, which binds pods to nodes."""
        self._start("scheduler", "kube-scheduler")

    def start_controller_manager(self) -> None:
        """Starts the controller manager. Custom kinds should be there before: its quota controller looks once a while.

        Its controllers act under accounts of their own, as on real clusters: admission rules look at who creates a pod.
        """
        self._start(
            "controller-manager",
            "kube-controller-manager",
            "--use-service-account-credentials=true",
            f"--service-account-private-key-file={self.certificates / 'accounts.key'}",
            f"--root-ca-file={self.connection.authority}",
            # Nodes here have no kubelet that could report.
            "--controllers=*,-node-lifecycle-controller,-cloud-node-lifecycle,-service-lb-controller,"
            "-node-route-controller",
            "--concurrent-resource-quota-syncs=20",
        )

    def _start(self, user: str, program: str, *flags: str) -> None:
        config = self.kubeconfig(user)
        self.processes.start(
            user,
            [
                program_path(program),
                f"--kubeconfig={config}",
                f"--authentication-kubeconfig={config}",
                f"--authorization-kubeconfig={config}",
                "--leader-elect=false",
                "--bind-address=127.0.0.1",
                f"--secure-port={free_port()}",
                f"--cert-dir={self.folder}",
                *flags,
            ],
        )


def start_kubernetes(processes: Processes) -> Kubernetes:
    """Starts etcd and an API server, and returns when it is ready; its controllers are started by the caller."""
    folder = processes.folder
    certificates = folder / "certificates"
    certificates.mkdir()
    _write_certificates(certificates)
    tokens = folder / "tokens.csv"
    tokens.write_text(
        "".join(f'{name}-token,{user},{name},"{",".join(groups)}"\n' for name, (user, groups) in USERS.items())
    )
    client, peer, port = free_port(), free_port(), free_port()
    processes.start(
        "etcd",
        [
            program_path("etcd"),
            "--unsafe-no-fsync",
            f"--data-dir={folder / 'etcd'}",
            f"--listen-client-urls=http://127.0.0.1:{client}",
            f"--advertise-client-urls=http://127.0.0.1:{client}",
            f"--listen-peer-urls=http://127.0.0.1:{peer}",
            f"--initial-advertise-peer-urls=http://127.0.0.1:{peer}",
            f"--initial-cluster=default=http://127.0.0.1:{peer}",
            "--log-level=warn",
        ],
    )
    processes.start(
        "kube-apiserver",
        [
            program_path("kube-apiserver"),
            f"--etcd-servers=http://127.0.0.1:{client}",
            f"--secure-port={port}",
            "--bind-address=127.0.0.1",
            "--advertise-address=127.0.0.1",
            f"--tls-cert-file={certificates / 'tls.crt'}",
            f"--tls-private-key-file={certificates / 'tls.key'}",
            f"--client-ca-file={certificates / 'ca.crt'}",
            f"--cert-dir={folder}",
            "--service-cluster-ip-range=10.96.0.0/16",
            "--authorization-mode=RBAC",
            f"--token-auth-file={tokens}",
            "--service-account-issuer=https://plane",
            f"--service-account-key-file={certificates / 'accounts.pub'}",
            f"--service-account-signing-key-file={certificates / 'accounts.key'}",
            "--endpoint-reconciler-type=none",
            "--allow-privileged=true",
            "--enable-admission-plugins=NodeRestriction",
            # Many tests at once are no reason to make one of them wait.
            "--max-requests-inflight=2000",
            "--max-mutating-requests-inflight=1000",
        ],
    )
    plane = Kubernetes(processes, port, Connection(port, certificates / "ca.crt"), certificates)
    for user in USERS:
        plane.kubeconfig(user).write_text(json.dumps(_kubeconfig(user, plane.connection)))
    processes.wait_until("kube-apiserver", lambda: _ready(plane.api), seconds=60)
    return plane


def _kubeconfig(name: str, connection: Connection) -> dict[str, object]:
    authority = base64.b64encode(connection.authority.read_bytes()).decode()
    cluster = {"server": f"https://127.0.0.1:{connection.port}", "certificate-authority-data": authority}
    return {
        "apiVersion": "v1",
        "kind": "Config",
        "clusters": [{"name": "plane", "cluster": cluster}],
        "users": [{"name": name, "user": {"token": f"{name}-token"}}],
        "contexts": [{"name": "plane", "context": {"cluster": "plane", "user": name}}],
        "current-context": "plane",
    }


def _ready(api: Api) -> bool:
    # Asked shortly: a server that waits for its store accepts a connection and says nothing for 20 s.
    headers = {"Authorization": f"Bearer {api.token}"}
    try:
        return api.connection.pool.urlopen("GET", "/readyz", headers=headers, timeout=1, retries=False).status == 200
    except HTTPError:
        return False


def _write_certificates(folder: Path) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(folder / "ca.crt"))
    served = authority.issue_cert("127.0.0.1", "localhost", "10.96.0.1")
    served.private_key_pem.write_to_path(str(folder / "tls.key"))
    (folder / "tls.crt").write_bytes(b"".join(blob.bytes() for blob in served.cert_chain_pems))
    key = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    (folder / "accounts.key").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.TraditionalOpenSSL,
            serialization.NoEncryption(),
        )
    )
    (folder / "accounts.pub").write_bytes(
        key.public_key().public_bytes(serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo)
    )
