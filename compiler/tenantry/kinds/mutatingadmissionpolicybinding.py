"""MutatingAdmissionPolicyBinding: puts a mutating policy in force in the namespaces of tenants; from 1.36 on."""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.mutations import mutating_policies
from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.admissionbody import ADMISSION_API, decode_namespaces, encode_namespaces
from tenantry.kinds.admissionwords import cluster_words
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.program import Cluster, Program
from tenantry.records import record

_KIND: Final = "MutatingAdmissionPolicyBinding"


@record
class MutatingAdmissionPolicyBinding:
    """Holds in the namespaces that bear `namespace_label`."""

    meta: Meta
    policy: str
    namespace_label: str


def encode(binding: MutatingAdmissionPolicyBinding) -> Body:
    spec: Body = {"matchResources": encode_namespaces(binding.namespace_label), "policyName": binding.policy}
    return envelope(ADMISSION_API, _KIND, binding.meta) | {"spec": spec}


def decode(body: Body) -> MutatingAdmissionPolicyBinding:
    """Raises ValueError for a binding that tenantry does not write."""
    spec = body["spec"]
    return MutatingAdmissionPolicyBinding(decode_meta(body), spec["policyName"], decode_namespaces(spec))


def of_cluster(program: Program, cluster: Cluster) -> Iterator[tuple[MutatingAdmissionPolicyBinding, DocumentRef]]:
    """One binding per mutating policy, of its name."""
    for policy in mutating_policies(cluster_words(program, cluster)):
        meta = owned_meta(program, name=policy.name, source=cluster.ref, wave=Wave.POLICY_BINDING)
        yield MutatingAdmissionPolicyBinding(meta, policy.name, program.fleet.key("tenant")), cluster.ref


KIND: Final = Kind(
    api_version=ADMISSION_API,
    kind=_KIND,
    topic="admission",
    encode=encode,
    decode=decode,
    of_cluster=of_cluster,
)
