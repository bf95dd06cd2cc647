import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.conform import Conformance
from tenantry.ir import Body, Manifest
from tenantry.kinds import application, appproject
from tenantry.kinds.application import Application, platform_application_name, tenant_application_name
from tenantry.kinds.appproject import PLATFORM_PROJECT, ROOT_PROJECT
from tenantry.program import Program
from tenantry.versions import ARGOCD
from tests.support.programs import Trees, program_of, small_program, small_trees
from tests.unit.kinds.pooltrees import metas

dns_labels = st.from_regex(r"[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?", fullmatch=True)
texts = st.text("abc/.-", min_size=1, max_size=6)
applications = st.builds(
    Application,
    meta=metas,
    finalizers=st.lists(texts, max_size=1).map(tuple),
    project=texts,
    repository=texts,
    revision=texts,
    path=texts,
    excluding=st.one_of(st.just(""), texts),
    server=texts,
    namespace=texts,
    sync_options=st.lists(texts, min_size=1, max_size=3).map(tuple),
)


@pytest.fixture(scope="module")
def small() -> Program:
    return small_program()


def everything(program: Program) -> dict[str, Body]:
    """Every Application by name, as JSON reads it back."""
    found = [item for cluster in program.clusters.values() for item, _ in application.of_cluster(program, cluster)]
    found += [item for placement in program.placements for item, _ in application.of_placement(program, placement)]
    found.append(application.root(program))
    bodies = {item.meta.name: json.loads(json.dumps(application.encode(item))) for item in found}
    assert len(bodies) == len(found)
    return bodies


@given(applications)
@settings(max_examples=50)
def test_an_application_reads_back_as_written(written: Application) -> None:
    assert application.decode(application.encode(written)) == written


@pytest.mark.parametrize("version", ARGOCD.served)
def test_every_application_conforms_to_every_served_argocd(small: Program, version: str) -> None:
    conformance = Conformance("1.36", "0.19", version)
    for body in everything(small).values():
        key = application.KIND.key(application.decode(body).meta)
        assert [problem.message for problem in conformance.problems(Manifest(key, body, "Fleet example", "a"))] == []


def test_the_application_of_a_tenant_is_written_out_in_full(small: Program) -> None:
    assert everything(small)["prod-a.vision"] == {
        "apiVersion": "argoproj.io/v1alpha1",
        "kind": "Application",
        "metadata": {
            "name": "prod-a.vision",
            "namespace": "argocd",
            "labels": {
                "app.kubernetes.io/managed-by": "tenantry",
                "tenants.example.com/cluster": "prod-a",
                "tenants.example.com/tenant": "vision",
            },
            "annotations": {
                "argocd.argoproj.io/compare-options": "ServerSideDiff=true",
                "argocd.argoproj.io/manifest-generate-paths": ".",
                "argocd.argoproj.io/sync-options": "Prune=confirm,Delete=confirm",
                "argocd.argoproj.io/sync-wave": "0",
                "tenants.example.com/source": "Tenant vision",
            },
            "finalizers": ["resources-finalizer.argocd.argoproj.io/foreground"],
        },
        "spec": {
            "project": "tenantry.fleet.platform",
            "source": {
                "repoURL": "https://git.example.com/platform/fleet.git",
                "targetRevision": "main",
                "path": "output/prod-a/vision",
            },
            "destination": {"server": "https://prod-a.example.com:6443", "namespace": "default"},
            "syncPolicy": {
                "automated": {"prune": True, "selfHeal": True},
                "syncOptions": ["ServerSideApply=true", "ApplyOutOfSyncOnly=true", "PruneLast=true"],
                "retry": {
                    "limit": 10,
                    "backoff": {"duration": "10s", "factor": 2, "maxDuration": "5m"},
                    "refresh": True,
                },
            },
            "revisionHistoryLimit": 2,
        },
    }


def test_projects_come_first_then_platforms_then_all_tenants_in_the_last_wave(small: Program) -> None:
    def wave(body: Body) -> int:
        return int(body["metadata"]["annotations"]["argocd.argoproj.io/sync-wave"])

    bodies = everything(small)
    projects = [item for item, _ in appproject.of_fleet(small)]
    projects += [item for placement in small.placements for item, _ in appproject.of_placement(small, placement)]
    tenants = {wave(body) for name, body in bodies.items() if name.startswith("prod-a.")}

    assert {wave(appproject.encode(project)) for project in projects} == {-2}
    assert wave(bodies["prod-a"]) == -1
    assert tenants == {0}


