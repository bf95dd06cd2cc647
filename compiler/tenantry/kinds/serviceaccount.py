"""ServiceAccount: who pods are towards the API server; nobody, unless a project asks for a token.

`default` is written too, with its token off, because every pod that names no account runs as it, and whoever may
create pods may run as any account of the namespace.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.program import Placement, Program
from tenantry.records import record

API_VERSION: Final = "v1"
DEFAULT: Final = "default"


@record
class ServiceAccount:
    """An account; `token` = whether its pods get its API token mounted when they say nothing about it."""

    meta: Meta
    token: bool


def encode(account: ServiceAccount) -> Body:
    body = envelope(API_VERSION, "ServiceAccount", account.meta)
    body["automountServiceAccountToken"] = account.token
    return body


def decode(body: Body) -> ServiceAccount:
    """An account that does not say reads as true, which is what Kubernetes does then."""
    return ServiceAccount(decode_meta(body), body.get("automountServiceAccountToken", True))


def of_placement(program: Program, placement: Placement) -> Iterator[tuple[ServiceAccount, DocumentRef]]:
    """`default` without a token, and the accounts the project asks for. One name, one account: a project that
    writes `default` itself decides about it."""
    for at in placement.projects:
        project = program.projects[placement.tenant, at.project]
        accounts = {DEFAULT: False} | {account.name: account.token for account in project.service_accounts}
        for name, token in accounts.items():
            meta = owned_meta(
                program,
                name=name,
                namespace=at.namespace,
                source=project.ref,
                wave=Wave.ISOLATION,
                tenant=placement.tenant,
                project=at.project,
                confirm_removal=False,
            )
            yield ServiceAccount(meta, token), project.ref


KIND: Final = Kind(
    api_version=API_VERSION,
    kind="ServiceAccount",
    topic="namespaces",
    encode=encode,
    decode=decode,
    of_placement=of_placement,
)
