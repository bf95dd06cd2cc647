"""RoleBinding: the people who have a role in a project, by namespace.

Only users and groups; no service account of a tenant gets rights. The role a binding names can never be changed, so
the binding carries the role's name: another role is another object.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, Wave, decode_meta, envelope, owned_meta
from tenantry.kinds.clusterrole import role_name
from tenantry.program import Placement, Program, Subject
from tenantry.records import record

API_VERSION: Final = "rbac.authorization.k8s.io/v1"
_GROUP: Final = "rbac.authorization.k8s.io"


@record
class RoleBinding:
    """Subjects, sorted, who have the ClusterRole `cluster_role` in the binding's namespace."""

    meta: Meta
    cluster_role: str
    subjects: tuple[Subject, ...]


def encode(binding: RoleBinding) -> Body:
    """With the API group that the server fills in, on the role and on every subject."""
    body = envelope(API_VERSION, "RoleBinding", binding.meta)
    body["roleRef"] = {"apiGroup": _GROUP, "kind": "ClusterRole", "name": binding.cluster_role}
    body["subjects"] = [
        {"apiGroup": _GROUP, "kind": subject.kind, "name": subject.name} for subject in binding.subjects
    ]
    return body


def decode(body: Body) -> RoleBinding:
    """Raises ValueError for what tenantry does not write: a Role of the namespace, a service account."""
    role, subjects = body["roleRef"], body.get("subjects", ())
    kinds = {subject["kind"] for subject in subjects}
    if role["kind"] != "ClusterRole" or not kinds <= {"Group", "User"}:
        raise ValueError("a RoleBinding of ours gives a ClusterRole to groups and users")
    return RoleBinding(
        decode_meta(body), role["name"], tuple(Subject(subject["kind"], subject["name"]) for subject in subjects)
    )


def of_placement(program: Program, placement: Placement) -> Iterator[tuple[RoleBinding, DocumentRef]]:
    """One per role that somebody has in the project, each subject once."""
    for at in placement.projects:
        project = program.projects[placement.tenant, at.project]
        holders: dict[str, set[Subject]] = {}
        for member in project.members:
            holders.setdefault(member.role, set()).add(member.subject)
        for role, subjects in sorted(holders.items()):
            meta = owned_meta(
                program,
                name=role_name(role),
                namespace=at.namespace,
                source=project.ref,
                wave=Wave.ISOLATION,
                tenant=placement.tenant,
                project=at.project,
                confirm_removal=False,
            )
            yield RoleBinding(meta, role_name(role), tuple(sorted(subjects))), project.ref


KIND: Final = Kind(
    api_version=API_VERSION,
    kind="RoleBinding",
    topic="access",
    encode=encode,
    decode=decode,
    of_placement=of_placement,
)
