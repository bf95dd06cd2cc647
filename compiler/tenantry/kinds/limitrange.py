"""LimitRange: what a container requests that states nothing.

Needed, because a ResourceQuota on CPU and memory refuses a container without requests. Only requests are filled in,
never limits: a default limit would refuse every container whose own request is larger, and would slow others down.
No accelerators (a maximum becomes a default, and would hand them to every container) and no ephemeral storage (no
queue lists it for a container that did not ask). One object per namespace: between two the order is undefined.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.program import Placement, Program
from tenantry.quantity import Quantity
from tenantry.records import record

API_VERSION: Final = "v1"
NAME: Final = "tenantry"


@record
class LimitRange:
    """Default requests of a container, by resource, sorted."""

    meta: Meta
    default_request: tuple[tuple[str, Quantity], ...]


def encode(limits: LimitRange) -> Body:
    """The API server adds nothing to this form: it fills defaults from `max`, `default` and `min` alone."""
    body = envelope(API_VERSION, "LimitRange", limits.meta)
    defaults = {resource: amount.canonical() for resource, amount in limits.default_request}
    body["spec"] = {"limits": [{"defaultRequest": defaults, "type": "Container"}]}
    return body


def decode(body: Body) -> LimitRange:
    """Raises ValueError for a form that tenantry does not write."""
    match body["spec"]["limits"]:
        case [{"defaultRequest": dict(defaults), "type": "Container", **rest}] if not rest:
            requests = tuple((resource, Quantity.parse(defaults[resource])) for resource in sorted(defaults))
            return LimitRange(decode_meta(body), requests)
    raise ValueError("a LimitRange of ours has default requests of containers and nothing else")


def of_placement(program: Program, placement: Placement) -> Iterator[tuple[LimitRange, DocumentRef]]:
    """One per project. A profile without pod defaults gives 0, which a quota takes for stated."""
    profile = program.profiles[program.tenants[placement.tenant].isolation.value]
    requests = (("cpu", profile.pod_default_cpu), ("memory", profile.pod_default_memory))
    for at in placement.projects:
        meta = owned_meta(
            program,
            name=NAME,
            namespace=at.namespace,
            source=profile.ref,
            wave=Wave.ISOLATION,
            tenant=placement.tenant,
            project=at.project,
        )
        yield LimitRange(meta, requests), profile.ref


KIND: Final = Kind(
    api_version=API_VERSION,
    kind="LimitRange",
    topic="quota",
    encode=encode,
    decode=decode,
    of_placement=of_placement,
)