def test_our_applications_never_belong_to_a_tenants_project(small: Program) -> None:
    projects = {name: body["spec"]["project"] for name, body in everything(small).items()}

    assert projects.pop(application.ROOT) == ROOT_PROJECT
    assert set(projects.values()) == {PLATFORM_PROJECT}


def test_a_cluster_follows_its_own_revision_and_root_the_fleets() -> None:
    trees = small_trees()
    cluster: Any = trees["Cluster", "", "prod-a"]
    cluster["spec"]["argocd"]["revision"] = "ring-2"

    revisions = {name: body["spec"]["source"]["targetRevision"] for name, body in everything(program_of(trees)).items()}

    assert revisions.pop(application.ROOT) == "main"
    assert set(revisions.values()) == {"ring-2"}


def test_root_reads_all_files_below_argocd_but_the_fragments_and_deletes_nothing_when_it_is_deleted(
    small: Program,
) -> None:
    body = everything(small)[application.ROOT]

    assert body["spec"]["source"]["path"] == "output/argocd"
    assert body["spec"]["source"]["directory"] == {"recurse": True, "exclude": "_install/*"}
    assert "finalizers" not in body["metadata"]
    assert body["spec"]["syncPolicy"]["syncOptions"] == ["ServerSideApply=true", "ApplyOutOfSyncOnly=true"]


def test_deleting_any_other_application_takes_its_objects_along_and_asks_a_person_first(small: Program) -> None:
    for name, body in everything(small).items():
        if name != application.ROOT:
            assert body["metadata"]["finalizers"] == ["resources-finalizer.argocd.argoproj.io/foreground"]
            options = body["metadata"]["annotations"]["argocd.argoproj.io/sync-options"]
            assert options == "Prune=confirm,Delete=confirm"


def test_an_empty_folder_never_wipes_a_cluster_and_no_zero_value_is_written(small: Program) -> None:
    def values(node: object) -> list[object]:
        if isinstance(node, dict):
            return [leaf for value in node.values() for leaf in values(value)]
        if isinstance(node, list):
            return [leaf for value in node for leaf in values(value)] or [node]
        return [node]

    for body in everything(small).values():
        assert "allowEmpty" not in json.dumps(body)
        assert all(values(body)), body


@given(cluster=dns_labels, tenant=dns_labels, other=dns_labels)
@settings(max_examples=100)
def test_names_of_clusters_tenants_and_root_never_meet(cluster: str, tenant: str, other: str) -> None:
    tenants = tenant_application_name(cluster, tenant)

    assert len({platform_application_name(other), tenants, application.ROOT}) == 3
    assert len({appproject.tenant_project_name(cluster, tenant), PLATFORM_PROJECT, ROOT_PROJECT}) == 3
    assert (tenant_application_name(other, tenant) == tenants) == (other == cluster)
    assert (tenant_application_name(cluster, other) == tenants) == (other == tenant)


def _more_quota(trees: Trees) -> None:
    tenant: Any = trees["Tenant", "", "vision"]
    tenant["spec"]["quota"][0]["guaranteed"] = 25


def _held(trees: Trees) -> None:
    tenant: Any = trees["Tenant", "", "vision"]
    tenant["spec"]["state"] = "held"


def _one_more_project(trees: Trees) -> None:
    project: Any = json.loads(json.dumps(trees["Project", "vision", "detection"]))
    project["metadata"]["name"] = "tracking"
    del project["spec"]["quota"], project["spec"]["volumes"]
    trees["Project", "vision", "tracking"] = project


def _one_project_less(trees: Trees) -> None:
    del trees["Project", "vision", "serving"]


def _renamed(trees: Trees) -> None:
    tenant: Any = trees["Tenant", "", "vision"]
    tenant["spec"].update(displayName="Seeing", costCenter="R-999")


@pytest.mark.parametrize("change", [_more_quota, _held, _one_more_project, _one_project_less, _renamed])
def test_a_change_of_one_tenant_touches_no_application_and_no_project_of_another(
    small: Program, change: Callable[[Trees], None]
) -> None:
    trees = small_trees()
    change(trees)
    after = program_of(trees)

    assert everything(after) == everything(small)
    assert list(appproject.of_fleet(after)) == list(appproject.of_fleet(small))
    for before_at, after_at in zip(small.placements, after.placements, strict=True):
        if before_at.tenant != "vision":
            assert list(appproject.of_placement(after, after_at)) == list(appproject.of_placement(small, before_at))
