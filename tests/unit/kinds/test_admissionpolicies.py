"""Policies and bindings in Kubernetes' form: what is written is what the API server gives back."""

from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.admission.policy import Mutation, MutationSpec, Named, PolicySpec, ResourceRule, Validation
from tenantry.conform import Conformance, ShippedSchemas
from tenantry.diagnostics import DocumentRef, Where
from tenantry.ir import Manifest, ObjectKey
from tenantry.kinds import (
    mutatingadmissionpolicy,
    mutatingadmissionpolicybinding,
    validatingadmissionpolicy,
    validatingadmissionpolicybinding,
)
from tenantry.program import Policy, Program, Waiver
from tests.support.programs import small_program
from tests.unit.kinds.emission import bodies, body_of, metas, texts

MODULES = (
    validatingadmissionpolicy,
    validatingadmissionpolicybinding,
    mutatingadmissionpolicy,
    mutatingadmissionpolicybinding,
)
words = st.text("abc'", min_size=1, max_size=4)
few = st.lists(words, min_size=1, max_size=2).map(tuple)
named = st.lists(st.builds(Named, words, words), max_size=2).map(tuple)
resources = st.lists(
    st.builds(ResourceRule, few, few, st.sampled_from([("CREATE",), ("UPDATE", "DELETE")])), min_size=1, max_size=2
).map(tuple)
validations = st.lists(
    st.builds(Validation, words, words, texts, st.sampled_from(["Invalid", "Forbidden"])), min_size=1, max_size=2
).map(tuple)
objects = st.one_of(
    st.builds(
        validatingadmissionpolicy.ValidatingAdmissionPolicy,
        metas,
        st.builds(
            PolicySpec,
            resources,
            st.dictionaries(words, words, max_size=2).map(lambda labels: tuple(labels.items())),
            named,
            named,
            validations,
        ),
    ),
    st.builds(
        validatingadmissionpolicybinding.ValidatingAdmissionPolicyBinding,
        metas,
        words,
        st.sampled_from(["Deny", "Warn", "Audit"]),
        st.one_of(st.just(""), words),
    ),
    st.builds(
        mutatingadmissionpolicy.MutatingAdmissionPolicy,
        metas,
        st.builds(MutationSpec, resources, named, named, st.lists(st.builds(Mutation, words), max_size=2).map(tuple)),
    ),
    st.builds(mutatingadmissionpolicybinding.MutatingAdmissionPolicyBinding, metas, words, words),
)
MODULE_OF = {module.KIND.kind: module for module in MODULES}


def on(version: str) -> Program:
    program = small_program()
    clusters = {name: replace(cluster, kubernetes=version) for name, cluster in program.clusters.items()}
    return replace(program, clusters=clusters)


def with_own_rule(program: Program, *, severity: str = "error", until: date = date(2026, 12, 31)) -> Program:
    ref = DocumentRef("Policy", "owner-label")
    own = Policy(
        ref=ref,
        name="owner-label",
        description="jobs have owners",
        scope="admission",
        severity=severity,
        kinds=(),
        resources=("jobs.batch",),
        operations=("CREATE",),
        variables=(),
        expression="'owner' in object.metadata.?labels.orValue({})",
        expression_where=Where(ref),
        message="every Job names its owner",
        message_expression="",
        examples=(),
        waivers=(Waiver("Project vision/detection", until, "moving"), Waiver("Pool cpu", until, "odd")),
    )
    return replace(program, policies=(own, replace(own, name="other", scope="manifests")))


@given(objects)
def test_what_is_written_is_read_back(written) -> None:
    module = MODULE_OF[type(written).__name__]

    assert module.decode(module.encode(written)) == written


@pytest.mark.parametrize("version", ["1.33", "1.36"])
def test_every_object_conforms_to_the_schema_of_its_version(version: str) -> None:
    conformance = Conformance(version, "0.19", "3.2", schemas=ShippedSchemas())
    problems = [
        problem.message
        for module in MODULES
        for body in bodies(with_own_rule(on(version)), module.KIND)
        for problem in conformance.problems(
            Manifest(
                ObjectKey(body["apiVersion"], body["kind"], "", body["metadata"]["name"]), body, "Cluster prod-a", "any"
            )
        )
    ]

    assert problems == []


def test_a_policy_spells_out_what_the_api_server_would_add() -> None:
    body = body_of(small_program(), validatingadmissionpolicy.KIND, "", "tenantry.services")

    assert body["metadata"] == {
        "name": "tenantry.services",
        "labels": {"app.kubernetes.io/managed-by": "tenantry"},
        "annotations": {
            "argocd.argoproj.io/sync-options": "Prune=confirm,Delete=confirm",
            "argocd.argoproj.io/sync-wave": "-3",
            "tenants.example.com/source": "Cluster prod-a",
        },
    }
    assert body["spec"]["failurePolicy"] == "Fail"
    assert body["spec"]["matchConstraints"] == {
        "matchPolicy": "Equivalent",
        "namespaceSelector": {},
        "objectSelector": {},
        "resourceRules": [
            {
                "apiGroups": [""],
                "apiVersions": ["*"],
                "operations": ["CREATE", "UPDATE"],
                "resources": ["services"],
                "scope": "*",
            }
        ],
    }


