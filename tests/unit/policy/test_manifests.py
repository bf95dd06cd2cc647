"""Policies asked about emitted objects."""

from collections.abc import Iterable
from typing import Any

import pytest

from tenantry.diagnostics import Diagnostic, DocumentRef, Where
from tenantry.ir import Manifest, ObjectKey
from tenantry.kinds import ADDON_KINDS, KINDS
from tenantry.policy import ManifestRules
from tenantry.policy.manifests import resource_of
from tenantry.program import Program
from tests.unit.policy.writing import policy, program_with


def service(type_: str, *, namespace: str = "vision-detection", source: str = "Project vision/detection") -> Manifest:
    body = {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "web"}, "spec": {"type": type_}}
    return Manifest(ObjectKey("v1", "Service", namespace, "web"), body, source, "prod-a/vision/addons.yaml")


def rule(expression: str = "object.spec.type == 'ClusterIP'", **spec: Any) -> dict[str, Any]:
    given = {
        "scope": "manifests",
        "match": {"resources": ["services"]},
        "examples": {
            "mustPass": [{"object": {"spec": {"type": "ClusterIP"}}}],
            "mustFail": [{"object": {"spec": {"type": "NodePort"}}}],
        },
    }
    return policy(expression, **{**given, **spec})


def judge_manifests(program: Program, manifests: Iterable[Manifest]) -> list[Diagnostic]:
    """What the rules find in all objects of a program."""
    rules = ManifestRules(program)
    for manifest in manifests:
        rules.ask(manifest)
    return rules.findings(all_asked=True)


def test_an_object_that_breaks_a_rule_is_reported_at_the_document_that_made_it() -> None:
    (hit,) = judge_manifests(program_with(rule()), [service("ClusterIP"), service("NodePort")])

    assert hit.code.code == "TN540"
    assert hit.where == Where(DocumentRef("Project", "detection", "vision"), ("metadata", "name"))
    assert hit.message == "Service vision-detection/web: all is not well"
    assert hit.notes[0].text == "emitted to prod-a/vision/addons.yaml"


def test_many_objects_of_one_document_make_one_message() -> None:
    objects = [service("NodePort", namespace=f"n{number}") for number in range(4)]

    (hit,) = judge_manifests(program_with(rule()), objects)

    assert hit.message == "Service n0/web: all is not well"
    assert hit.notes[-1].text == "and so for 3 more, such as Service n1/web"


def test_rules_of_scope_admission_are_asked_too_and_see_no_old_object() -> None:
    one = rule("oldObject != null || object.spec.type == 'ClusterIP'", scope="admission")

    assert [hit.code.code for hit in judge_manifests(program_with(one), [service("NodePort")])] == ["TN540"]


def test_rules_for_other_resources_and_other_scopes_are_not_asked() -> None:
    other = rule(match={"resources": ["configmaps", "services/status", "services.example.com"]})

    assert judge_manifests(program_with(other, policy("subject.ok", name="x")), [service("NodePort")]) == []


@pytest.mark.parametrize("subject", ["Service vision-detection/web", "Project vision/detection", "Tenant vision"])
def test_a_waiver_names_the_object_or_its_project_or_its_tenant(subject: str) -> None:
    waivers = [{"subject": subject, "until": "2026-11-30", "reason": "moves soon"}]

    assert judge_manifests(program_with(rule(waivers=waivers)), [service("NodePort")]) == []


def test_an_addons_object_is_waived_by_the_project_in_whose_namespace_it_lies() -> None:
    waivers = [{"subject": "Project vision/detection", "until": "2026-11-30", "reason": "moves soon"}]

    assert judge_manifests(program_with(rule(waivers=waivers)), [service("NodePort", source="Addon web")]) == []


def test_a_needless_waiver_is_told_only_where_every_object_was_seen() -> None:
    waivers = [{"subject": "Tenant search", "until": "2026-12-30", "reason": "moves soon"}]
    rules = ManifestRules(program_with(rule(waivers=waivers)))
    rules.ask(service("ClusterIP"))

    assert rules.findings(all_asked=False) == []
    assert [one.code.code for one in rules.findings(all_asked=True)] == ["TN537"]


def test_a_waiver_at_admission_is_never_needless_because_tenants_objects_are_not_ours_to_see() -> None:
    waivers = [{"subject": "Tenant search", "until": "2026-12-30", "reason": "moves soon"}]

    assert judge_manifests(program_with(rule(scope="admission", waivers=waivers)), [service("ClusterIP")]) == []


def test_an_object_without_the_key_that_is_read_is_a_failure_and_no_pass() -> None:
    broken = service("ClusterIP")
    broken.body.pop("spec")

    (problem,) = judge_manifests(program_with(rule()), [broken])

    assert problem.code.code == "TN534"


@pytest.mark.parametrize(
    ("api_version", "kind", "resource"),
    [
        ("v1", "Pod", "pods"),
        ("batch/v1", "Job", "jobs.batch"),
        ("networking.k8s.io/v1", "NetworkPolicy", "networkpolicies.networking.k8s.io"),
        ("scheduling.k8s.io/v1", "PriorityClass", "priorityclasses.scheduling.k8s.io"),
        ("kueue.x-k8s.io/v1beta2", "Topology", "topologies.kueue.x-k8s.io"),
        ("networking.k8s.io/v1", "Ingress", "ingresses.networking.k8s.io"),
        ("example.com/v1", "Gateway", "gateways.example.com"),
        ("v1", "Endpoints", "endpoints"),
    ],
)
def test_a_kind_has_the_plural_of_the_api_server(api_version: str, kind: str, resource: str) -> None:
    assert resource_of(api_version, kind) == resource


def test_every_emitted_kind_has_a_resource_of_its_own() -> None:
    kinds = {(kind.api_version, kind.kind) for kind in (*KINDS, *ADDON_KINDS)}

    assert len({resource_of(*kind) for kind in kinds}) == len(kinds)
