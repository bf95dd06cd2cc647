"""Kueue's own configuration for a cluster: the settings on which the quota model rests, and all others as shipped.

Pure. The text replaces the whole configuration, so it spells out what Kueue ships (0.17 to 0.19; 0.19 raised how much
it does at once). Two ways to install it: as a value of Kueue's chart, or as the ConfigMap of its manifests.
Source: Kueue's `apis/config/v1beta2` and `charts/kueue`.
"""

from collections.abc import Iterator
from json import dumps as quoted
from types import MappingProxyType
from typing import Final

from tenantry.ir import Body, Fragment
from tenantry.program import Cluster, Program
from tenantry.quantity import Duration
from tenantry.versions import KUEUE

FRAMEWORKS: Final = MappingProxyType(
    {
        "job": "batch/job",
        "pod": "pod",
        "deployment": "deployment",
        "statefulset": "statefulset",
        "leaderworkerset": "leaderworkerset.x-k8s.io/leaderworkerset",
        "jobset": "jobset.x-k8s.io/jobset",
        "mpijob": "kubeflow.org/mpijob",
        "pytorchjob": "kubeflow.org/pytorchjob",
        "tfjob": "kubeflow.org/tfjob",
        "xgboostjob": "kubeflow.org/xgboostjob",
        "paddlejob": "kubeflow.org/paddlejob",
        "jaxjob": "kubeflow.org/jaxjob",
        "trainjob": "trainer.kubeflow.org/trainjob",
        "raycluster": "ray.io/raycluster",
        "rayjob": "ray.io/rayjob",
        "rayservice": "ray.io/rayservice",
        "appwrapper": "workload.codeflare.dev/appwrapper",
        "sparkapplication": "sparkoperator.k8s.io/sparkapplication",
    }
)
"""Our word for a kind of work -> Kueue's name of the integration, in the order they are written."""

_GATED: Final = MappingProxyType({"sparkapplication": "SparkApplicationIntegration"})
"""Integrations that Kueue, up to 0.19, only starts with a feature gate."""

_KEPT_FINISHED: Final = Duration.parse("7d")
_CONFIG_FILE: Final = "controller_manager_config.yaml"
_CONFIG_MAP: Final = "kueue-manager-config"
_MANAGER: Final = "deployment/kueue-controller-manager"


def kueue_fragment(program: Program, cluster: Cluster) -> Fragment:
    """The configuration in the form in which the cluster's Kueue is installed."""
    text = "\n".join(_configuration(program, cluster)) + "\n"
    installed = cluster.kueue.configuration
    body: Body
    if installed == "helmValues":
        body = {"managerConfig": {"controllerManagerConfigYaml": text}}
    else:
        body = {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": _CONFIG_MAP, "namespace": cluster.kueue.namespace},
            "data": {_CONFIG_FILE: text},
        }
    lines = [*_COMMENT[installed], *_CHECK]
    comment = "\n".join(lines).format(
        cluster=cluster.name, version=cluster.kueue.version, namespace=cluster.kueue.namespace
    )
    return Fragment("kueue.yaml", comment, body, str(cluster.ref))


