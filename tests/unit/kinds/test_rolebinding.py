from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import clusterrole, rolebinding
from tenantry.kinds.rolebinding import KIND, RoleBinding
from tenantry.names import RoleName
from tenantry.program import BUILT_IN, Member, Subject
from tests.support.programs import small_program
from tests.unit.kinds.emission import bodies, body_of, metas, with_project

subjects = st.builds(
    Subject, st.sampled_from(("Group", "User")), st.sampled_from(("oidc:a", "oidc:b", "c@example.com"))
)
bindings = st.builds(
    RoleBinding,
    meta=metas,
    cluster_role=st.just("tenantry:viewer"),
    subjects=st.lists(subjects, max_size=3, unique=True).map(tuple),
)


@given(bindings)
@settings(max_examples=100)
def test_a_binding_reads_back_as_written(written: RoleBinding) -> None:
    assert rolebinding.decode(rolebinding.encode(written)) == written


def test_a_binding_is_named_by_its_role_because_its_role_can_never_change() -> None:
    body = body_of(small_program(), KIND, "finance-risk")

    assert body["metadata"]["name"] == "tenantry:developer"
    assert body["roleRef"] == {
        "apiGroup": "rbac.authorization.k8s.io",
        "kind": "ClusterRole",
        "name": "tenantry:developer",
    }
    assert body["subjects"] == [
        {"apiGroup": "rbac.authorization.k8s.io", "kind": "Group", "name": "oidc:finance-quants"}
    ]


def test_subjects_are_sorted_and_stand_once_however_they_were_written() -> None:
    people = [Subject("User", "zoe"), Subject("Group", "b"), Subject("Group", "a"), Subject("User", "zoe")]
    members = tuple(Member(person, RoleName("viewer"), BUILT_IN) for person in people)
    program = with_project(small_program(), "search", "ranking", members=members)

    body = body_of(program, KIND, "search-ranking")

    assert [(subject["kind"], subject["name"]) for subject in body["subjects"]] == [
        ("Group", "a"),
        ("Group", "b"),
        ("User", "zoe"),
    ]


def test_a_role_nobody_has_is_bound_nowhere() -> None:
    program = with_project(small_program(), "search", "ranking", members=())

    assert "search-ranking" not in {body["metadata"]["namespace"] for body in bodies(program, KIND)}


def test_every_bound_role_exists_on_the_cluster() -> None:
    program = small_program()

    roles = {body["metadata"]["name"] for body in bodies(program, clusterrole.KIND)}

    assert {body["roleRef"]["name"] for body in bodies(program, KIND)} <= roles


@pytest.mark.parametrize("subject", [{"kind": "ServiceAccount", "name": "default", "namespace": "x"}])
def test_a_binding_of_a_service_account_is_not_one_of_ours(subject: dict[str, str]) -> None:
    body = body_of(small_program(), KIND, "finance-risk")
    body["subjects"] = [subject]

    with pytest.raises(ValueError, match="groups and users"):
        rolebinding.decode(body)


def test_members_of_other_projects_are_not_bound() -> None:
    program = small_program()
    other = replace(program.projects["vision", "serving"], members=())  # type: ignore[index]
    program = replace(program, projects={**program.projects, (other.tenant, other.name): other})

    namespaces = [body["metadata"]["namespace"] for body in bodies(program, KIND)]

    assert namespaces.count("vision-detection") == 2
    assert "vision-serving" not in namespaces
