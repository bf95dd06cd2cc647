"""Changes of access for tests: both sides of one, random ones, and what a plan says of it as single facts."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import yaml

from tenantry.ir import Bundle
from tenantry.plan.compare import Comparison, compare
from tenantry.plan.rights import RightsChange, compare_rights
from tenantry.plan.side import Side
from tenantry.program import Program
from tests.oracle.access_matrix import Matrix
from tests.oracle.rbac import Rbac
from tests.oracle.specs import Specs
from tests.support.planning import bundles_of, program_of

Fact = tuple[str, str, str, str, str, str]
"""Subject (`group oidc:vision-leads`), cluster, namespace, verb, API group, resource."""


@dataclass(frozen=True)
class Tree:
    """Specs of a folder, and what the compiler makes of them."""

    program: Program
    bundles: list[Bundle]
    specs: Specs

    def rbac(self, cluster: str) -> Rbac:
        """What the compiled objects of a cluster give."""
        return Rbac(one.body for bundle in self.bundles if bundle.cluster == cluster for one in bundle.manifests)


def tree_of(folder: Path, before: Program | None = None) -> Tree | None:
    """A side; None where its specs have an error."""
    program = program_of(folder, before)
    return Tree(program, list(bundles_of(program)), Specs.read(folder)) if program else None


def rights_changed(before: Tree, after: Tree) -> tuple[tuple[RightsChange, ...], Comparison]:
    """What a plan says, and which objects differ."""
    comparison = compare(iter(before.bundles), iter(after.bundles))
    sides = Side(before.program, comparison.before), Side(after.program, comparison.after)
    return compare_rights(*sides, comparison), comparison


def facts_told(changes: Iterable[RightsChange], what: str, tree: Tree) -> set[Fact]:
    """What a plan says of gains or losses, one fact each, none twice; `tree` is the side that has them."""
    facts = [
        (_prefixed(change.subject, tree.specs), cluster, f"{change.tenant}-{place.project}", verb, *_parts(resource))
        for change in changes
        for place in change.places
        for cluster in place.clusters
        for allowance in getattr(change, what)
        for verb in allowance.verbs
        for resource in allowance.resources
    ]
    assert len(facts) == len(set(facts))
    return set(facts)


def subjects(*trees: Tree) -> set[tuple[str, str]]:
    """Kind and name of all members and owners of these sides; owners have to come out without rights by that."""
    found = set()
    for tree in trees:
        matrix = Matrix(tree.specs, next(iter(tree.specs.of("Cluster"))))
        users = {**matrix.members(), **matrix.owners()}
        found |= {("user" if user.name == name else "group", name) for name, user in users.items()}
    return found


def with_other_access(files: dict[str, str], random: Random) -> dict[str, str]:
    """Specs by path with other members here and there, and roles with more or less than before."""
    changed = {}
    roles = ["viewer", "developer", "operator", "admin"]
    for path, text in files.items():
        documents = [document for document in yaml.safe_load_all(text) if document]
        for document in documents:
            spec = document["spec"]
            if document["kind"] in ("Tenant", "Project") and random.random() < 0.4:
                people = random.sample(["ada", "bo", "cy", *roles], 3)
                spec["members"] = [
                    {random.choice(("group", "user")): who, "role": random.choice(roles)} for who in people
                ]
            if document["kind"] == "RoleProfile" and random.random() < 0.5:
                rules = spec.setdefault("rules", [])
                if rules and random.random() < 0.5:
                    rules.pop(random.randrange(len(rules)))
                rules.append({"verbs": ["create"], "resources": ["pods/attach", "leases.coordination.k8s.io"]})
        changed[path] = yaml.safe_dump_all(documents, sort_keys=False)
    return changed


def _prefixed(subject: str, specs: Specs) -> str:
    kind, _, name = subject.partition(" ")
    return f"{kind} {specs.fleet.get(f'{kind}Prefix', '')}{name}"


def _parts(resource: str) -> tuple[str, str]:
    """API group and resource of `deployments.apps/scale`."""
    name, slash, subresource = resource.partition("/")
    plural, _, group = name.partition(".")
    return group, f"{plural}{slash}{subresource}"
