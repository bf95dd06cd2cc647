from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import clusterrole
from tenantry.kinds.clusterrole import KIND, ClusterRole, Permission
from tests.support.programs import small_program
from tests.unit.kinds.emission import bodies, body_of, metas

words = st.lists(st.sampled_from(("", "batch", "pods", "pods/exec", "get")), min_size=1, unique=True).map(tuple)
roles = st.builds(
    ClusterRole, meta=metas, permissions=st.lists(st.builds(Permission, words, words, words), max_size=3).map(tuple)
)


@given(roles)
@settings(max_examples=100)
def test_a_role_reads_back_as_written(written: ClusterRole) -> None:
    assert clusterrole.decode(clusterrole.encode(written)) == written


def test_every_role_profile_is_one_role_of_the_cluster() -> None:
    assert [body["metadata"]["name"] for body in bodies(small_program(), KIND)] == [
        "tenantry:admin",
        "tenantry:developer",
        "tenantry:viewer",
    ]


def test_a_role_permits_what_its_profile_says_and_is_open_to_no_aggregation() -> None:
    body = body_of(small_program(), KIND, "", "tenantry:viewer")

    assert body["rules"] == [
        {
            "apiGroups": [""],
            "resources": ["configmaps", "pods", "pods/log", "services"],
            "verbs": ["get", "list", "watch"],
        },
        {"apiGroups": ["batch"], "resources": ["jobs"], "verbs": ["get", "list", "watch"]},
        {"apiGroups": ["kueue.x-k8s.io"], "resources": ["localqueues"], "verbs": ["get", "list", "watch"]},
    ]
    assert set(body) == {"apiVersion", "kind", "metadata", "rules"}
    assert body["metadata"]["labels"] == {"app.kubernetes.io/managed-by": "tenantry"}


def test_a_profile_without_rules_permits_nothing_and_has_no_empty_list() -> None:
    program = small_program()
    bare = {name: replace(profile, rules=()) for name, profile in program.roles.items()}

    assert all("rules" not in body for body in bodies(replace(program, roles=bare), KIND))


def test_a_role_on_named_objects_is_not_one_of_ours() -> None:
    body = body_of(small_program(), KIND, "", "tenantry:viewer")
    body["rules"][0]["resourceNames"] = ["secret"]

    with pytest.raises(ValueError, match="named objects"):
        clusterrole.decode(body)
