"""Random specs of pools and of the tenants that share them: every pool is a quota tree, with tenants of its own.

The same seed and number give the same tree, alone or among others. Numbers are made from the bottom up, so that no
level promises more than it has. All of a tree are multiples of the size of its jobs; a tree of mixed sizes has size 1.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import yaml

from tests.plane.api import Object

CLUSTER = "prod-a"
DOMAIN = "tenants.example.com"
GROUP_PREFIX = "oidc:"
RANKS = {"high": 10000, "normal": 1000, "scavenger": 0}
"""The priorities of every tenant, and their values."""

UNITS_PER_NODE = 8
_WEIGHTS = (1, 2, 3, 5, 7, 11, 13)
_CLASSES: dict[str, Object] = {
    "training": {"defaultPriority": "normal"},
    "batch": {"withinClusterQueue": "Never", "defaultPriority": "scavenger"},
    "inference": {"borrows": False, "defaultPriority": "high"},
}


@dataclass
class Tree:
    """A pool and its tenants, as spec documents by file."""

    number: int
    size: int
    mixed: bool
    files: dict[str, list[Object]] = field(default_factory=dict)

    @property
    def pool(self) -> str:
        """The name of the pool, and of the root of its tree."""
        return f"pool-{self.number:03}"


def write_forest(folder: Path, trees: Iterable[Tree]) -> Path:
    """Writes a fleet of one cluster with these trees as a workspace, to be compiled; gives its folder."""
    files = {"clusters/fleet.yaml": list(_fleet())}
    for tree in trees:
        files.update(tree.files)
    for name, documents in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        headed = ({"apiVersion": "tenantry.dev/v1alpha1", **document} for document in documents)
        path.write_text(yaml.safe_dump_all(headed, sort_keys=False), encoding="utf-8")
    return folder


def plant(seed: int, number: int) -> Tree:
    """The tree with this number."""
    random = Random(f"{seed}/{number}")
    mixed = random.random() < 0.15
    tree = Tree(number, 1 if mixed else random.choice((1, 1, 1, 2, 4)), mixed)
    return _Planter(tree, random).planted()


@dataclass
class _Planter:
    tree: Tree
    random: Random
    _tenants: int = 0

    def planted(self) -> Tree:
        dedicated = self.random.random() < 0.1
        tops = 1 if dedicated else self.random.choice((2, 2, 3))
        promised = sum(self._tenant("", 0, holder=dedicated) for _ in range(tops))
        left = self.random.randint(0 if promised else 1, 8)
        grants = 0 if dedicated else self._granted(left)
        units = max(promised + left, 2)
        self._pool(units, "" if not dedicated else f"t{self.tree.number}a")
        assert grants <= left
        return self.tree

    def _tenant(self, parent: str, depth: int, *, holder: bool = False) -> int:
        """Adds a tenant with all below it; gives its guarantee."""
        name = f"t{self.tree.number}{chr(ord('a') + self._tenants)}"
        self._tenants += 1
        has_line = not parent or self.random.random() < 0.8
        projects = [self._project(name, number, has_line) for number in range(self.random.choice((1, 1, 2)))]
        children = 0
        if depth < 2 and (holder or self.random.random() < (0.4, 0.25)[depth]):
            children = sum(self._tenant(name, depth + 1) for _ in range(self.random.randint(1, 2)))
        below = sum(guaranteed for _, guaranteed in projects) + children
        guaranteed = below + (self.random.randint(0, 3) if has_line and not holder else 0)
        spec: Object = {
            "displayName": name,
            "owners": [{"group": f"{name}-leads"}],
            "members": [{"group": engineers(name), "role": "developer"}],
        }
        if parent:
            spec["parent"] = parent
        else:
            spec["priorities"] = list(RANKS)
        if not holder and (has_line or guaranteed):
            spec["quota"] = [self._line(guaranteed)]
        self.tree.files[f"tenants/{name}/tenant.yaml"] = [_document("Tenant", spec, name=name)]
        self.tree.files[f"tenants/{name}/projects.yaml"] = [document for document, _ in projects]
        return guaranteed

    def _project(self, tenant: str, number: int, may_have_lines: bool) -> tuple[Object, int]:
        """A project with one or two classes, and what its lines are promised."""
        classes = self.random.choice((["training"], ["training"], ["training", "batch"], ["batch"]))
        lines = []
        if may_have_lines:
            if self.random.random() < 0.3:
                classes = [*classes, "inference"]
                lines.append(self._class_line("inference", self.random.randint(1, 2), borrows=False))
            if self.random.random() < 0.3:
                lines.append(self._class_line(classes[0], self.random.randint(0, 2)))
            if self.random.random() < 0.75:
                lines.append(self._line(self.random.randint(0, 3)))
        spec: Object = {"classes": classes, **({"quota": lines} if lines else {})}
        document = _document("Project", spec, tenant=tenant, name=f"p{number}")
        return document, sum(line["guaranteed"] for line in lines) // self.tree.size

    def _class_line(self, name: str, guaranteed: int, *, borrows: bool = True) -> Object:
        line = self._line(guaranteed)
        if not borrows:
            line.pop("borrow", None)
        return {**line, "class": name}

    def _line(self, guaranteed: int) -> Object:
        line: Object = {"pool": self.tree.pool, "guaranteed": guaranteed * self.tree.size}
        if self.random.random() < 0.3:
            line["borrow"] = self.random.randint(0, 6) * self.tree.size
        if self.random.random() < 0.25:
            line["lend"] = self.random.randint(0, 3) * self.tree.size
        line["weight"] = self.random.choice(_WEIGHTS)
        return line

    def _granted(self, left: int) -> int:
        """Gives one tenant at the top some of what is left, for a time that includes the fleet's day."""
        if left < 2 or self.random.random() < 0.7:
            return 0
        units, tenant = self.random.randint(1, left), f"t{self.tree.number}a"
        spec = {
            "pool": self.tree.pool,
            "units": units * self.tree.size,
            "from": "2026-11-01",
            "until": "2026-12-31",
            "reason": "a deadline",
        }
        self.tree.files[f"tenants/{tenant}/grants.yaml"] = [_document("Grant", spec, tenant=tenant, name="deadline")]
        return units

    def _pool(self, units: int, holder: str) -> None:
        for_sale = units * self.tree.size
        nodes = -(-for_sale // UNITS_PER_NODE)
        spares = nodes * UNITS_PER_NODE - for_sale
        spec: Object = {
            "cluster": CLUSTER,
            "nodes": nodes,
            "node": {"cpu": 64, "memory": "512Gi", "ephemeralStorage": "1Ti"},
            "accelerator": {"vendor": "nvidia", "model": "H100-SXM5-80GB", "perNode": UNITS_PER_NODE},
            "classes": list(_CLASSES),
            "price": 2.5,
        }
        if spares:
            spec["spares"] = {"units": spares, "reason": "not for this tree"}
        if holder:
            spec["dedicatedTo"] = holder
        name = self.tree.pool
        self.tree.files[f"clusters/pools/{name}.yaml"] = [_document("Pool", spec, name=name)]


def engineers(tenant: str) -> str:
    """The group that submits a tenant's work."""
    return f"{tenant}-engineers"


def _document(kind: str, spec: Object, **metadata: str) -> Object:
    return {"kind": kind, "metadata": metadata, "spec": spec}


def _fleet() -> Iterator[Object]:
    """What all trees share: the fleet, the ladder, classes, one profile, one role, the cluster."""
    yield _document(
        "Fleet",
        {
            "domain": DOMAIN,
            "repository": {"url": "https://git.example.com/platform/fleet.git", "revision": "main"},
            "argocd": {"version": "3.2", "namespace": "argocd", "configuration": "helmValues"},
            "asOf": "2026-11-30",
            "currency": "EUR",
            "groupPrefix": GROUP_PREFIX,
            "owners": [{"group": "platform"}],
            "capacityManagers": [{"group": "capacity"}],
            "protectedNamespaces": ["kube-system", "kueue-system", "argocd"],
            "defaults": {"isolation": "baseline", "priority": "normal", "costCenter": "P-000"},
        },
        name="forest",
    )
    ladder = [{"name": name, "value": value} for name, value in RANKS.items()]
    yield _document("PriorityLadder", {"priorities": ladder}, name="standard")
    for name, spec in _CLASSES.items():
        yield _document("WorkloadClass", spec, name=name)
    profile: dict[str, Any] = {
        "podSecurity": "baseline",
        "images": ["registry.example.com/"],
        "podDefaults": {"cpu": 1, "memory": "1Gi"},
        "unqueued": {"cpu": 4, "memory": "16Gi"},
        "counts": {"pods": 500},
    }
    yield _document("IsolationProfile", profile, name="baseline")
    rules = [{"verbs": ["get", "list", "create", "delete"], "resources": ["jobs.batch"]}]
    yield _document("RoleProfile", {"rules": rules}, name="developer")
    yield _document("Cluster", _cluster(), name=CLUSTER)


def _cluster() -> Object:
    return {
        "kubernetes": "1.36",
        "kueue": {"version": "0.19", "namespace": "kueue-system", "configuration": "helmValues"},
        "argocd": {
            "server": "https://prod-a.example.com:6443",
            "user": "system:serviceaccount:kube-system:argocd-manager",
        },
        "sharedNodes": 1,
        "network": {
            "pods": ["10.64.0.0/12"],
            "services": ["10.96.0.0/16"],
            "nodes": ["10.10.0.0/22"],
            "dns": {"service": "10.96.0.10"},
            "cni": "cilium",
        },
    }
