"""The size of an Application: what its folder holds counts, up to a thousand objects."""

import pytest

from tenantry.conform.extent import OBJECTS_MAX, too_large
from tenantry.diagnostics import DocumentRef, Where
from tenantry.ir import Bundle, Manifest, ObjectKey


def bundle(count: int, *, folder: str = "prod-a/vision", beside: int = 2) -> Bundle:
    """A bundle with so many objects in its folder, and some for Argo CD's own cluster."""
    paths = [f"{folder}/access.yaml"] * count + [f"argocd/{folder}.yaml"] * beside
    manifests = [Manifest(ObjectKey("v1", "ConfigMap", "n", str(i)), {}, "", path) for i, path in enumerate(paths)]
    return Bundle(folder, folder.partition("/")[0], tuple(manifests))


def test_a_thousand_objects_are_fine_and_what_stands_elsewhere_does_not_count() -> None:
    assert too_large(bundle(OBJECTS_MAX)) is None


@pytest.mark.parametrize(
    ("folder", "message", "document"),
    [
        ("prod-a/vision", "vision has 1,001 objects on prod-a;", DocumentRef("Tenant", "vision")),
        ("prod-a/_platform", "the platform has 1,001 objects on prod-a;", DocumentRef("Cluster", "prod-a")),
    ],
)
def test_one_more_is_said_of_its_owner(folder: str, message: str, document: DocumentRef) -> None:
    found = too_large(bundle(OBJECTS_MAX + 1, folder=folder))

    assert found is not None
    assert found.message.startswith(message)
    assert found.where == Where(document, ("metadata", "name"))
