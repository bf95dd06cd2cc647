import json
from fnmatch import fnmatchcase

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.conform import Conformance
from tenantry.ir import Body, Manifest
from tenantry.kinds import ADDON_KINDS, KINDS, appproject
from tenantry.kinds.appproject import (
    CLUSTER_KINDS,
    NAMESPACED_KINDS,
    PLATFORM_PROJECT,
    ROOT_PROJECT,
    AppProject,
    Destination,
    GroupKind,
)
from tenantry.kinds.base import Kind
from tenantry.program import Program
from tenantry.versions import ARGOCD
from tests.support.programs import program_of, small_program, small_trees
from tests.unit.kinds.pooltrees import metas

ADMISSION_KINDS = {
    GroupKind("admissionregistration.k8s.io", kind + suffix)
    for kind in ("MutatingAdmissionPolicy", "ValidatingAdmissionPolicy")
    for suffix in ("", "Binding")
}

words = st.text("abc*.-/", min_size=1, max_size=5)
kinds = st.lists(st.builds(GroupKind, words, words), max_size=3).map(tuple)
projects = st.builds(
    AppProject,
    meta=metas,
    description=words,
    repositories=st.lists(words, max_size=2).map(tuple),
    destinations=st.lists(st.builds(Destination, words, words), max_size=2).map(tuple),
    allowed_cluster_kinds=kinds,
    refused_cluster_kinds=kinds,
    allowed_namespaced_kinds=kinds,
    refused_namespaced_kinds=kinds,
)


@pytest.fixture(scope="module")
def small() -> Program:
    return small_program()


def of_tenants(program: Program) -> dict[str, Body]:
    return {
        placement.tenant: json.loads(json.dumps(appproject.encode(project)))
        for placement in program.placements
        for project, _ in appproject.of_placement(program, placement)
    }


def all_projects(program: Program) -> list[AppProject]:
    found = [project for placement in program.placements for project, _ in appproject.of_placement(program, placement)]
    return [*found, *(project for project, _ in appproject.of_fleet(program)), appproject.root_project(program)]


def group_kind(kind: Kind) -> GroupKind:
    group, slash, _ = kind.api_version.rpartition("/")
    return GroupKind(group if slash else "", kind.kind)


def permits(spec: Body, group: str, kind: str, *, namespaced: bool) -> bool:
    """Argo CD's own rule (`IsGroupKindPermitted`)."""

    def listed(field: str) -> bool:
        return any(
            fnmatchcase(kind, item["kind"]) and fnmatchcase(group, item["group"]) for item in spec.get(field, ())
        )

    if namespaced:
        allowed = "namespaceResourceWhitelist" not in spec or listed("namespaceResourceWhitelist")
        return allowed and not listed("namespaceResourceBlacklist")
    return listed("clusterResourceWhitelist") and not listed("clusterResourceBlacklist")


@given(projects)
@settings(max_examples=50)
def test_a_project_reads_back_as_written(written: AppProject) -> None:
    assert appproject.decode(appproject.encode(written)) == written


@pytest.mark.parametrize("version", ARGOCD.served)
def test_every_project_conforms_to_every_served_argocd(small: Program, version: str) -> None:
    conformance = Conformance("1.36", "0.19", version)
    for project in all_projects(small):
        manifest = Manifest(appproject.KIND.key(project.meta), appproject.encode(project), "Fleet example", "any.yaml")
        assert [problem.message for problem in conformance.problems(manifest)] == []


def test_nothing_empty_is_written(small: Program) -> None:
    for project in all_projects(small):
        spec = appproject.encode(project)["spec"]
        assert all(spec.values()), spec


def test_a_cluster_kind_is_never_narrowed_by_name_which_argocd_3_2_would_drop(small: Program) -> None:
    for project in all_projects(small):
        for item in appproject.encode(project)["spec"].get("clusterResourceWhitelist", ()):
            assert set(item) == {"group", "kind"}


def test_a_tenant_may_write_into_its_own_namespaces_and_nowhere_else(small: Program) -> None:
    destinations = {tenant: body["spec"]["destinations"] for tenant, body in of_tenants(small).items()}

    server = "https://prod-a.example.com:6443"
    assert destinations["vision"] == [
        {"server": server, "namespace": "vision-detection"},
        {"server": server, "namespace": "vision-serving"},
    ]
    assert all("*" not in item["namespace"] for items in destinations.values() for item in items)


