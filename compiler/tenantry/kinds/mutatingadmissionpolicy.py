"""MutatingAdmissionPolicy: fills in what a class promises, takes off what would cheat Kueue; from 1.36 on.

The policies themselves are in `admission/mutations.py`; here they get Kubernetes' form.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.mutations import mutating_policies
from tenantry.admission.policy import Mutation, MutationSpec
from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.admissionbody import ADMISSION_API, decode_match, decode_named, encode_match, encode_named
from tenantry.kinds.admissionwords import cluster_words
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.program import Cluster, Program
from tenantry.records import record

_KIND: Final = "MutatingAdmissionPolicy"


@record
class MutatingAdmissionPolicy:
    """A policy of JSON patches that fails closed and runs once per request."""

    meta: Meta
    spec: MutationSpec


def encode(policy: MutatingAdmissionPolicy) -> Body:
    spec: Body = {"failurePolicy": "Fail"}
    if policy.spec.conditions:
        spec["matchConditions"] = encode_named(policy.spec.conditions)
    spec["matchConstraints"] = encode_match(policy.spec.resources, ())
    spec["mutations"] = [
        {"jsonPatch": {"expression": mutation.expression}, "patchType": "JSONPatch"}
        for mutation in policy.spec.mutations
    ]
    spec["reinvocationPolicy"] = "Never"
    if policy.spec.variables:
        spec["variables"] = encode_named(policy.spec.variables)
    return envelope(ADMISSION_API, _KIND, policy.meta) | {"spec": spec}


def decode(body: Body) -> MutatingAdmissionPolicy:
    spec = body["spec"]
    resources, _ = decode_match(spec["matchConstraints"])
    return MutatingAdmissionPolicy(
        decode_meta(body),
        MutationSpec(
            resources=resources,
            conditions=decode_named(spec.get("matchConditions", ())),
            variables=decode_named(spec.get("variables", ())),
            mutations=tuple(Mutation(one["jsonPatch"]["expression"]) for one in spec["mutations"]),
        ),
    )


def of_cluster(program: Program, cluster: Cluster) -> Iterator[tuple[MutatingAdmissionPolicy, DocumentRef]]:
    """Every mutating policy that the cluster's version serves."""
    for policy in mutating_policies(cluster_words(program, cluster)):
        meta = owned_meta(program, name=policy.name, source=cluster.ref, wave=Wave.CLUSTER_DEFINITIONS)
        yield MutatingAdmissionPolicy(meta, policy.spec), cluster.ref


KIND: Final = Kind(
    api_version=ADMISSION_API,
    kind=_KIND,
    topic="admission",
    encode=encode,
    decode=decode,
    of_cluster=of_cluster,
)
