"""Builds the schemas in `compiler/tenantry/conform/schemas/` from what the upstream projects publish.

What to have (nothing is downloaded here):
- the PyPI package kubernetes-validate: its folder `kubernetes_validate/kubernetes-json-schema`;
- the Go modules sigs.k8s.io/kueue (each version), github.com/argoproj/argo-cd/v3 and
  github.com/prometheus-operator/prometheus-operator, as `go mod download` unpacks them: the release is read
  from the folder's name (`kueue@v0.19.2`).

    python tools/build_schemas.py --kubernetes .../kubernetes-json-schema \
        --kueue 0.17,0.18=.../kueue@v0.17.0 --kueue 0.19=.../kueue@v0.19.2 \
        --argocd 3.2,3.3,3.4,3.5=.../argo-cd/v3@v3.2.11 --prometheus-operator .../prometheus-operator@v0.85.0

Every schema becomes one compact file named by kind and content, so versions that agree share it; `index.json`
says which file serves (component, version, API version and kind). Same sources, same bytes.
"""

import argparse
import hashlib
import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import yaml
from plain_schema import Dialect, Node, Sharing, compact

from tenantry.conform.shipped import ANY_VERSION, PROMETHEUS_OPERATOR
from tenantry.versions import ARGOCD, KUBERNETES, KUEUE, Component

DESTINATION = Path(__file__).parent.parent / "compiler" / "tenantry" / "conform" / "schemas"

KUBERNETES_KINDS: Mapping[str, str] = {
    "v1": "ConfigMap LimitRange Namespace PersistentVolumeClaim ResourceQuota Service ServiceAccount",
    "networking.k8s.io/v1": "NetworkPolicy",
    "rbac.authorization.k8s.io/v1": "ClusterRole ClusterRoleBinding Role RoleBinding",
    "scheduling.k8s.io/v1": "PriorityClass",
    "policy/v1": "PodDisruptionBudget",
    "admissionregistration.k8s.io/v1": (
        "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding "
        "ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding"
    ),
}
# Served as v1 only from this version; before it an object of these kinds must be refused, not skipped.
KUBERNETES_SINCE = {"MutatingAdmissionPolicy": "1.36", "MutatingAdmissionPolicyBinding": "1.36"}
KUEUE_FILES = (
    "admissionchecks",
    "clusterqueues",
    "cohorts",
    "localqueues",
    "resourceflavors",
    "topologies",
    "workloadpriorityclasses",
)
# The API server writes these; an emitted object that holds one would fight with it.
SERVER_OWNED = (
    "creationTimestamp",
    "deletionGracePeriodSeconds",
    "deletionTimestamp",
    "generateName",
    "generation",
    "managedFields",
    "resourceVersion",
    "selfLink",
    "uid",
)


def for_emission(api_version: str, kind: str, schema: Node, metadata: Node) -> Node:
    """A plain schema as it holds for what we emit: identity fixed, no status, nothing the server owns."""
    fields = {name: value for name, value in schema["properties"].items() if name != "status"}
    kept = {name: value for name, value in metadata["properties"].items() if name not in SERVER_OWNED}
    fields |= {
        "apiVersion": {"const": api_version},
        "kind": {"const": kind},
        "metadata": {**metadata, "properties": kept, "required": ["name"]},
    }
    required = {*schema.get("required", ()), "apiVersion", "kind", "metadata"} - {"status"}
    return {**schema, "properties": dict(sorted(fields.items())), "required": sorted(required)}


