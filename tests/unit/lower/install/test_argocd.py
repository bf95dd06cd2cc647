from dataclasses import replace

import pytest

from tenantry.conform import Conformance
from tenantry.ir import Fragment, Manifest, ObjectKey
from tenantry.kinds import application, appproject
from tenantry.lower.install import cluster_fragments, fleet_fragments
from tenantry.lower.install.health import HEALTH_SCRIPTS
from tenantry.program import Configuration, Program
from tests.support.programs import small_program

SETTINGS = [
    "application.resourceTrackingMethod",
    "resource.customizations.health.argoproj.io_Application",
    "resource.customizations.health.kueue.x-k8s.io_ClusterQueue",
    "resource.customizations.health.kueue.x-k8s.io_LocalQueue",
    "resource.customizations.health.kueue.x-k8s.io_AdmissionCheck",
    "resource.customizations.health.PersistentVolumeClaim",
]


def installed(way: Configuration, namespace: str = "argocd") -> Program:
    program = small_program()
    argocd = replace(program.fleet.argocd, configuration=way, namespace=namespace)
    return replace(program, fleet=replace(program.fleet, argocd=argocd))


def by_path(program: Program) -> dict[str, Fragment]:
    return {fragment.path: fragment for fragment in fleet_fragments(program)}


def problems(fragment: Fragment) -> list[str]:
    metadata = fragment.body["metadata"]
    key = ObjectKey(fragment.body["apiVersion"], fragment.body["kind"], metadata["namespace"], metadata["name"])
    manifest = Manifest(key, fragment.body, fragment.source, fragment.path)
    return [problem.message for problem in Conformance("1.36", "0.19", "3.2").problems(manifest)]


def test_the_charts_way_is_values_below_configs_cm() -> None:
    body = by_path(installed("helmValues"))["argocd.yaml"].body

    assert list(body) == ["configs"]
    assert list(body["configs"]) == ["cm"]
    assert list(body["configs"]["cm"]) == SETTINGS


def test_the_manifests_way_is_keys_of_the_config_map_that_argocd_finds_by_its_label() -> None:
    fragment = by_path(installed("configMap", "gitops"))["argocd.yaml"]

    assert problems(fragment) == []
    assert fragment.body["metadata"] == {
        "name": "argocd-cm",
        "namespace": "gitops",
        "labels": {"app.kubernetes.io/name": "argocd-cm", "app.kubernetes.io/part-of": "argocd"},
    }
    assert fragment.body["data"] == by_path(installed("helmValues"))["argocd.yaml"].body["configs"]["cm"]


def test_core_kinds_stand_alone_in_a_key_because_argocd_ignores_an_empty_group() -> None:
    assert not any(kind.startswith("_") for kind in HEALTH_SCRIPTS)


def test_root_and_its_project_are_fragments_that_conform_and_fit_each_other() -> None:
    program = installed("helmValues", "gitops")
    fragments = by_path(program)
    project, root = fragments["root-project.yaml"], fragments["root.yaml"]

    assert problems(project) == []
    assert problems(root) == []
    assert root.body["spec"]["project"] == project.body["metadata"]["name"]
    assert root.body["spec"]["destination"] == project.body["spec"]["destinations"][0]
    assert root.body["spec"]["source"]["repoURL"] in project.body["spec"]["sourceRepos"]
    assert root.body["metadata"]["namespace"] == "gitops"


def test_no_application_makes_root_or_its_project() -> None:
    program = small_program()
    names = {item.meta.name for item, _ in appproject.of_fleet(program)}
    for cluster in program.clusters.values():
        names |= {item.meta.name for item, _ in application.of_cluster(program, cluster)}

    assert not names & {application.ROOT, appproject.ROOT_PROJECT}


@pytest.mark.parametrize("way", ["helmValues", "configMap"])
def test_every_fragment_says_who_applies_it_and_how_to_check(way: Configuration) -> None:
    program = installed(way, "gitops")

    for fragment in (*fleet_fragments(program), *cluster_fragments(program, program.clusters["prod-a"])):  # type: ignore[index]
        assert "Who: " in fragment.comment
        assert "Check: " in fragment.comment
        assert "/" not in fragment.path
        assert not set("{}") & set(fragment.comment), fragment.path
    assert all(fragment.source == "Fleet example" for fragment in fleet_fragments(program))


def test_fragments_depend_on_no_tenant() -> None:
    program = small_program()
    empty = replace(program, tenants={}, projects={}, placements=(), lines=(), grants=(), links=())

    assert list(fleet_fragments(empty)) == list(fleet_fragments(program))
    for cluster in program.clusters.values():
        assert list(cluster_fragments(empty, cluster)) == list(cluster_fragments(program, cluster))
