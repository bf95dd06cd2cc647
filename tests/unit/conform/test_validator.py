import pytest
import yaml

from tenantry.conform import Conformance, ShippedSchemas
from tenantry.diagnostics.model import DocumentRef, Where
from tenantry.ir import Body
from tenantry.versions import ARGOCD, KUBERNETES, KUEUE

from .samples import EDITS, Edit, edited, good, good_objects, manifest


@pytest.fixture(scope="module")
def schemas() -> ShippedSchemas:
    return ShippedSchemas()


@pytest.fixture
def newest(schemas: ShippedSchemas) -> Conformance:
    return Conformance(KUBERNETES.newest, KUEUE.newest, ARGOCD.newest, schemas=schemas)


@pytest.mark.parametrize("body", good_objects(), ids=lambda body: body["kind"])
def test_a_good_object_of_every_kind_has_no_problems(newest: Conformance, body: Body) -> None:
    assert newest.problems(manifest(body)) == []


@pytest.mark.parametrize("edit", EDITS, ids=lambda edit: edit.kind)
def test_a_mistake_in_any_kind_gives_one_message_at_its_place(newest: Conformance, edit: Edit) -> None:
    body = edited(good(edit.kind), edit.path, edit.value)

    (problem,) = newest.problems(manifest(body))

    assert problem.code.code == "TN501"
    assert edit.said in problem.message


def test_every_kind_has_a_good_object_and_a_breaking_edit() -> None:
    kinds = {
        kind.rpartition("/")[2]
        for versions in ShippedSchemas().index.values()
        for kinds in versions.values()
        for kind in kinds
    }

    assert sorted(body["kind"] for body in good_objects()) == sorted(kinds)
    assert {edit.kind for edit in EDITS} == kinds


@pytest.mark.parametrize("kubernetes", KUBERNETES.served)
@pytest.mark.parametrize("kueue", KUEUE.served)
def test_what_the_newest_accepts_every_served_version_accepts(
    schemas: ShippedSchemas, kubernetes: str, kueue: str
) -> None:
    conformance = Conformance(kubernetes, kueue, ARGOCD.oldest, schemas=schemas)
    later = set() if kubernetes == "1.36" else {"MutatingAdmissionPolicy", "MutatingAdmissionPolicyBinding"}

    refused = {body["kind"] for body in good_objects() if conformance.problems(manifest(body))}

    assert refused == later


def test_the_message_names_the_object_the_place_and_the_schema(newest: Conformance) -> None:
    body = edited(good("ClusterQueue"), ("spec", "stopPolicy"), 8)

    (problem,) = newest.problems(manifest(body, "Project vision/detection"))

    assert problem.message == (
        "`ClusterQueue h100-train.vision.detection.training` does not conform to kueue.x-k8s.io/v1beta2: "
        "at spec.stopPolicy: `8` is an integer and must be a string"
    )
    assert problem.where == Where(DocumentRef("Project", "detection", "vision"))
    assert [note.text for note in problem.notes] == ["judged by the schema for Kueue 0.19"]
    assert "fault of tenantry" in problem.help


def test_an_object_made_by_an_addon_is_its_authors_to_correct(newest: Conformance) -> None:
    body = edited(good("PrometheusRule"), ("spec", "groups", 0, "rules", 0, "expr"), [])

    (problem,) = newest.problems(manifest(body, "Addon alerts"))

    assert problem.help == "correct the template of Addon `alerts`, or the values it is given"
    assert problem.notes[0].text == "judged by the schema for prometheus-operator"


def test_a_misspelt_required_field_is_one_mistake(newest: Conformance) -> None:
    body = edited(good("RoleBinding"), ("roleRef",), {"apiGroup": "a", "knd": "ClusterRole", "name": "n"})

    (problem,) = newest.problems(manifest(body))

    assert problem.message.endswith("at roleRef: `knd` is not a field (did you mean `kind`?)")


def test_an_unknown_and_a_missing_field_that_are_not_alike_are_two_mistakes(newest: Conformance) -> None:
    body = edited(good("RoleBinding"), ("roleRef",), {"apiGroup": "a", "zzzzzz": "b", "name": "n"})

    messages = [problem.message for problem in newest.problems(manifest(body))]

    assert [message.partition("roleRef: ")[2] for message in messages] == [
        "`zzzzzz` is not a field",
        "`kind` is missing",
    ]