def test_owned_objects_are_picked_by_their_label_before_or_after() -> None:
    body = body_of(small_program(), validatingadmissionpolicy.KIND, "", "tenantry.owned")

    assert body["spec"]["matchConstraints"]["objectSelector"] == {
        "matchLabels": {"app.kubernetes.io/managed-by": "tenantry"}
    }


def test_bindings_hold_in_namespaces_of_tenants_or_everywhere_and_come_after_the_policies() -> None:
    program = small_program()
    pods = body_of(program, validatingadmissionpolicybinding.KIND, "", "tenantry.pods")
    namespaces = body_of(program, validatingadmissionpolicybinding.KIND, "", "tenantry.namespaces")

    assert pods["metadata"]["annotations"]["argocd.argoproj.io/sync-wave"] == "2"
    assert pods["spec"] == {
        "matchResources": {
            "matchPolicy": "Equivalent",
            "namespaceSelector": {"matchExpressions": [{"key": "tenants.example.com/tenant", "operator": "Exists"}]},
            "objectSelector": {},
        },
        "policyName": "tenantry.pods",
        "validationActions": ["Deny"],
    }
    assert namespaces["spec"] == {"policyName": "tenantry.namespaces", "validationActions": ["Deny"]}


@pytest.mark.parametrize("version", ["1.33", "1.34", "1.35", "1.36"])
def test_every_policy_has_one_binding_of_its_name(version: str) -> None:
    program = with_own_rule(on(version))

    for policies, bindings in (MODULES[:2], MODULES[2:]):
        names = [body["metadata"]["name"] for body in bodies(program, policies.KIND)]
        assert [body["spec"]["policyName"] for body in bodies(program, bindings.KIND)] == names
        assert [body["metadata"]["name"] for body in bodies(program, bindings.KIND)] == names
        assert len(set(names)) == len(names)


def test_mutating_policies_come_with_1_36() -> None:
    assert bodies(on("1.35"), mutatingadmissionpolicy.KIND) == []
    body = body_of(on("1.36"), mutatingadmissionpolicy.KIND, "", "tenantry.role-hash")
    assert body["spec"]["reinvocationPolicy"] == "Never"
    [mutation] = body["spec"]["mutations"]
    assert mutation.keys() == {"jsonPatch", "patchType"}
    assert mutation["patchType"] == "JSONPatch"
    assert mutation["jsonPatch"]["expression"].endswith(
        "? [JSONPatch{op: 'remove', path: '/metadata/annotations/' + "
        "jsonpatch.escapeKey('kueue.x-k8s.io/role-hash')}] : []"
    )


def test_policies_know_the_words_of_their_cluster() -> None:
    pods = str(body_of(small_program(), validatingadmissionpolicy.KIND, "", "tenantry.pods"))

    for word in ("nvidia.com/mig-1g.10gb", "rdma/hca", "tenants.example.com/pool", "kueue-system:kueue-controller"):
        assert word in pods
    namespaces = str(body_of(small_program(), validatingadmissionpolicy.KIND, "", "tenantry.namespaces"))
    assert "oidc:platform" in namespaces
    assert "system:serviceaccount:kube-system:argocd-manager" in namespaces


def test_policies_do_not_change_with_tenants() -> None:
    program = small_program()
    fewer = replace(program, tenants={}, projects={}, placements=())

    for module in MODULES:
        assert bodies(program, module.KIND) == bodies(fewer, module.KIND)


def test_a_rule_of_the_organisation_becomes_a_policy_of_its_own() -> None:
    body = body_of(with_own_rule(small_program()), validatingadmissionpolicy.KIND, "", "tenantry.policy.owner-label")
    binding = body_of(
        with_own_rule(small_program(), severity="warning"),
        validatingadmissionpolicybinding.KIND,
        "",
        "tenantry.policy.owner-label",
    )

    assert body["metadata"]["annotations"]["tenants.example.com/source"] == "Policy owner-label"
    assert body["spec"]["matchConstraints"]["resourceRules"][0]["apiGroups"] == ["batch"]
    assert "== 'detection'" in body["spec"]["validations"][0]["expression"]
    assert body["spec"]["validations"][0]["message"] == "every Job names its owner"
    assert binding["spec"]["validationActions"] == ["Warn"]


def test_a_waiver_that_has_ended_is_left_out() -> None:
    program = with_own_rule(small_program(), until=date(2026, 11, 29))
    body = body_of(program, validatingadmissionpolicy.KIND, "", "tenantry.policy.owner-label")

    assert body["spec"]["validations"][0]["expression"] == "'owner' in object.metadata.?labels.orValue({})"
