"""Emitted objects: which document, which file, which lines."""

import pytest

from tenantry.explain import SubjectError
from tests.unit.explain.fleet import Fleet, fleet_files, fleet_of, small_fleet


@pytest.fixture(scope="module")
def fleet() -> Fleet:
    return small_fleet()


OBJECTS = """
Cohort/h100-train | Pool h100-train | _platform/quota.yaml | 16 nodes of 8 units
Cohort/h100-train.vision | Tenant vision | vision/quota.yaml | 24 line of vision
ClusterQueue/h100-infer.vision.serving.inference | Project vision/serving | vision/quota.yaml | borrows false
LocalQueue/vision-detection/training.h100-train | Project vision/detection | vision/scheduling.yaml | class training
Namespace/finance-risk | Project finance/risk | finance/namespaces.yaml | isolation profile strict
NetworkPolicy/vision-detection/same-tenant | IsolationProfile baseline | vision/network.yaml | talksWithin tenant
NetworkPolicy/vision-detection/dns | Cluster prod-a | vision/network.yaml | addresses of DNS
ResourceFlavor/cpu | Pool cpu | _platform/scheduling.yaml | labels tenants.example.com/pool=cpu
WorkloadPriorityClass/high | PriorityLadder standard | _platform/scheduling.yaml | value 10000
PersistentVolumeClaim/finance-risk/ledger | Project finance/risk | finance/storage.yaml | 500Gi fast, ReadWriteOnce
"""


@pytest.mark.parametrize(
    ("name", "source", "file", "origin"), [tuple(line.split(" | ")) for line in OBJECTS.strip().splitlines()]
)
def test_an_object_names_its_document_its_file_and_a_line_of_its_values(
    fleet: Fleet, name: str, source: str, file: str, origin: str
) -> None:
    answer = fleet.data(name)

    assert answer["source"] == source
    assert answer["place"] is not None
    assert answer["file"].endswith(f"prod-a/{file}")
    assert origin in [value["what"].removesuffix(" (default)") for value in answer["values"]]


def test_every_object_of_the_fleet_can_be_explained(fleet: Fleet) -> None:
    for bundle in fleet.bundles(frozenset()):
        for manifest in bundle.manifests:
            key = manifest.key
            name = "/".join(part for part in (key.kind, key.namespace, key.name) if part)

            assert fleet.data(name)["source"] == manifest.source


def test_a_namespaced_object_is_found_without_its_namespace_where_only_one_has_the_name(fleet: Fleet) -> None:
    assert fleet.data("LocalQueue/inference.h100-infer")["name"] == "LocalQueue/vision-serving/inference.h100-infer"
    with pytest.raises(SubjectError, match=r"^`NetworkPolicy/isolation` is in 5 namespaces of prod-a$") as refused:
        fleet.ask("NetworkPolicy/isolation")
    assert refused.value.help == (
        "ask for `NetworkPolicy/finance-risk/isolation`, `NetworkPolicy/nlp-pretraining/isolation`, "
        "`NetworkPolicy/search-ranking/isolation` or one of 2 more"
    )


def test_an_object_that_is_on_two_clusters_is_asked_for_with_its_cluster() -> None:
    files = fleet_files()
    other = files["clusters/clusters.yaml"].replace("name: prod-a", "name: prod-b").replace("prod-a.", "prod-b.")
    for old, new in (("10.64.0.0/12", "10.128.0.0/12"), ("10.96.0.", "10.97.0."), ("10.10.0.0/22", "10.11.0.0/22")):
        other = other.replace(old, new)
    files["clusters/prod-b.yaml"] = other
    fleet = fleet_of(files)

    with pytest.raises(SubjectError, match="is on prod-a and prod-b") as refused:
        fleet.ask("WorkloadPriorityClass/high")

    assert refused.value.help == "add --cluster prod-a"
    assert fleet.data("WorkloadPriorityClass/high", cluster="prod-b")["area"] == "prod-b"
    # Several namespaces and several clusters: one answer, with a question that needs no further one.
    with pytest.raises(SubjectError, match=r"is in \d+ namespaces of prod-a") as several:
        fleet.ask("NetworkPolicy/isolation")
    assert several.value.help.startswith("ask for `NetworkPolicy/")


def test_an_unknown_object_is_answered_with_one_that_is_close(fleet: Fleet) -> None:
    with pytest.raises(SubjectError) as refused:
        fleet.ask("Cohort/h100-train.visoin")

    assert refused.value.help == "did you mean `Cohort/h100-train.vision`?"


def test_a_link_names_the_documents_of_both_ends(fleet: Fleet) -> None:
    values = fleet.data("NetworkPolicy/search-ranking/link-features")["values"]

    assert [(value["what"], value["place"]["file"]) for value in values] == [
        ("ports 8080/TCP, 9090/TCP of Link search/features", "tenants/search/links.yaml"),
        ("ports 8080/TCP of Link vision/features", "tenants/vision/links.yaml"),
    ]


def test_ways_out_of_a_project_name_their_lines(fleet: Fleet) -> None:
    (value,) = fleet.data("NetworkPolicy/search-ranking/egress-project")["values"]

    assert value["what"] == "to 10.20.4.0/24: feature store"
    assert value["place"]["file"] == "tenants/search/projects.yaml"
