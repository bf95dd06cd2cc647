"""ValidatingAdmissionPolicy: the rules that keep tenants inside what they were given, once per cluster.

The rules themselves are in `admission/`; here they get Kubernetes' form. They never change with a tenant.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.organisation import own_policy, own_policy_name
from tenantry.admission.policies import admission_policies
from tenantry.admission.policy import PolicySpec, Validation
from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.admissionbody import ADMISSION_API, decode_match, decode_named, encode_match, encode_named
from tenantry.kinds.admissionwords import cluster_words, own_rules
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.program import Cluster, Program
from tenantry.records import record

_KIND: Final = "ValidatingAdmissionPolicy"


@record
class ValidatingAdmissionPolicy:
    """A policy that fails closed; it does nothing until a binding names it."""

    meta: Meta
    spec: PolicySpec


def encode(policy: ValidatingAdmissionPolicy) -> Body:
    spec: Body = {"failurePolicy": "Fail"}
    if policy.spec.conditions:
        spec["matchConditions"] = encode_named(policy.spec.conditions)
    spec["matchConstraints"] = encode_match(policy.spec.resources, policy.spec.object_labels)
    spec["validations"] = [_validation(validation) for validation in policy.spec.validations]
    if policy.spec.variables:
        spec["variables"] = encode_named(policy.spec.variables)
    return envelope(ADMISSION_API, _KIND, policy.meta) | {"spec": spec}


def decode(body: Body) -> ValidatingAdmissionPolicy:
    spec = body["spec"]
    resources, object_labels = decode_match(spec["matchConstraints"])
    return ValidatingAdmissionPolicy(
        decode_meta(body),
        PolicySpec(
            resources=resources,
            object_labels=object_labels,
            conditions=decode_named(spec.get("matchConditions", ())),
            variables=decode_named(spec.get("variables", ())),
            validations=tuple(
                Validation(
                    expression=one["expression"],
                    message=one["message"],
                    message_expression=one.get("messageExpression", ""),
                    reason=one["reason"],
                )
                for one in spec["validations"]
            ),
        ),
    )


def of_cluster(program: Program, cluster: Cluster) -> Iterator[tuple[ValidatingAdmissionPolicy, DocumentRef]]:
    """Our policies, and those of the organisation that are for admission."""
    words = cluster_words(program, cluster)
    for policy in admission_policies(words):
        yield _policy(program, policy.name, policy.spec, cluster.ref), cluster.ref
    for own, rule in own_rules(program):
        yield _policy(program, own_policy_name(rule.name), own_policy(words, rule), own.ref), own.ref


def _policy(program: Program, name: str, spec: PolicySpec, source: DocumentRef) -> ValidatingAdmissionPolicy:
    meta = owned_meta(program, name=name, source=source, wave=Wave.CLUSTER_DEFINITIONS)
    return ValidatingAdmissionPolicy(meta, spec)


def _validation(validation: Validation) -> Body:
    body: Body = {"expression": validation.expression, "message": validation.message}
    if validation.message_expression:
        body["messageExpression"] = validation.message_expression
    body["reason"] = validation.reason
    return body


KIND: Final = Kind(
    api_version=ADMISSION_API,
    kind=_KIND,
    topic="admission",
    encode=encode,
    decode=decode,
    of_cluster=of_cluster,
)
