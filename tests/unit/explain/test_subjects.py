"""From the words of a person to a thing of the fleet."""

import pytest

from tenantry.explain import SubjectError
from tenantry.explain.subjects import Directory, Subject
from tests.unit.explain.fleet import fleet_files, fleet_of, small_fleet


@pytest.fixture(scope="module")
def directory() -> Directory:
    return Directory(small_fleet().program)


@pytest.mark.parametrize(
    ("text", "subject"),
    [
        ("vision", Subject("tenant", "vision")),
        ("vision/detection", Subject("project", "vision/detection")),
        ("project:vision/detection", Subject("project", "vision/detection")),
        ("h100-train", Subject("pool", "h100-train")),
        ("pool:cpu", Subject("pool", "cpu")),
        ("prod-a", Subject("cluster", "prod-a")),
        ("h100-sxm5-80gb", Subject("model", "H100-SXM5-80GB")),
        ("tn412", Subject("rule", "TN412")),
        ("promise-over-guarantee", Subject("rule", "TN412")),
        ("training", Subject("class", "training")),
        ("baseline", Subject("profile", "baseline")),
        ("developer", Subject("role", "developer")),
        ("role:developer", Subject("role", "developer")),
        ("vision/cvpr-deadline", Subject("grant", "vision/cvpr-deadline")),
        ("link:vision/features", Subject("link", "vision/features")),
        ("IsolationProfile/baseline", Subject("profile", "baseline")),
        ("Cohort/h100-train.vision", Subject("object", "Cohort/h100-train.vision")),
        ("networkpolicy/vision-detection/dns", Subject("object", "NetworkPolicy/vision-detection/dns")),
    ],
)
def test_every_kind_of_subject_is_found_by_its_name(directory: Directory, text: str, subject: Subject) -> None:
    assert directory.find(text) == subject


@pytest.mark.parametrize(
    ("text", "help"),
    [
        ("visoin", "did you mean tenant `vision`?"),
        ("vision/detecton", "did you mean project `vision/detection`?"),
        ("h100-trian", "did you mean pool `h100-train`?"),
        ("TN999", "the codes there are: TN101 to TN"),
        ("tn999", "the codes there are: TN101 to TN"),
        ("ClusterQeue/a", "did you mean ClusterQueue?"),
        ("pool:cpus", "did you mean pool `cpu`?"),
        ("zzz", "ask about a tenant"),
        ("pool:zzz", "pools: cpu, h100-finance"),
        ("Namespace/a/b/c", "write Kind/name, or Kind/namespace/name"),
    ],
)
def test_an_unknown_subject_is_answered_with_the_way_to_ask(directory: Directory, text: str, help: str) -> None:
    with pytest.raises(SubjectError) as refused:
        directory.find(text)

    assert help in refused.value.help


def test_a_name_of_two_things_is_asked_for_with_a_prefix() -> None:
    files = {path.replace("/nlp/", "/cpu/"): text for path, text in fleet_files().items()}
    for path in files:
        if path.startswith("tenants/cpu/"):
            files[path] = files[path].replace("name: nlp", "name: cpu").replace("tenant: nlp", "tenant: cpu")
    directory = Directory(fleet_of(files).program)

    with pytest.raises(SubjectError, match="`cpu` is a tenant and a pool") as refused:
        directory.find("cpu")

    assert refused.value.help == "ask for `tenant:cpu` or `pool:cpu`"
    assert directory.find("tenant:cpu") == Subject("tenant", "cpu")


def test_a_slashed_name_of_two_things_is_asked_for_with_a_prefix() -> None:
    files = fleet_files()
    path = "tenants/vision/links.yaml"
    files[path] = files[path].replace("name: features", "name: detection")
    directory = Directory(fleet_of(files).program)

    with pytest.raises(SubjectError, match="`vision/detection` is a project and a link") as refused:
        directory.find("vision/detection")

    assert refused.value.help == "ask for `project:vision/detection` or `link:vision/detection`"
    assert directory.find("link:vision/detection") == Subject("link", "vision/detection")


def test_a_cluster_has_no_quota() -> None:
    with pytest.raises(SubjectError, match="a cluster has no quota in a pool"):
        small_fleet().ask("prod-a", "cpu")
