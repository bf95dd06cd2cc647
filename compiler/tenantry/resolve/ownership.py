"""Who may write where: fleet-owned kinds below clusters/, a tenant's things below tenants/<tenant>/ only.

Pure. The file of a document means nothing but this; approvals hang on it (CODEOWNERS by file).
"""

from typing import Final

from tenantry.diagnostics import Diagnostic, DocumentRef, FilePlace, Where
from tenantry.diagnostics.codes.references import TN310, TN311, TN312
from tenantry.resolve.directory import Directory, with_article

TENANT_OWNED: Final = frozenset({"Tenant", "Project", "Grant", "Link"})
_FILE_BY_KIND: Final = {"Tenant": "tenant.yaml", "Grant": "grants.yaml"}


def check_ownership(directory: Directory) -> None:
    """Reports every document that stands in a folder or file of somebody else."""
    for ref, place in directory.places.items():
        problem = _problem(ref, place)
        if problem is not None:
            directory.found.append(problem)
            if problem.code is TN310:
                directory.misplaced.update((ref, _meant(ref, place)))


def _meant(ref: DocumentRef, place: FilePlace) -> DocumentRef:
    """What a document would be if its folder were right and the tenant it names were wrong."""
    folder = place.file.split("/")[1]
    return ref._replace(name=folder) if ref.kind == "Tenant" else ref._replace(tenant=folder)


def _problem(ref: DocumentRef, place: FilePlace) -> Diagnostic | None:
    area, *folders, file = place.file.split("/")
    owned_by_tenant = ref.kind in TENANT_OWNED
    if (area == "tenants") is not owned_by_tenant:
        right = f"tenants/{_owner(ref)}/" if owned_by_tenant else "clusters/"
        return Diagnostic(
            TN311,
            f"{with_article(ref.kind)} may not be defined below {area}/",
            Where(place, ("kind",)),
            help=f"move the document below {right}",
        )
    if not owned_by_tenant:
        return None
    owner = _owner(ref)
    folder = folders[0] if folders else ""
    if folder != owner:
        said = (
            f"tenants/{folder}/ may define only things of tenant {folder}" if folder else "tenants/ itself has no owner"
        )
        path = ("metadata", "name") if ref.kind == "Tenant" else ("metadata", "tenant")
        return Diagnostic(
            TN310,
            f"{ref} is defined in a folder that is not {owner}'s: {said}",
            Where(place, path),
            help=f"move the document to tenants/{owner}/{_FILE_BY_KIND.get(ref.kind, file)}"
            + (f", or write `{folder}` here" if folder else ""),
        )
    needed = _FILE_BY_KIND.get(ref.kind)
    if needed is not None and (file != needed or len(folders) != 1):
        return Diagnostic(
            TN312,
            f"a {ref.kind} stands only in tenants/{owner}/{needed}, because others approve it",
            Where(place, ("kind",)),
            help=f"move the document to tenants/{owner}/{needed}",
        )
    return None


def _owner(ref: DocumentRef) -> str:
    return ref.tenant or ref.name
