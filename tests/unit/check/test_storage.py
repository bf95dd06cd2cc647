"""Volumes, storage, service accounts."""

from typing import Any

from tenantry.check.storage import CHECKS
from tests.support.programs import Trees
from tests.unit.check.judging import changed, codes, found


def volumes(*written: dict[str, object], **spec: object) -> Trees:
    complete = [{"storage": "shared", "size": "1Ti", **one} for one in written]
    return changed("Project", "detection", "vision", volumes=complete, **spec)


def second_cluster(trees: Trees, *, storage: dict[str, str], with_vision: bool) -> Trees:
    spec: Any = trees["Cluster", "", "prod-a"]["spec"]
    trees["Cluster", "", "dev-b"] = {
        **trees["Cluster", "", "prod-a"],
        "metadata": {"name": "dev-b"},
        "spec": {**spec, "storageClasses": storage},
    }
    if with_vision:
        tenant: Any = trees["Tenant", "", "vision"]["spec"]
        tenant["clusters"] = ["prod-a", "dev-b"]
    return trees


def test_a_kind_of_storage_must_be_on_every_cluster_of_the_volume() -> None:
    everywhere = second_cluster(volumes({"name": "data"}), storage={"fast": "local"}, with_vision=True)
    on_one = second_cluster(volumes({"name": "data", "cluster": "prod-a"}), storage={}, with_vision=True)

    (one,) = found(CHECKS, everywhere)

    assert one.code.code == "TN490"
    assert one.help == "write `cluster: prod-a` to have the volume there only"
    assert codes(CHECKS, on_one) == []


def test_a_storage_quota_must_be_of_a_kind_that_some_cluster_has() -> None:
    assert codes(CHECKS, volumes(storage={"archive": "1Ti"})) == ["TN490"]
    some = second_cluster(volumes(storage={"archive": "1Ti"}), storage={"archive": "tape"}, with_vision=True)
    assert codes(CHECKS, some) == []


def test_volumes_fit_the_storage_of_their_kind_on_each_cluster() -> None:
    two = [{"name": "a", "size": "600Gi"}, {"name": "b", "size": "600Gi"}]

    (one,) = found(CHECKS, volumes(*two, storage={"shared": "1Ti"}))

    assert one.code.code == "TN491"
    assert "1200Gi" in one.message
    assert [note.text for note in one.notes] == ["a 600Gi", "b 600Gi"]
    assert codes(CHECKS, volumes(*two, storage={"shared": "1200Gi"})) == []
    assert codes(CHECKS, volumes(*two, storage={"fast": "1Gi"})) == []


def test_volumes_on_two_clusters_do_not_add_up() -> None:
    apart = [{"name": "data", "cluster": "prod-a"}, {"name": "data", "cluster": "dev-b"}]
    trees = second_cluster(volumes(*apart, storage={"shared": "1Ti"}), storage={"shared": "cephfs"}, with_vision=True)

    assert codes(CHECKS, trees) == []


def test_two_volumes_of_one_name_meet_where_one_is_everywhere() -> None:
    assert codes(CHECKS, volumes({"name": "data"}, {"name": "data"})) == ["TN492"]
    assert codes(CHECKS, volumes({"name": "data"}, {"name": "data", "cluster": "prod-a"})) == ["TN492"]


def test_a_volume_for_a_cluster_without_the_project_is_an_error() -> None:
    trees = second_cluster(
        volumes({"name": "data", "cluster": "dev-b"}), storage={"shared": "cephfs"}, with_vision=False
    )

    assert codes(CHECKS, trees) == ["TN493"]


def test_there_are_at_most_as_many_volumes_as_claims() -> None:
    trees = volumes(*({"name": f"data-{number}"} for number in range(3)))
    profile: Any = trees["IsolationProfile", "", "baseline"]["spec"]
    profile["counts"] = {"persistentvolumeclaims": 2}

    (one,) = found(CHECKS, trees)

    assert (one.code.code, one.message) == (
        "TN494",
        "vision/detection declares 3 volumes, and may have 2 claims",
    )


def test_a_service_account_has_a_name_of_its_own() -> None:
    accounts = [{"name": "trainer"}, {"name": "default"}, {"name": "trainer"}]

    assert codes(CHECKS, volumes(serviceAccounts=accounts)) == ["TN495", "TN495"]
    assert codes(CHECKS, volumes(serviceAccounts=accounts[:1])) == []
