from dataclasses import replace
from typing import Any, get_args

import pytest
import yaml

from tenantry.conform import Conformance
from tenantry.ir import Fragment, Manifest, ObjectKey
from tenantry.lower.install.kueue import FRAMEWORKS, kueue_fragment
from tenantry.model.cluster import Integration
from tenantry.program import KueueInstallation, Program
from tenantry.versions import KUEUE
from tests.support.programs import small_program


@pytest.fixture(scope="module")
def small() -> Program:
    return small_program()


def fragment(program: Program, **kueue: Any) -> Fragment:
    cluster = program.clusters["prod-a"]  # type: ignore[index]
    installed: KueueInstallation = replace(cluster.kueue, **kueue)
    return kueue_fragment(program, replace(cluster, kueue=installed))


def configuration(program: Program, **kueue: Any) -> dict[str, Any]:
    body = fragment(program, configuration="helmValues", **kueue).body
    assert list(body) == ["managerConfig"]
    assert list(body["managerConfig"]) == ["controllerManagerConfigYaml"]
    return yaml.safe_load(body["managerConfig"]["controllerManagerConfigYaml"])  # type: ignore[no-any-return]


def test_the_whole_configuration_is_written_out(small: Program) -> None:
    assert configuration(small) == {
        "apiVersion": "config.kueue.x-k8s.io/v1beta2",
        "kind": "Configuration",
        "health": {"healthProbeBindAddress": ":8081"},
        "metrics": {"bindAddress": ":8443"},
        "webhook": {"port": 9443},
        "leaderElection": {"leaderElect": True, "resourceName": "c1f6bfd2.kueue.x-k8s.io"},
        "controller": {
            "groupKindConcurrency": {
                "Job.batch": 5,
                "Pod": 5,
                "Workload.kueue.x-k8s.io": 10,
                "LocalQueue.kueue.x-k8s.io": 5,
                "Cohort.kueue.x-k8s.io": 1,
                "ClusterQueue.kueue.x-k8s.io": 5,
                "ResourceFlavor.kueue.x-k8s.io": 1,
            }
        },
        "clientConnection": {"qps": 300, "burst": 500},
        "manageJobsWithoutQueueName": False,
        "managedJobsNamespaceSelector": {
            "matchExpressions": [{"key": "tenants.example.com/tenant", "operator": "Exists"}]
        },
        "integrations": {"frameworks": ["batch/job", "pod", "deployment", "statefulset"]},
        "fairSharing": {"preemptionStrategies": ["LessThanOrEqualToFinalShare", "LessThanInitialShare"]},
        "waitForPodsReady": {
            "timeout": "1h0m0s",
            "recoveryTimeout": "1h0m0s",
            "blockAdmission": False,
            "requeuingStrategy": {"timestamp": "Eviction", "backoffBaseSeconds": 60, "backoffMaxSeconds": 3600},
        },
        "objectRetentionPolicies": {"workloads": {"afterFinished": "168h0m0s"}},
    }


@pytest.mark.parametrize(("version", "queues", "queries"), [("0.17", 1, 50), ("0.18", 1, 50), ("0.19", 5, 300)])
def test_what_kueue_ships_follows_its_version(small: Program, version: str, queues: int, queries: int) -> None:
    written = configuration(small, version=version)

    assert written["controller"]["groupKindConcurrency"]["ClusterQueue.kueue.x-k8s.io"] == queues
    assert written["clientConnection"]["qps"] == queries


def test_versions_differ_in_nothing_else(small: Program) -> None:
    def rest(version: str) -> dict[str, Any]:
        written = configuration(small, version=version)
        return {key: value for key, value in written.items() if key not in ("controller", "clientConnection")}

    assert rest(KUEUE.oldest) == rest(KUEUE.newest)


def test_every_integration_of_the_language_has_the_name_that_kueue_knows() -> None:
    assert set(FRAMEWORKS) == set(get_args(Integration))
    assert len(set(FRAMEWORKS.values())) == len(FRAMEWORKS)


def test_integrations_are_written_in_one_order_however_they_were_listed(small: Program) -> None:
    listed = ("rayjob", "statefulset", "jobset", "deployment", "pod", "job")

    written = configuration(small, integrations=listed)

    assert written == configuration(small, integrations=listed[::-1])
    assert written["integrations"]["frameworks"] == [
        "batch/job",
        "pod",
        "deployment",
        "statefulset",
        "jobset.x-k8s.io/jobset",
        "ray.io/rayjob",
    ]
    assert "featureGates" not in written


def test_an_integration_behind_a_feature_gate_brings_the_gate(small: Program) -> None:
    written = configuration(small, integrations=("job", "pod", "deployment", "statefulset", "sparkapplication"))

    assert written["featureGates"] == {"SparkApplicationIntegration": True}


def test_the_selector_asks_for_a_label_that_no_namespace_of_the_cluster_or_of_kueue_has(small: Program) -> None:
    # Kueue does not start with a selector that holds for kube-system or its own namespace.
    (expression,) = configuration(small)["managedJobsNamespaceSelector"]["matchExpressions"]

    assert expression == {"key": small.fleet.key("tenant"), "operator": "Exists"}


def test_a_longer_wait_for_pods_is_the_time_to_recover_too(small: Program) -> None:
    written = configuration(small, pods_ready_timeout_seconds=5400)["waitForPodsReady"]

    assert (written["timeout"], written["recoveryTimeout"]) == ("1h30m0s", "1h30m0s")


def test_the_manifests_way_is_the_same_text_in_the_config_map_that_kueue_reads(small: Program) -> None:
    made = fragment(small, configuration="configMap", namespace="queues")

    assert made.body["metadata"] == {"name": "kueue-manager-config", "namespace": "queues"}
    assert yaml.safe_load(made.body["data"]["controller_manager_config.yaml"]) == configuration(small)
    key = ObjectKey("v1", "ConfigMap", "queues", "kueue-manager-config")
    assert Conformance("1.36", "0.19", "3.2").problems(Manifest(key, made.body, made.source, made.path)) == []


@pytest.mark.parametrize("way", ["helmValues", "configMap"])
def test_the_comment_says_who_merges_it_where_and_how_to_check(small: Program, way: str) -> None:
    made = fragment(small, configuration=way, namespace="queues")

    assert (made.path, made.source) == ("kueue.yaml", "Cluster prod-a")
    for word in ("prod-a", "Who: ", "Where: ", "Check: ", "kubectl -n queues "):
        assert word in made.comment
    assert not set("{}") & set(made.comment)
