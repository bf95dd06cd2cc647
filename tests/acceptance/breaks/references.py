"""Breaks of 30x: names that lead nowhere, and documents that are there twice or not at all."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, Take, Write, document
from tests.acceptance.breaks.files import (
    CLASSES,
    FLEET,
    LAB,
    LAB_POOLS,
    PROD_POOLS,
    ROLES,
    grants,
    links,
    projects,
    tenant,
)


def _extends(i: int) -> str:
    return f"{{extends: {f'r{i - 1}' if i else 'viewer'}}}"


def _department(i: int) -> tuple[str, str]:
    """File and text of a department below the one before it."""
    parent = f", parent: d{i - 1}" if i else ""
    return tenant(f"d{i}"), document(
        "Tenant", f"{{name: d{i}}}", f"{{displayName: Department, owners: [{{group: d{i}-leads}}]{parent}}}"
    )


BREAKS: Breaks = {
    "TN301": (
        Break(
            "a class is copied and keeps its name",
            Append(CLASSES, document("WorkloadClass", "{name: batch}", "{maxRunTime: 1d}")),
            at="»metadata: {name: batch}\nspec: {maxRunTime",
        ),
        Break(
            "a new project takes the name of another",
            Append(projects("vision"), document("Project", "{tenant: vision, name: serving}", "{classes: [training]}")),
            at="»metadata: {tenant: vision, name: serving}\nspec: {classes: [training]}",
        ),
        Break(
            "a second grant of one name",
            Change(
                grants("vision"),
                "metadata: {tenant: vision, name: cvpr-deadline}",
                "metadata: {tenant: vision, name: more}",
            ),
            Append(
                grants("vision"),
                document(
                    "Grant",
                    "{tenant: vision, name: more}",
                    "{pool: h100-train, units: 1, from: 2026-12-01, until: 2026-12-02, reason: more}",
                ),
            ),
            at="»metadata: {tenant: vision, name: more}\nspec: {pool: h100-train, units: 1,",
        ),
        Break(
            "a pool is moved to a file of its own and not taken out of the old one",
            Append(
                "clusters/prod-a/slices.yaml",
                document(
                    "Pool",
                    "{name: h100-slices}",
                    "{cluster: prod-a, nodes: 2, node: {cpu: 8, memory: 32Gi, ephemeralStorage: 1Ti},"
                    " classes: [batch], price: 1}",
                ),
            ),
            at="metadata: {name: h100-slices}",
        ),
    ),
    "TN302": (
        Break(
            "a pool is misspelt in a quota line",
            Change(tenant("speech"), "pool: h100-infer,", "pool: h100-inver,"),
            at="pool: h100-inver",
        ),
        Break(
            "a department names a parent that is not there",
            Change(tenant("research"), "spec:\n", "spec:\n  parent: science\n"),
            at="parent: science",
        ),
        Break(
            "a parent is misspelt",
            Change(tenant("vision"), "parent: research", "parent: reserch"),
            at="parent: reserch",
        ),
        Break(
            "a class is misspelt in a project",
            Change(projects("climate"), "classes: [training]", "classes: [trainings]"),
            at="classes: [trainings]",
        ),
        Break(
            "a class is misspelt in a pool",
            Change(LAB_POOLS, "classes: [development, inference]", "classes: [develop, inference]"),
            at="classes: [develop,",
        ),
        Break(
            "a cluster is misspelt in a pool",
            Change(LAB_POOLS, "cluster: lab-b", "cluster: lab-c"),
            at="cluster: lab-c",
        ),
        Break(
            "a profile is misspelt in a tenant",
            Change(tenant("meridian"), "isolation: strict", "isolation: strikt"),
            at="isolation: strikt",
        ),
        Break(
            "a profile is misspelt in the fleet's defaults",
            Change(FLEET, "isolation: baseline", "isolation: base"),
            at="isolation: base",
        ),
        Break(
            "a role is misspelt",
            Change(tenant("climate"), "role: developer", "role: develloper"),
            at="role: develloper",
        ),
        Break(
            "a priority is misspelt in a class",
            Change(CLASSES, "defaultPriority: scavenger", "defaultPriority: scavanger"),
            at="defaultPriority: scavanger",
        ),
        Break(
            "a link leads to a project that is not there",
            Change(links("search"), "to: search/ranking, ports: [9200/TCP]", "to: search/rankings, ports: [9200/TCP]"),
            at="search/rankings",
        ),
        Break(
            "a grant is for a project that is not there",
            Change(grants("education"), "project: courses", "project: course"),
            at="project: course,",
        ),
        Break(
            "a pool is to serve a class that was never written",
            Change(PROD_POOLS, "classes: [development]", "classes: [development, workshop]"),
            at="classes: [development, workshop]",
        ),
        Break(
            "a tenant of an addon is misspelt",
            Change("clusters/addons.yaml", "tenants: [search, prototypes]", "tenants: [search, prototype]"),
            at="tenants: [search, prototype]",
        ),
        Break(
            "a pool is dedicated to a tenant that is not there",
            Change(PROD_POOLS, "dedicatedTo: meridian", "dedicatedTo: meridien"),
            at="dedicatedTo: meridien",
        ),
        Break(
            "a volume is for a cluster that is not there",
            Change(projects("robotics"), "cluster: lab-b}", "cluster: lab-a}"),
            at="cluster: lab-a",
        ),
    ),
    "TN303": (
        Break(
            "a pool is named where a class belongs",
            Change(projects("climate"), "classes: [training]", "classes: [h100-train]"),
            at="classes: [h100-train]",
        ),
        Break(
            "a role is named where a profile belongs",
            Change(tenant("prototypes"), "isolation: open-lab", "isolation: operator"),
            at="isolation: operator",
        ),
        Break(
            "a cluster is named where a pool belongs",
            Change(grants("vision"), "pool: h100-train", "pool: prod-a"),
            at="pool: prod-a",
        ),
        Break(
            "a profile is named where a role belongs",
            Change(tenant("climate"), "role: developer", "role: strict"),
            at="role: strict",
        ),
        Break(
            "a pool is put into a pool",
            Change(LAB_POOLS, "cluster: lab-b", "cluster: cpu-general"),
            at="cluster: cpu-general",
        ),
    ),
    "TN304": (
        Break(
            "a department becomes a part of its own team",
            Change(tenant("research"), "  displayName: Research\n", "  displayName: Research\n  parent: nlp\n"),
            at=(tenant("nlp"), "parent: research"),
        ),
        Break(
            "a tenant names itself as its parent",
            Change(tenant("climate"), "  displayName:", "  parent: climate\n  displayName:"),
            at="parent: climate",
        ),
        Break(
            "three tenants in a circle",
            Change(tenant("education"), "  displayName:", "  parent: portal\n  displayName:"),
            Change(tenant("portal"), "  displayName:", "  parent: robotics\n  displayName:"),
            Change(tenant("robotics"), "  displayName:", "  parent: education\n  displayName:"),
            at="parent: portal",
        ),
    ),
    "TN305": (
        Break(
            "the smallest role extends the largest",
            Change(ROLES, "metadata: {name: viewer}\nspec:\n", "metadata: {name: viewer}\nspec:\n  extends: admin\n"),
            at=(ROLES, "extends: operator"),
        ),
        Break(
            "a role extends itself",
            Change(ROLES, "extends: viewer", "extends: developer"),
            at="»extends: developer\n  rules:\n  - {verbs: [create, update, patch, delete], resources: [jobs",
        ),
        Break(
            "a new role and an old one extend each other",
            Change(ROLES, "extends: viewer", "extends: debugger"),
            Append(ROLES, document("RoleProfile", "{name: debugger}", "{extends: developer}")),
            at="spec: {extends: developer}",
        ),
    ),
    "TN306": (
        Break("the Fleet is removed", Take(FLEET, "kind: Fleet"), at=("clusters", "")),
        Break("the PriorityLadder is removed", Take(FLEET, "kind: PriorityLadder"), at=("clusters", "")),
        Break(
            "the PriorityLadder is put into a file that is not read",
            Take(FLEET, "kind: PriorityLadder", to="clusters/.ladder.yaml"),
            at=("clusters", ""),
        ),
        Break(
            "the Fleet is commented out",
            Change(
                FLEET, "apiVersion: tenantry.dev/v1alpha1\nkind: Fleet\nmetadata: {name: example}\nspec:\n", "spec: |\n"
            ),
            Take(FLEET, "spec: |"),
            at=("clusters", ""),
        ),
    ),
    "TN308": (
        Break(
            "seventeen new roles extend each other in a row",
            Append(ROLES, "---\n".join(document("RoleProfile", f"{{name: r{i}}}", _extends(i)) for i in range(17))),
            at="extends: r15}",
        ),
        Break(
            "a department is put below a long line of new ones",
            Change(tenant("research"), "spec:\n", "spec:\n  parent: d16\n"),
            *(Write(*_department(i)) for i in range(17)),
            at="parent: d16",
        ),
        Break(
            "a line of eighteen new departments",
            *(Write(*_department(i)) for i in range(18)),
            at=("tenants/d17/tenant.yaml", "parent: d16"),
        ),
    ),
    "TN307": (
        Break(
            "a second ladder for one cluster",
            Append(LAB, document("PriorityLadder", "{name: lab}", "{priorities: [{name: normal, value: 1}]}")),
            at="metadata: {name: lab}",
        ),
        Break(
            "a second fleet",
            Append(
                "clusters/second.yaml",
                document(
                    "Fleet",
                    "{name: other}",
                    "{domain: example.org, repository: {url: https://git.example.org/a.git}, argocd: {version: '3.2'},"
                    " asOf: 2026-11-30, owners: [{group: a}], capacityManagers: [{group: a}],"
                    " defaults: {isolation: baseline, priority: normal}}",
                ),
            ),
            at="metadata: {name: other}",
        ),
        Break(
            "the ladder is written anew beside the old one",
            Append(FLEET, document("PriorityLadder", "{name: better}", "{priorities: [{name: normal, value: 10}]}")),
            at="metadata: {name: better}",
        ),
    ),
}