def test_mistakes_come_in_the_order_of_their_places(newest: Conformance) -> None:
    body = edited(good("LimitRange"), ("spec", "limits"), [{"type": "Pod"} for _ in range(11)])
    for position in (10, 2):
        body = edited(body, ("spec", "limits", position, "max"), {"cpu": "x"})

    messages = [problem.message for problem in newest.problems(manifest(body))]

    assert ["limits[2]" in messages[0], "limits[10]" in messages[1]] == [True, True]


@pytest.mark.parametrize("field", ["uid", "resourceVersion", "generateName", "managedFields"])
def test_what_the_server_owns_is_refused(newest: Conformance, field: str) -> None:
    body = edited(good("Namespace"), ("metadata", field), "x")

    assert f"`{field}` is not a field" in newest.problems(manifest(body))[0].message


def test_status_is_never_emitted(newest: Conformance) -> None:
    for body in good_objects():
        (problem,) = newest.problems(manifest(edited(body, ("status",), {})))

        assert "`status` is not a field" in problem.message


def test_a_kind_without_a_schema_is_an_error(newest: Conformance) -> None:
    body = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {"name": "web", "namespace": "a"}}

    (problem,) = newest.problems(manifest(body))

    assert problem.code.code == "TN502"
    assert problem.message == (
        "`Deployment a/web` cannot be judged: Deployment of apps/v1 is no kind of this cluster "
        "(Kubernetes 1.36, Kueue 0.19, Argo CD 3.5)"
    )


def test_a_kind_of_a_later_version_is_an_error_that_names_the_version(schemas: ShippedSchemas) -> None:
    conformance = Conformance("1.35", "0.19", "3.2", schemas=schemas)

    (problem,) = conformance.problems(manifest(good("MutatingAdmissionPolicy")))

    assert problem.code.code == "TN502"
    assert [note.text for note in problem.notes] == ["it comes with Kubernetes 1.36"]


def test_a_field_of_kueue_0_19_is_refused_where_an_older_kueue_would_prune_it(
    schemas: ShippedSchemas,
) -> None:
    body = edited(
        good("ClusterQueue"),
        ("spec", "concurrentAdmissionPolicy"),
        {"migration": {"mode": "TryPreferredFlavors"}},
    )
    messages = {
        kueue: [p.message for p in Conformance("1.36", kueue, "3.2", schemas=schemas).problems(manifest(body))]
        for kueue in KUEUE.served
    }

    assert [
        any("`concurrentAdmissionPolicy` is not a field" in message for message in messages[kueue])
        for kueue in ("0.17", "0.18", "0.19")
    ] == [True, True, False]


def test_a_yaml_date_in_a_template_is_a_mistake_and_no_crash(newest: Conformance) -> None:
    body = good("ConfigMap")
    body["data"] = yaml.safe_load("{since: 2026-01-01, 8: eight}")

    messages = [problem.message for problem in newest.problems(manifest(body, "Addon notes"))]

    assert len(messages) == 2
    assert 'at data.since: `"2026-01-01"` is a Python date and must be a value that JSON has' in messages[0]


@pytest.mark.parametrize("versions", [("1.32", "0.19", "3.2"), ("1.36", "0.16", "3.2"), ("1.36", "0.19", "2.14")])
def test_a_version_that_is_not_served_is_refused(versions: tuple[str, str, str]) -> None:
    with pytest.raises(ValueError, match="is not served"):
        Conformance(*versions)


def test_only_the_kinds_that_are_seen_are_compiled_and_clusters_share_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    schemas = ShippedSchemas()
    read: list[str] = []
    text = schemas.text
    monkeypatch.setattr(schemas, "text", lambda file: read.append(file.split("-")[0]) or text(file))

    for kueue in ("0.17", "0.19"):
        Conformance("1.36", kueue, "3.2", schemas=schemas).problems(manifest(good("LocalQueue")))

    assert read == ["localqueue"]
