"""ValidatingAdmissionPolicyBinding: puts a policy in force, in the namespaces of tenants or everywhere.

In a wave of its own, after the policies: a policy that is new bites only when its binding stands.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.organisation import Action, action, own_policy_name
from tenantry.admission.policies import policy_scopes
from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.admissionbody import ADMISSION_API, decode_namespaces, encode_namespaces
from tenantry.kinds.admissionwords import cluster_words, own_rules
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.program import Cluster, Program
from tenantry.records import record

_KIND: Final = "ValidatingAdmissionPolicyBinding"


@record
class ValidatingAdmissionPolicyBinding:
    """`namespace_label` narrows to namespaces that bear it; empty = every namespace."""

    meta: Meta
    policy: str
    action: Action
    namespace_label: str


def encode(binding: ValidatingAdmissionPolicyBinding) -> Body:
    """Without `matchResources` where it holds everywhere: the API server then adds nothing."""
    spec: Body = {}
    if binding.namespace_label:
        spec["matchResources"] = encode_namespaces(binding.namespace_label)
    spec["policyName"] = binding.policy
    spec["validationActions"] = [binding.action]
    return envelope(ADMISSION_API, _KIND, binding.meta) | {"spec": spec}


def decode(body: Body) -> ValidatingAdmissionPolicyBinding:
    """Raises ValueError for a binding that tenantry does not write."""
    spec = body["spec"]
    (only,) = spec["validationActions"]
    return ValidatingAdmissionPolicyBinding(decode_meta(body), spec["policyName"], only, decode_namespaces(spec))


def of_cluster(program: Program, cluster: Cluster) -> Iterator[tuple[ValidatingAdmissionPolicyBinding, DocumentRef]]:
    """One binding per policy, of its name."""
    tenants = program.fleet.key("tenant")
    for policy, tenants_only in policy_scopes(cluster_words(program, cluster)):
        yield _binding(program, policy, "Deny", tenants if tenants_only else "", cluster.ref), cluster.ref
    for own, rule in own_rules(program):
        name = own_policy_name(rule.name)
        yield _binding(program, name, action(own.severity), tenants, own.ref), own.ref


def _binding(
    program: Program, policy: str, action: Action, namespace_label: str, source: DocumentRef
) -> ValidatingAdmissionPolicyBinding:
    meta = owned_meta(program, name=policy, source=source, wave=Wave.POLICY_BINDING)
    return ValidatingAdmissionPolicyBinding(meta, policy, action, namespace_label)


KIND: Final = Kind(
    api_version=ADMISSION_API,
    kind=_KIND,
    topic="admission",
    encode=encode,
    decode=decode,
    of_cluster=of_cluster,
)