def _configuration(program: Program, cluster: Cluster) -> Iterator[str]:
    kueue = cluster.kueue
    timeout = Duration(kueue.pods_ready_timeout_seconds).canonical()
    yield from _shipped(kueue.version)
    yield from (
        "# Only namespaces of tenants are Kueue's business, and there only work that names a queue: what needs one and",
        "# names none is refused at admission, with a message, instead of waiting without one.",
        "manageJobsWithoutQueueName: false",
        "managedJobsNamespaceSelector:",
        "  matchExpressions:",
        f"  - key: {quoted(program.fleet.key('tenant'))}",
        "    operator: Exists",
        "integrations:",
        "  frameworks:",
    )
    yield from (f"  - {quoted(name)}" for word, name in FRAMEWORKS.items() if word in kueue.integrations)
    gates = [gate for word, gate in _GATED.items() if word in kueue.integrations]
    if gates:
        yield "# In place of the manager's flag --feature-gates: Kueue refuses to start with both."
        yield "featureGates:"
        yield from (f"  {gate}: true" for gate in gates)
    yield from (
        "# Guarantees and shares are computed for fair sharing with these two strategies in this order.",
        "fairSharing:",
        "  preemptionStrategies:",
        "  - LessThanOrEqualToFinalShare",
        "  - LessThanInitialShare",
        "# Work that does not get all its pods ready in time gives its units back and queues again, without end.",
        "waitForPodsReady:",
        f"  timeout: {timeout}",
        f"  recoveryTimeout: {timeout}",
        "  blockAdmission: false",
        "  requeuingStrategy:",
        "    timestamp: Eviction",
        "    backoffBaseSeconds: 60",
        "    backoffMaxSeconds: 3600",
        "# Records of finished work go after a week. Deactivated work stays: deleting its record would delete the job.",
        "objectRetentionPolicies:",
        "  workloads:",
        f"    afterFinished: {_KEPT_FINISHED.canonical()}",
    )


def _shipped(version: str) -> Iterator[str]:
    """What Kueue's own manifests set. 0.19 raised requests and concurrency."""
    raised = KUEUE.at_least(version, "0.19")
    workloads, queues, queries, burst = (10, 5, 300, 500) if raised else (5, 1, 50, 100)
    yield from (
        "apiVersion: config.kueue.x-k8s.io/v1beta2",
        "kind: Configuration",
        "health:",
        '  healthProbeBindAddress: ":8081"',
        "metrics:",
        '  bindAddress: ":8443"',
        "webhook:",
        "  port: 9443",
        "leaderElection:",
        "  leaderElect: true",
        "  resourceName: c1f6bfd2.kueue.x-k8s.io",
        "controller:",
        "  groupKindConcurrency:",
        "    Job.batch: 5",
        "    Pod: 5",
        f"    Workload.kueue.x-k8s.io: {workloads}",
        f"    LocalQueue.kueue.x-k8s.io: {queues}",
        "    Cohort.kueue.x-k8s.io: 1",
        f"    ClusterQueue.kueue.x-k8s.io: {queues}",
        "    ResourceFlavor.kueue.x-k8s.io: 1",
        "clientConnection:",
        f"  qps: {queries}",
        f"  burst: {burst}",
    )


_COMMENT: Final = MappingProxyType(
    {
        "helmValues": (
            "Kueue's own configuration for cluster {cluster} (Kueue {version}), as a value of Kueue's Helm chart.",
            "Who: the operator of the cluster. Nothing applies this file by itself.",
            "Where: give it to the release as one more values file, after your own:",
            "  helm upgrade kueue ... --namespace {namespace} --values kueue.yaml",
            "It replaces the whole text of managerConfig.controllerManagerConfigYaml: settings of yours that it lacks",
            "(tls, resources, metrics labels) belong into the text as well. The manager restarts by itself.",
            "Names below are those of a release that is called kueue.",
        ),
        "configMap": (
            "Kueue's own configuration for cluster {cluster} (Kueue {version}), as the ConfigMap of Kueue's manifests.",
            "Who: the operator of the cluster. Nothing applies this file by itself.",
            "Where: in place of the ConfigMap of this name, whose whole text it replaces; settings of yours that are",
            "not in it (internalCertManagement with cert-manager, tls, resources) belong into the text as well. Then",
            "let the manager read it:",
            "  kubectl apply --server-side --force-conflicts -f kueue.yaml",
            f"  kubectl -n {{namespace}} rollout restart {_MANAGER}",
        ),
    }
)

_CHECK: Final = (
    "Check: the manager runs, and these print the two strategies and the namespaces of tenants:",
    f"  kubectl -n {{namespace}} rollout status {_MANAGER}",
    f"  kubectl -n {{namespace}} get configmap {_CONFIG_MAP} -o yaml | grep -A 3 fairSharing",
    f"  kubectl -n {{namespace}} get configmap {_CONFIG_MAP} -o yaml | grep -A 4 managedJobsNamespaceSelector",
)
