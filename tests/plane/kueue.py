"""The Kueue controller beside a control plane, configured by the compiled `_install/` fragment.

The fragment is what is tested: only addresses, certificates and the namespace of the leader's lease are put in.
"""

import base64
import shutil
from collections.abc import Iterable
from pathlib import Path

import yaml

from tests.plane.api import Api, Object, is_true
from tests.plane.kubernetes import Kubernetes
from tests.plane.manifests import apply_all
from tests.plane.processes import free_port, listens
from tests.plane.store import manifest_files, program_path
from tests.plane.waiting import wait_for
from tests.support.documents import read_documents

NAMESPACE = "kueue-system"
ACCOUNT = "kueue-controller-manager"

_KUEUE_KINDS = frozenset({"clusterqueue", "cohort", "resourceflavor", "localqueue", "workload", "topology"})
_WEBHOOKS_OF_FRAMEWORKS = {
    "batch/job": "job",
    "pod": "pod",
    "deployment": "deployment",
    "statefulset": "statefulset",
    "jobset.x-k8s.io/jobset": "jobset",
    "kubeflow.org/mpijob": "mpijob",
    "ray.io/rayjob": "rayjob",
    "ray.io/raycluster": "raycluster",
    "ray.io/rayservice": "rayservice",
}
_POD_FRAMEWORKS = frozenset({"pod", "deployment", "statefulset"})


def install_crds(api: Api, *names: str) -> None:
    """Applies the custom kinds of these entries of the store's manifests, and waits until all are served."""
    crds = [item for name in names for item in read_documents(manifest_files(name))]
    apply_all(api, crds)
    wait_for(
        lambda: all(is_true(api.get(crd).body, "Established") for crd in crds), "custom kinds are served", seconds=30
    )


def start_kueue(plane: Kubernetes, fragment: Path) -> None:
    """Starts Kueue with the compiled configuration, and returns when it and its webhooks answer.

    `fragment` is `_install/kueue.yaml`, as Helm values or as a ConfigMap. Custom kinds must be served before.
    """
    _install_access(plane.api)
    port = free_port()
    certificates = plane.folder / "kueue-certificates"
    certificates.mkdir()
    for name in ("tls.crt", "tls.key"):
        shutil.copyfile(plane.certificates / name, certificates / name)
    config = kueue_configuration(fragment)
    frameworks = config["integrations"]["frameworks"]
    config["health"]["healthProbeBindAddress"] = "0"
    config["metrics"]["bindAddress"] = "0"
    config["webhook"].update(host="127.0.0.1", port=port, certDir=str(certificates))
    config["internalCertManagement"] = {"enable": False}
    config["leaderElection"]["resourceNamespace"] = NAMESPACE
    path = plane.folder / "kueue.yaml"
    path.write_text(yaml.safe_dump(config, sort_keys=False))
    resume_kueue(plane)
    authority = base64.b64encode(plane.connection.authority.read_bytes()).decode()
    apply_all(plane.api, webhooks(frameworks, port, authority))


def resume_kueue(plane: Kubernetes) -> None:
    """Starts the controller, also anew after `processes.stop("kueue")`; returns when its webhooks answer."""
    config = yaml.safe_load((plane.folder / "kueue.yaml").read_text())
    plane.processes.start(
        "kueue",
        [
            program_path("kueue"),
            f"--kubeconfig={plane.kubeconfig('kueue')}",
            f"--config={plane.folder / 'kueue.yaml'}",
            "--feature-gates=VisibilityOnDemand=false",
        ],
        env={"KUEUE_METRICS_CERTIFICATES": config["webhook"]["certDir"]},
    )
    plane.processes.wait_until("kueue", lambda: listens(config["webhook"]["port"]), seconds=60)


def kueue_configuration(fragment: Path) -> Object:
    """Kueue's Configuration out of a compiled fragment, whichever way its installation is configured."""
    [document] = read_documents([fragment])
    if document.get("kind") == "ConfigMap":
        text = document["data"]["controller_manager_config.yaml"]
    elif "managerConfig" in document:
        text = document["managerConfig"]["controllerManagerConfigYaml"]
    else:
        return document
    config: Object = yaml.safe_load(text)
    return config


def webhooks(frameworks: Iterable[str], port: int, authority: str) -> list[Object]:
    """Kueue's own webhook configurations for its kinds and these frameworks, sent to a loopback port.

    As Kueue's chart renders them: those of pods leave out kube-system and Kueue's own namespace.
    """
    wanted = _KUEUE_KINDS | {_WEBHOOKS_OF_FRAMEWORKS[framework] for framework in frameworks}
    configurations = read_documents(manifest_files("kueue/webhook"))
    for configuration in configurations:
        configuration["metadata"]["name"] = f"kueue-{configuration['metadata']['name']}"
        kept = []
        for webhook in configuration["webhooks"]:
            subject = webhook["name"].split(".")[0][1:]
            if subject not in wanted:
                continue
            path = webhook["clientConfig"]["service"]["path"]
            webhook["clientConfig"] = {"url": f"https://127.0.0.1:{port}{path}", "caBundle": authority}
            if subject in _POD_FRAMEWORKS:
                webhook["namespaceSelector"] = {
                    "matchExpressions": [
                        {
                            "key": "kubernetes.io/metadata.name",
                            "operator": "NotIn",
                            "values": ["kube-system", NAMESPACE],
                        }
                    ]
                }
            kept.append(webhook)
        configuration["webhooks"] = kept
    return configurations


def _install_access(api: Api) -> None:
    namespace = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": NAMESPACE}}
    items = [namespace]
    for document in read_documents(manifest_files("kueue/rbac")):
        if document["metadata"].get("namespace"):
            document["metadata"]["namespace"] = NAMESPACE
        if document["kind"] == "ServiceAccount":
            document["metadata"]["name"] = ACCOUNT
        for subject in document.get("subjects", []):
            subject.update(namespace=NAMESPACE, name=ACCOUNT)
        items.append(document)
    apply_all(api, items)
