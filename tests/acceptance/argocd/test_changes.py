"""A commit that changes one tenant's quota makes that tenant and whoever keeps the remainder OutOfSync, then Synced."""

from pathlib import Path

import pytest

from tests.acceptance.argocd.fleet import Fleet, tenant_application
from tests.acceptance.argocd.repository import CLUSTER
from tests.acceptance.argocd.sightings import watching
from tests.plane.api import named
from tests.plane.readback import differences, without_server_parts
from tests.support.workspaces import edit

pytestmark = pytest.mark.xdist_group("argocd")


@pytest.mark.parametrize(
    ("tenant", "old", "new", "keeper"),
    [
        pytest.param("search", "guaranteed: 120, weight: 2", "guaranteed: 112, weight: 2", CLUSTER, id="at-the-top"),
        pytest.param(
            "nlp", "guaranteed: 96, weight: 2", "guaranteed: 90, weight: 2", tenant_application("research"), id="nested"
        ),
    ],
)
def test_a_quota_line_reaches_its_tenant_and_who_keeps_the_rest(
    fleet: Fleet, tenant: str, old: str, new: str, keeper: str
) -> None:
    names = {item["metadata"]["name"] for item in fleet.applications()}
    with watching(fleet) as sightings:
        with fleet.change(f"Change the quota of {tenant}") as commits:
            edit(fleet.workspace / "tenants" / tenant / "tenant.yaml", old, new)
        for name in names:
            fleet.refresh(name)  # also those whose folder stayed as it was: Argo CD itself has to find nothing there
        for name in names:
            fleet.wait_settled(name, commit=commits[0])
    assert sightings.applications == {(tenant_application(tenant), commits[0]), (keeper, commits[0])}
    assert _different(fleet, fleet.repository.changed_folders(commits[0])) == []


def _different(fleet: Fleet, folders: set[str]) -> list[str]:
    return [
        f"{named(item)} {difference}"
        for folder in folders
        for item in fleet.compiled(str(Path(folder).relative_to("output")))
        for difference in differences(
            without_server_parts(item), without_server_parts(_untracked(fleet.api.get(item).must()))
        )
    ]


def _untracked(item: dict[str, object]) -> dict[str, object]:
    metadata = item["metadata"]
    assert isinstance(metadata, dict)
    metadata.get("annotations", {}).pop("argocd.argoproj.io/tracking-id", None)
    return item
