"""Rights read back from manifests."""

from dataclasses import replace

import pytest

from tenantry.effect.rights import Right, Rights
from tenantry.ir import Manifest
from tenantry.kinds import ADDON_KINDS, KINDS
from tenantry.lower.bundles import bundles
from tenantry.program import Subject
from tests.support.programs import program_of, small_trees, spec_of

_ENGINEERS = Subject("Group", "oidc:vision-engineers")
_LEADS = Subject("Group", "oidc:vision-leads")


def _manifests() -> list[Manifest]:
    trees = small_trees()
    spec_of(trees, "Tenant", "vision")["members"].append({"group": "vision-engineers", "role": "viewer"})
    spec_of(trees, "Project", "serving", "vision")["members"] = [{"group": "vision-engineers", "role": "admin"}]
    program = program_of(trees)
    found = bundles(program, extra=lambda _: ())
    return [one for bundle in found if bundle.cluster == "prod-a" for one in bundle.manifests]


def test_a_subject_has_the_union_of_its_roles_in_each_namespace() -> None:
    rights = Rights(_manifests())
    held = rights.of("vision-detection")
    assert {subject: one.roles for subject, one in held.items()} == {
        _ENGINEERS: ("tenantry:developer", "tenantry:viewer"),
        _LEADS: ("tenantry:admin",),
    }
    assert held[_ENGINEERS].rights == held[_LEADS].rights
    assert Right("create", "", "pods/exec") in held[_ENGINEERS].rights
    assert Right("get", "kueue.x-k8s.io", "localqueues") in held[_ENGINEERS].rights
    assert Right("create", "kueue.x-k8s.io", "localqueues") not in held[_ENGINEERS].rights
    assert rights.of("vision-serving")[_ENGINEERS].roles == (
        *("tenantry:admin", "tenantry:developer", "tenantry:viewer"),
    )


def test_nobody_has_rights_where_nothing_is_bound() -> None:
    rights = Rights(_manifests())
    assert rights.of("nlp-pretraining") == {}
    assert rights.of("kube-system") == {}
    assert "nlp-pretraining" in rights.namespaces
    assert "kube-system" not in rights.namespaces


def test_a_binding_to_a_role_that_is_not_there_gives_nothing() -> None:
    without = [one for one in _manifests() if one.key.name != "tenantry:admin" or one.key.kind != "ClusterRole"]
    assert Rights(without).of("vision-detection")[_LEADS].rights == frozenset()


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        (
            "ClusterRole",
            {"rules": [{"apiGroups": [""], "resources": ["pods"], "verbs": ["get"], "resourceNames": ["a"]}]},
        ),
        ("RoleBinding", {"subjects": [{"kind": "ServiceAccount", "name": "trainer", "namespace": "vision-detection"}]}),
        ("RoleBinding", {"roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "own"}}),
    ],
)
def test_what_is_not_of_our_form_is_refused_and_not_overlooked(kind: str, change: dict[str, object]) -> None:
    manifests = _manifests()
    index = next(index for index, one in enumerate(manifests) if one.key.kind == kind)
    manifests[index] = replace(manifests[index], body={**manifests[index].body, **change})
    with pytest.raises(ValueError, match="of ours"):
        Rights(manifests)


def test_no_other_kind_that_is_written_gives_rights() -> None:
    rbac = {kind.kind for kind in (*KINDS, *ADDON_KINDS) if kind.api_version.startswith("rbac.authorization.k8s.io/")}
    assert rbac == {"ClusterRole", "RoleBinding"}
    assert all("aggregationRule" not in one.body for one in _manifests())