@dataclass
class Package:
    """What is written: files by name, the index, and the rules that plain JSON Schema cannot say."""

    files: dict[str, str] = field(default_factory=dict)
    index: dict[str, dict[str, dict[str, str]]] = field(default_factory=dict)
    unsaid: dict[tuple[str, str], str] = field(default_factory=dict)

    def add(self, component: str, versions: Iterable[str], api_version: str, kind: str, schema: Node) -> None:
        head = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
        text = compact({**head, **Sharing().share(schema)}) + "\n"
        name = f"{kind.lower()}-{hashlib.blake2b(text.encode(), digest_size=4).hexdigest()}.json"
        self.files[name] = text
        for version in versions:
            self.index.setdefault(component, {}).setdefault(version, {})[f"{api_version}/{kind}"] = name

    def note_unsaid(self, kind: str, node: Node, place: str) -> None:
        """Remembers CEL rules and unique list keys of a CRD, for the list in the README."""
        for rule in node.get("x-kubernetes-validations", ()):
            words = rule.get("message") or rule["rule"]
            self.unsaid[(f"{kind} {place}", " ".join(words.split()))] = "CEL"
        if node.get("x-kubernetes-list-type") == "map":
            keys = ", ".join(f"`{key}`" for key in node["x-kubernetes-list-map-keys"])
            self.unsaid[(f"{kind} {place}", f"no two items may have the same {keys}")] = "list map"
        for name, value in node.get("properties", {}).items():
            self.note_unsaid(kind, value, f"{place}.{name}" if place else name)
        if "items" in node:
            self.note_unsaid(kind, node["items"], f"{place}[]")


def add_kubernetes(package: Package, root: Path) -> Node:
    """All kinds of all served versions; gives the newest metadata schema, which CRDs do not spell out."""
    metadata: Node = {}
    for version in KUBERNETES.served:
        folder = root / f"v{version}.0-local-strict"
        definitions = json.loads((folder / "_definitions.json").read_text())["$defs"]
        dialect = Dialect(definitions, closes_empty_objects=False)
        metadata = dialect.plain(definitions["io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta"], "metadata")
        for api_version, kinds in KUBERNETES_KINDS.items():
            for kind in kinds.split():
                if not KUBERNETES.at_least(version, KUBERNETES_SINCE.get(kind, KUBERNETES.oldest)):
                    continue
                short = api_version.replace("/", ".", 1).split(".")[0] + "-v1" if "/" in api_version else "v1"
                raw = json.loads((folder / f"{kind.lower()}-{short}.json").read_text())
                schema = dialect.plain(raw, kind)
                package.add(
                    KUBERNETES.key,
                    [version],
                    api_version,
                    kind,
                    for_emission(api_version, kind, schema, metadata),
                )
    return metadata


def add_crd(
    package: Package, component: str, versions: Iterable[str], file: Path, version: str, metadata: Node
) -> None:
    """One kind from its CustomResourceDefinition, at its API `version`."""
    crd = yaml.load(file.read_text(), Loader=yaml.CSafeLoader)["spec"]
    (raw,) = [item["schema"]["openAPIV3Schema"] for item in crd["versions"] if item["name"] == version]
    api_version, kind = f"{crd['group']}/{version}", crd["names"]["kind"]
    raw["properties"].pop("status", None)
    package.note_unsaid(kind, raw, "")
    schema = Dialect({}, closes_empty_objects=True).plain(raw, kind)
    package.add(component, versions, api_version, kind, for_emission(api_version, kind, schema, metadata))


def release(folder: Path) -> str:
    """`v0.19.2` of `.../kueue@v0.19.2`."""
    _, at, version = folder.resolve().name.rpartition("@")
    if not at:
        sys.exit(f"{folder}: the folder's name must end in @<version>, as the Go module cache has it")
    return version


def versioned(component: Component, arguments: Iterable[str]) -> list[tuple[list[str], Path]]:
    """`0.17,0.18=PATH` as versions and folder; SystemExit unless every served version has one folder."""
    pairs = [(text.split("=", 1)[0].split(","), Path(text.split("=", 1)[1])) for text in arguments]
    if sorted(version for versions, _ in pairs for version in versions) != sorted(component.served):
        sys.exit(f"{component.title}: name a folder for each of {', '.join(component.served)}, once")
    return pairs


