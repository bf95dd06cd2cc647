"""Other editions of a fleet: the same tenants and projects, with nearly everything else about them different.

Every edition is valid, and may follow or come before every other: names stay, and so does what may never change
afterwards, such as the value of a priority, levels of a topology and the size of a volume.
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import yaml

from tests.plane.api import Object
from tests.support.fleets import write_files

_BASIC = ("job", "pod", "deployment", "statefulset")
_MORE = ("jobset", "mpijob", "rayjob", "raycluster", "rayservice", "pytorchjob", "tfjob", "leaderworkerset")
_OFTEN = 0.5


class _DatesAreText(yaml.CSafeLoader):
    pass


_DatesAreText.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in rows if tag != "tag:yaml.org,2002:timestamp"]
    for first, rows in yaml.CSafeLoader.yaml_implicit_resolvers.items()
}


def read_specs(workspace: Path) -> dict[str, list[Object]]:
    """The documents of every spec file, by its path in the workspace."""
    files = [path for area in ("clusters", "tenants") for path in sorted((workspace / area).rglob("*.yaml"))]
    return {path.relative_to(workspace).as_posix(): documents_of(path.read_text(encoding="utf-8")) for path in files}


def write_specs(workspace: Path, specs: Mapping[str, list[Object]]) -> Path:
    """Writes documents over those of a workspace; gives the workspace."""
    return write_files(
        workspace,
        {name: yaml.dump_all(documents, Dumper=yaml.CSafeDumper, sort_keys=False) for name, documents in specs.items()},
    )


def documents_of(text: str) -> list[Object]:
    """The documents of a spec file. Dates stay text, so that they are written back as they were read."""
    return [document for document in yaml.load_all(text, _DatesAreText) if document]


def other_edition(specs: Mapping[str, list[Object]], random: Random) -> dict[str, list[Object]]:
    """Another edition of these specs, which are left as they are."""
    written = yaml.dump(dict(specs), Dumper=yaml.CSafeDumper)
    edition: dict[str, list[Object]] = yaml.load(written, yaml.CSafeLoader)
    for documents in edition.values():
        for document in documents:
            if change := _CHANGES.get(document["kind"]):
                change(document["spec"], random)
    return edition


def _maybe(spec: Object, name: str, random: Random, *values: Any) -> None:
    """Writes one of these values, or leaves the field out."""
    spec.pop(name, None)
    if random.random() < _OFTEN:
        spec[name] = random.choice(values)


def _fleet(spec: Object, random: Random) -> None:
    spec["argocd"]["version"] = random.choice(("3.2", "3.3", "3.4", "3.5"))
    _maybe(spec["argocd"], "configuration", random, "helmValues", "configMap")
    _maybe(spec["repository"], "revision", random, "main", "release/1")
    _maybe(spec, "groupPrefix", random, "oidc:", "sso/", "")
    _maybe(spec, "userPrefix", random, "oidc:", "u:")
    _maybe(spec["defaults"], "labels", random, {"support": "always"}, {"example.org/floor": "4", "support": "never"})
    _maybe(spec["defaults"], "costCenter", random, "P-000", "P-001")


def _cluster(spec: Object, random: Random) -> None:
    spec["kubernetes"] = random.choice(("1.33", "1.34", "1.35", "1.36"))
    served = ("0.17", "0.18", "0.19")
    spec["kueue"]["version"] = random.choice(served[: served.index(spec["kueue"]["version"]) + 1])
    _maybe(spec["kueue"], "configuration", random, "helmValues", "configMap")
    _maybe(spec["kueue"], "podsReadyTimeout", random, "90s", "20m", "3h")
    more = [name for name in _MORE if random.random() < _OFTEN]
    _maybe(spec["kueue"], "integrations", random, [*_BASIC, *more])
    network = spec["network"]
    network["cni"] = random.choice(("cilium", "calico", "ovn-kubernetes", "antrea", "other"))
    _maybe(network["dns"], "nodeLocal", random, "169.254.20.10", "169.254.25.10")
    _maybe(network, "ingressNamespaces", random, ["ingress-nginx"], ["edge", "front"])
    _maybe(network, "monitoringNamespaces", random, ["monitoring"], ["watch"])
    spec["sharedNodes"] = random.choice((1, 2, 3))


def _pool(spec: Object, random: Random) -> None:
    if not spec.get("topology"):
        # No two pools may have the same labels; Kueue fixes them where there is a topology.
        kind = f"{_word(random)}-{random.randrange(1_000_000)}"
        effect = random.choice(("NoSchedule", "NoExecute"))
        _maybe(spec, "labels", random, {"example.org/kind": kind, "example.org/place": "cellar"})
        _maybe(spec, "taints", random, [{"key": "example.org/kind", "value": kind, "effect": effect}])
    if "accelerator" in spec:
        _maybe(spec["accelerator"], "driver", random, "570", "580")
    spec["price"] = random.choice((0, 0.25, 3))
    spec["nodes"] += random.choice((0, 1, 2))


def _class(spec: Object, random: Random) -> None:
    _maybe(spec, "queueing", random, "BestEffortFIFO", "StrictFIFO")
    _maybe(spec, "maxRunTime", random, "30m", "2d", "7d")
    if spec.get("borrows", True):
        _maybe(spec, "withinClusterQueue", random, "Never", "LowerPriority", "LowerOrNewerEqualPriority")


def _profile(spec: Object, random: Random) -> None:
    spec["podSecurity"] = random.choice(("privileged", "baseline", "restricted"))
    _maybe(spec, "images", random, ["registry.example.org/"], ["a.example.org/x/", "b.example.org/"])
    _maybe(spec, "podDefaults", random, {"cpu": "250m", "memory": "1Gi"}, {"cpu": 2, "memory": "1.5Gi"})
    services = [name for name in ("ClusterIP", "NodePort", "LoadBalancer", "ExternalName") if random.random() < _OFTEN]
    _maybe(spec, "services", random, services)
    counts = {"pods": 77, "services": 9, "secrets": 0, "jobs.batch": 8, "workloads.kueue.x-k8s.io": 99}
    _maybe(spec, "counts", random, {name: count for name, count in counts.items() if random.random() < _OFTEN})
    if spec.get("nodes") != "dedicated":
        _maybe(spec, "unqueued", random, {"cpu": "7500m", "memory": "30Gi"}, {"cpu": 2, "memory": "8Gi"})
    network = spec.setdefault("network", {})
    _maybe(network, "talksWithin", random, "project", "tenant")
    for rule in network.get("egress", []):
        _maybe(rule, "ports", random, ["443/TCP"], ["53/UDP", "8000-8999/TCP"])


def _role(spec: Object, random: Random) -> None:
    rules = spec.setdefault("rules", [])
    rules.append({"verbs": ["get", "list"], "resources": [random.choice(("replicasets.apps", "endpoints", "events"))]})


def _policy(spec: Object, random: Random) -> None:
    _maybe(spec, "severity", random, "error", "warning", "information")
    spec["message"] = f"The rule of the {_word(random)} edition."


def _addon(spec: Object, random: Random) -> None:
    spec["template"] = spec["template"].replace("5m", random.choice(("1m", "2m"))).replace("12h", "6h")


def _tenant(spec: Object, random: Random) -> None:
    _maybe(spec, "costCenter", random, "C-1", "C-2")
    _maybe(spec, "labels", random, {"example.org/wing": _word(random)}, {"support": "gold"})
    members = spec.get("members", [])
    spec["members"] = [*members[1:], *({"user": _word(random), "role": member["role"]} for member in members[:1])]
    if spec.get("state") != "retired":
        _maybe(spec, "state", random, "active", "active", "held", "draining")
    _lines(spec, random)


def _project(spec: Object, random: Random) -> None:
    _maybe(spec, "displayName", random, f"The {_word(random)} one")
    account = {"name": _word(random), "token": random.choice((True, False))}
    _maybe(spec, "serviceAccounts", random, [account], [account, {"name": "worker"}])
    if random.random() < _OFTEN:
        spec.pop("egress", None)
        spec.pop("storage", None)
        spec.pop("members", None)
    if spec.get("state") != "retired":
        _maybe(spec, "state", random, "active", "held", "draining")
    _lines(spec, random, leaf=True)


def _lines(spec: Object, random: Random, *, leaf: bool = False) -> None:
    for line in spec.get("quota", []):
        if leaf and line.get("guaranteed"):
            line["guaranteed"] = random.randint(1, line["guaranteed"])
        _maybe(line, "weight", random, 1, 2, 1000)
        _maybe(line, "lend", random, 0, 1, 5)
        if "class" not in line:
            _maybe(line, "borrow", random, 0, 3, 50)
        if line.get("state") != "retired":
            _maybe(line, "state", random, "active", "held", "draining")


def _grant(spec: Object, random: Random) -> None:
    _maybe(spec, "ticket", random, "CAP-7")


def _word(random: Random) -> str:
    return random.choice(("amber", "basalt", "cobalt", "dune", "ember"))


_CHANGES: Mapping[str, Callable[[Object, Random], None]] = MappingProxyType(
    {
        "Fleet": _fleet,
        "Cluster": _cluster,
        "Pool": _pool,
        "WorkloadClass": _class,
        "IsolationProfile": _profile,
        "RoleProfile": _role,
        "Policy": _policy,
        "Addon": _addon,
        "Tenant": _tenant,
        "Project": _project,
        "Grant": _grant,
    }
)
