"""One question, one answer: finds what is asked about and has it explained.

Pure, but for what rules read (`rule.py`).
"""

from collections.abc import Callable
from typing import TypeAlias

from tenantry.answers.places import Places
from tenantry.diagnostics import Locator
from tenantry.explain.access import why_not
from tenantry.explain.documents import DOCUMENT_KINDS, DocumentAnswer, DocumentKind, explain_document
from tenantry.explain.hardware import (
    ClusterAnswer,
    ModelAnswer,
    PoolAnswer,
    explain_cluster,
    explain_model,
    explain_pool,
)
from tenantry.explain.object import ObjectAnswer, explain_object
from tenantry.explain.people import ProjectAnswer, TenantAnswer, explain_project, explain_tenant
from tenantry.explain.quota import QuotaAnswer, explain_quota, node_of
from tenantry.explain.rule import PolicyAnswer, RuleAnswer, explain_rule
from tenantry.explain.subjects import Directory, Subject, SubjectError, SubjectKind
from tenantry.explain.view import Bundles, View
from tenantry.names import ProjectName, TenantName
from tenantry.program import Program

Answer: TypeAlias = (
    QuotaAnswer
    | TenantAnswer
    | ProjectAnswer
    | PoolAnswer
    | ModelAnswer
    | ClusterAnswer
    | ObjectAnswer
    | RuleAnswer
    | PolicyAnswer
    | DocumentAnswer
)


def ask(
    program: Program, locator: Locator, bundles: Bundles, subject: str, pool: str = "", *, cluster: str = ""
) -> Answer:
    """The answer about `subject`, or with `pool` about its quota there.

    `bundles` makes the manifests of clusters; `cluster` says which of several objects of one name is meant. Raises
    SubjectError for a question that names nothing, or more than one thing.
    """
    view = View(program, Places(locator), bundles)
    directory = Directory(program)
    if cluster and cluster not in program.clusters:
        directory.find(f"cluster:{cluster}")
    found = directory.find(subject)
    if pool:
        return _quota(view, found, directory.find(f"pool:{pool.removeprefix('pool:')}").name)
    if found.kind == "object":
        return explain_object(view, found.name, cluster)
    return _EXPLAIN[found.kind](view, found.name)


def _document(kind: DocumentKind) -> Callable[[View, str], Answer]:
    return lambda view, name: explain_document(view, kind, name)


_EXPLAIN: dict[SubjectKind, Callable[[View, str], Answer]] = {
    "tenant": explain_tenant,
    "project": explain_project,
    "pool": explain_pool,
    "cluster": explain_cluster,
    "model": explain_model,
    "rule": explain_rule,
    **{kind: _document(kind) for kind in DOCUMENT_KINDS},
}


def _quota(view: View, subject: Subject, pool: str) -> Answer:
    if subject.kind not in ("tenant", "project"):
        raise SubjectError(f"a {subject.kind} has no quota in a pool", help=f"ask for a tenant or a project and {pool}")
    tenant, _, project = subject.name.partition("/")
    node = node_of(view.program, pool, tenant, project)
    if node is not None:
        return explain_quota(view, pool, node)
    resolved = view.program.projects.get((TenantName(tenant), ProjectName(project)))
    raise SubjectError(
        f"{subject.name} has nothing in {pool}: {why_not(view.program, pool, tenant, resolved)}",
        help=f"`tenantry explain {subject.name}` lists its pools, `tenantry explain {pool}` who may use it",
    )
