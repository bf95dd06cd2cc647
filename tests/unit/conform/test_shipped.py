import hashlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import tenantry.conform
from tenantry.conform.judge import RustJudge
from tenantry.conform.shipped import ANY_VERSION, PROMETHEUS_OPERATOR, ShippedSchemas
from tenantry.versions import SERVED

FOLDER = Path(tenantry.conform.__file__).parent / "schemas"
FILES = sorted(path.name for path in FOLDER.glob("*.json") if path.name != "index.json")


def kinds_of(api_version: str, kinds: str) -> set[str]:
    return {f"{api_version}/{kind}" for kind in kinds.split()}


CORE = (
    kinds_of("v1", "Namespace ResourceQuota LimitRange ServiceAccount ConfigMap Service PersistentVolumeClaim")
    | kinds_of("networking.k8s.io/v1", "NetworkPolicy")
    | kinds_of("rbac.authorization.k8s.io/v1", "Role ClusterRole RoleBinding ClusterRoleBinding")
    | kinds_of("scheduling.k8s.io/v1", "PriorityClass")
    | kinds_of("policy/v1", "PodDisruptionBudget")
    | kinds_of("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding")
)
MUTATING = kinds_of("admissionregistration.k8s.io/v1", "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding")
KUEUE_KINDS = kinds_of(
    "kueue.x-k8s.io/v1beta2",
    "AdmissionCheck ClusterQueue Cohort LocalQueue ResourceFlavor Topology WorkloadPriorityClass",
)


def nodes(schema: Any) -> Iterator[dict[str, Any]]:
    """Every subschema, the root included."""
    yield schema
    children = [*schema.get("properties", {}).values(), *schema.get("$defs", {}).values()]
    children += [schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict)]
    for child in children:
        yield from nodes(child)


def schema(file: str) -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((FOLDER / file).read_text())
    return loaded


def test_the_index_holds_every_kind_of_every_served_version() -> None:
    index = ShippedSchemas().index
    complete: dict[str, dict[str, set[str]]] = {
        "kubernetes": {v: CORE | (MUTATING if v == "1.36" else set()) for v in SERVED["kubernetes"].served},
        "kueue": dict.fromkeys(SERVED["kueue"].served, KUEUE_KINDS),
        "argocd": {
            version: kinds_of("argoproj.io/v1alpha1", "Application AppProject") for version in SERVED["argocd"].served
        },
        PROMETHEUS_OPERATOR: {ANY_VERSION: {"monitoring.coreos.com/v1/PrometheusRule"}},
    }

    found = {part: {version: set(kinds) for version, kinds in versions.items()} for part, versions in index.items()}

    assert found == complete


def test_every_file_is_in_the_index_and_the_other_way_round() -> None:
    index = ShippedSchemas().index

    named = {file for versions in index.values() for kinds in versions.values() for file in kinds.values()}

    assert sorted(named) == FILES


def test_every_entry_of_the_index_leads_to_a_schema_of_that_kind() -> None:
    for versions in ShippedSchemas().index.values():
        for kinds in versions.values():
            for name, file in kinds.items():
                fields = schema(file)["properties"]
                assert f"{fields['apiVersion']['const']}/{fields['kind']['const']}" == name


@pytest.mark.parametrize("file", FILES)
def test_every_schema_is_valid_and_compiles(file: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(file))

    assert not RustJudge((FOLDER / file).read_text()).accepts({})


@pytest.mark.parametrize("file", FILES)
def test_a_file_is_named_by_its_content(file: str) -> None:
    digest = hashlib.blake2b((FOLDER / file).read_bytes(), digest_size=4).hexdigest()

    assert file.removesuffix(".json").endswith(f"-{digest}")


@pytest.mark.parametrize("file", FILES)
def test_no_mapping_with_fields_takes_unknown_ones(file: str) -> None:
    open_mappings = [
        node for node in nodes(schema(file)) if "properties" in node and "additionalProperties" not in node
    ]

    assert open_mappings == []


@pytest.mark.parametrize("file", FILES)
def test_a_schema_holds_no_prose_and_nothing_that_only_kubernetes_understands(file: str) -> None:
    keywords = {key for node in nodes(schema(file)) for key in node}

    assert not {key for key in keywords if key.startswith("x-") or key in ("description", "default", "format")}


@pytest.mark.parametrize("file", FILES)
def test_patterns_mean_the_same_in_both_languages(file: str) -> None:
    for node in nodes(schema(file)):
        if "pattern" in node:
            re.compile(node["pattern"])
            assert "(?" not in node["pattern"]


def test_all_schemas_together_stay_small() -> None:
    assert sum((FOLDER / file).stat().st_size for file in [*FILES, "index.json"]) < 400_000


def test_the_sources_and_their_licence_are_named() -> None:
    text = (FOLDER / "README.md").read_text()

    for source in (
        "kubernetes/kubernetes",
        "kubernetes-sigs/kueue",
        "argoproj/argo-cd",
        "prometheus-operator",
    ):
        assert source in text
    assert text.count("| Apache-2.0 |") == 5


def inlined(node: Any, definitions: Any) -> Any:
    """A schema without references."""
    if isinstance(node, list):
        return [inlined(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        return inlined(definitions[node["$ref"].rpartition("/")[2]], definitions)
    return {key: inlined(value, definitions) for key, value in node.items() if key != "$defs"}


def test_kueue_0_19_differs_from_0_17_by_one_field_so_0_17_may_judge_0_18() -> None:
    index = ShippedSchemas().index["kueue"]
    assert index["0.18"] == index["0.17"]

    for kind in KUEUE_KINDS:
        old, new = schema(index["0.17"][kind]), schema(index["0.19"][kind])
        old, new = inlined(old, old.get("$defs")), inlined(new, new.get("$defs"))
        added = new["properties"].get("spec", {}).get("properties", {}).pop("concurrentAdmissionPolicy", None)

        assert (added is not None) == kind.endswith("/ClusterQueue")
        assert old == new