def test_a_tenant_without_a_namespace_on_the_cluster_has_no_project(small: Program) -> None:
    assert "research" not in of_tenants(small)


@pytest.mark.parametrize(
    ("group", "kind"),
    [
        ("", "LimitRange"),
        ("", "ResourceQuota"),
        ("cilium.io", "CiliumNetworkPolicy"),
        ("crd.projectcalico.org", "NetworkPolicy"),
        ("kueue.x-k8s.io", "LocalQueue"),
        ("kueue.x-k8s.io", "Workload"),
        ("networking.k8s.io", "NetworkPolicy"),
        ("rbac.authorization.k8s.io", "Role"),
        ("rbac.authorization.k8s.io", "RoleBinding"),
    ],
)
def test_a_tenants_application_cannot_bring_what_would_widen_its_bounds(small: Program, group: str, kind: str) -> None:
    for body in of_tenants(small).values():
        assert not permits(body["spec"], group, kind, namespaced=True)


@pytest.mark.parametrize(
    ("group", "kind"), [("apps", "Deployment"), ("batch", "Job"), ("", "ConfigMap"), ("", "Secret")]
)
def test_a_tenants_application_can_bring_ordinary_work(small: Program, group: str, kind: str) -> None:
    for body in of_tenants(small).values():
        assert permits(body["spec"], group, kind, namespaced=True)


def test_a_tenants_application_can_bring_nothing_cluster_scoped(small: Program) -> None:
    for body in of_tenants(small).values():
        for group, kind in (*CLUSTER_KINDS, GroupKind("apiextensions.k8s.io", "CustomResourceDefinition")):
            assert not permits(body["spec"], group, kind, namespaced=False)


def test_a_tenants_application_cannot_be_fed_from_the_fleets_own_repository(small: Program) -> None:
    for body in of_tenants(small).values():
        assert f"!{small.fleet.repository_url}" in body["spec"]["sourceRepos"]


def test_the_platforms_project_covers_every_kind_that_is_emitted_and_no_other() -> None:
    emitted = {group_kind(kind) for kind in (*KINDS, *ADDON_KINDS) if not kind.for_argocd}

    assert set(CLUSTER_KINDS) | set(NAMESPACED_KINDS) == emitted | ADMISSION_KINDS


def test_the_platforms_project_knows_which_kinds_are_cluster_scoped(small: Program) -> None:
    for kind in KINDS:
        if kind.for_argocd:
            continue
        objects = [item for p in small.placements if kind.of_placement for item, _ in kind.of_placement(small, p)]
        for cluster in small.clusters.values():
            objects += [item for item, _ in kind.of_cluster(small, cluster)] if kind.of_cluster else []
        for item in objects:
            assert group_kind(kind) in (NAMESPACED_KINDS if item.meta.namespace else CLUSTER_KINDS), item.meta


def test_the_platforms_project_reaches_every_cluster_from_one_repository() -> None:
    trees = small_trees()
    second = json.loads(json.dumps(trees["Cluster", "", "prod-a"]))
    second["metadata"]["name"] = "lab-b"
    second["spec"]["argocd"]["server"] = "https://lab-b.example.com:6443"
    trees["Cluster", "", "lab-b"] = second

    ((project, source),) = appproject.of_fleet(program_of(trees))

    assert project.meta.name == PLATFORM_PROJECT
    assert str(source) == "Fleet example"
    assert project.repositories == ("https://git.example.com/platform/fleet.git",)
    assert project.destinations == (
        Destination("https://lab-b.example.com:6443", "*"),
        Destination("https://prod-a.example.com:6443", "*"),
    )


def test_roots_project_lets_it_write_applications_and_projects_and_nothing_else(small: Program) -> None:
    body = appproject.encode(appproject.root_project(small))

    assert body["metadata"]["name"] == ROOT_PROJECT
    assert body["spec"]["destinations"] == [{"server": "https://kubernetes.default.svc", "namespace": "argocd"}]
    assert permits(body["spec"], "argoproj.io", "Application", namespaced=True)
    assert permits(body["spec"], "argoproj.io", "AppProject", namespaced=True)
    assert not permits(body["spec"], "argoproj.io", "ApplicationSet", namespaced=True)
    assert not permits(body["spec"], "", "Secret", namespaced=True)
    assert not permits(body["spec"], "", "Namespace", namespaced=False)