def readme(sources: Iterable[tuple[str, str, str]], unsaid: Mapping[tuple[str, str], str]) -> str:
    rows = "\n".join(f"| {project} | {version} | {serves} | Apache-2.0 |" for project, version, serves in sources)
    rules = "\n".join(f"- `{place}`: {words} ({how})" for (place, words), how in sorted(unsaid.items()))
    owned = ", ".join(f"`{name}`" for name in SERVER_OWNED)
    return f"""# Schemas of every emitted kind

Written by `tools/build_schemas.py`; never edited by hand. `index.json` says which file serves a
component, a version and a kind. A file's name is its kind and a hash of its content: versions that agree
share one file.

| source | version | serves | licence |
| --- | --- | --- | --- |
{rows}

The schemas are derived from these projects, which hold the copyright, and are changed: descriptions, defaults
and null are left out; references are resolved; an unknown field is an error unless the source keeps unknown
fields or the field is a map; number formats are ranges; a quantity has the pattern of Kubernetes' quantities;
a list that is a set has unique items; case-insensitive patterns are spelled out; `metadata.name` is required;
`status` is not a field, nor is what only the API server writes into `metadata`:
{owned}.

Kueue 0.18 is judged by the schemas of 0.17: between 0.17 and 0.19 these kinds gained one field,
`ClusterQueue.spec.concurrentAdmissionPolicy`, so what 0.17 accepts is accepted by all three.
Argo CD is judged by the schemas of 3.2, the oldest served: only fields that 3.2 has may be used.

## Rules that are not in these files

Plain JSON Schema cannot say them; the API server refuses an object that breaks one.

{rules}
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kubernetes", type=Path, required=True)
    parser.add_argument("--kueue", action="append", required=True, metavar="VERSION[,VERSION]=FOLDER")
    parser.add_argument("--argocd", action="append", required=True, metavar="VERSION[,VERSION]=FOLDER")
    parser.add_argument("--prometheus-operator", type=Path, required=True)
    parser.add_argument("--into", type=Path, default=DESTINATION)
    options = parser.parse_args()

    package = Package()
    metadata = add_kubernetes(package, options.kubernetes)
    served = ", ".join(KUBERNETES.served)
    sources = [("kubernetes/kubernetes, through the package kubernetes-validate", "the .0 of each", served)]
    for versions, folder in versioned(KUEUE, options.kueue):
        for name in KUEUE_FILES:
            file = folder / "config" / "components" / "crd" / "bases" / f"kueue.x-k8s.io_{name}.yaml"
            add_crd(package, KUEUE.key, versions, file, "v1beta2", metadata)
        sources.append(("kubernetes-sigs/kueue", release(folder), ", ".join(versions)))
    for versions, folder in versioned(ARGOCD, options.argocd):
        for name in ("application", "appproject"):
            file = folder / "manifests" / "crds" / f"{name}-crd.yaml"
            add_crd(package, ARGOCD.key, versions, file, "v1alpha1", metadata)
        sources.append(("argoproj/argo-cd", release(folder), ", ".join(versions)))
    folder = options.prometheus_operator
    rules = folder / "example" / "prometheus-operator-crd" / "monitoring.coreos.com_prometheusrules.yaml"
    add_crd(package, PROMETHEUS_OPERATOR, [ANY_VERSION], rules, "v1", metadata)
    sources.append(("prometheus-operator/prometheus-operator", release(folder), "every cluster"))

    for old in options.into.glob("*.json"):
        old.unlink()
    for name, text in package.files.items():
        (options.into / name).write_text(text, encoding="utf-8")
    (options.into / "index.json").write_text(
        json.dumps(package.index, sort_keys=True, indent=1) + "\n", encoding="utf-8"
    )
    (options.into / "README.md").write_text(readme(sources, package.unsaid), encoding="utf-8")


if __name__ == "__main__":
    main()
