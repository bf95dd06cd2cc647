"""Breaks of what must not go or change at once: queues, projects, tenants, pools."""

from tests.acceptance.breaks.edits import Break, Breaks, Change, Edit, Remove, Rename, Take
from tests.acceptance.breaks.files import FLEET, LAB_POOLS, PROD_POOLS, projects, tenant

_TOPOLOGY = "topology: [example.com/block, example.com/rack, kubernetes.io/hostname]"


def _renamed(old: str, new: str, *files: str) -> tuple[Edit, ...]:
    """A name written anew in every file, which names it once."""
    return tuple(Change(file, f"pool: {old}", f"pool: {new}") for file in files)


BREAKS: Breaks = {
    "TN475": (
        Break(
            "a class is taken off a project",
            Change(projects("vision"), "classes: [training, development]", "classes: [training]"),
            at="classes: [training]",
        ),
        Break(
            "a line is removed that gave access",
            Change(tenant("speech"), "  - {pool: h100-slices, guaranteed: 7}\n", ""),
            at="quota:",
        ),
        Break(
            "a line is removed whose pool a volume was beside",
            Change(tenant("robotics"), "  - {pool: h100-slices, guaranteed: 7, borrow: 7}\n", ""),
            at="quota:",
        ),
        Break(
            "a pool gives up a class that has no lines",
            Change(PROD_POOLS, "classes: [inference, batch]", "classes: [inference]"),
            at="classes: [inference]  ",
        ),
    ),
    "TN476": (
        Break(
            "a project is removed",
            Take(projects("vision"), "name: segmentation}"),
            at=(tenant("vision"), "metadata:"),
        ),
        Break(
            "the file of a tenant's projects is removed", Remove(projects("portal")), at=(tenant("portal"), "metadata:")
        ),
        Break(
            "a project is renamed",
            Change(projects("education"), "name: theses", "name: diplomas"),
            at=(tenant("education"), "metadata:"),
        ),
        Break(
            "a project of a tenant that drains is removed",
            Remove(projects("genomics")),
            at=(tenant("genomics"), "metadata:"),
        ),
    ),
    "TN477": (
        Break("the folder of a tenant is removed", Remove("tenants/climate"), at=(FLEET, "metadata: {name: example}")),
        Break(
            "a tenant that drains is removed a step too early",
            Remove("tenants/genomics"),
            at=(FLEET, "metadata: {name: example}"),
        ),
        Break(
            "a tenant is renamed",
            Rename("tenants/education", "tenants/academy"),
            Change("tenants/academy/tenant.yaml", "name: education", "name: academy"),
            Change(
                "tenants/academy/projects.yaml",
                "{tenant: education, name: courses}",
                "{tenant: academy, name: courses}",
            ),
            Change(
                "tenants/academy/projects.yaml", "{tenant: education, name: theses}", "{tenant: academy, name: theses}"
            ),
            Change("tenants/academy/grants.yaml", "tenant: education", "tenant: academy"),
            at=(FLEET, "metadata: {name: example}"),
        ),
    ),
    "TN478": (
        Break(
            "a pool is renamed",
            Change(LAB_POOLS, "metadata: {name: l40s-shared}", "metadata: {name: l40s}"),
            *_renamed("l40s-shared", "l40s", tenant("robotics"), tenant("prototypes"), projects("prototypes")),
            Change(projects("robotics"), "pool: l40s-shared, guaranteed", "pool: l40s, guaranteed"),
            Change(projects("robotics"), "pool: l40s-shared, class", "pool: l40s, class"),
            at=(FLEET, "metadata: {name: example}"),
        ),
        Break(
            "a pool is removed with its lines",
            Take(PROD_POOLS, "metadata: {name: h100-meridian}"),
            Change(projects("meridian"), "  quota:\n  - {pool: h100-meridian, guaranteed: 4}\n", ""),
            at=(FLEET, "metadata: {name: example}"),
        ),
        Break(
            "a pool for CPU work is given up",
            Take(PROD_POOLS, "metadata: {name: cpu-general}"),
            Change(tenant("genomics"), "  - {pool: cpu-general, guaranteed: 40}\n", ""),
            Change(
                tenant("research"),
                "  - {pool: cpu-general, guaranteed: 200, borrow: 120}    # nlp 96, speech 24; 80 stay shared\n",
                "",
            ),
            Change(tenant("nlp"), "  - {pool: cpu-general, guaranteed: 96, weight: 2}", "  "),
            Change(tenant("speech"), "  - {pool: cpu-general, guaranteed: 24, borrow: 96}\n", ""),
            Change(tenant("search"), "  - {pool: cpu-general, guaranteed: 120, weight: 2}\n", ""),
            Change(
                projects("search"),
                "  quota:\n  - {pool: cpu-general, guaranteed: 80, borrow: 160}     # search keeps 40\n",
                "",
            ),
            Change(
                projects("nlp"),
                "  quota:\n  - {pool: cpu-general, guaranteed: 64}                  # cores; nlp keeps 32\n",
                "",
            ),
            at=(FLEET, "metadata: {name: example}"),
        ),
    ),
    "TN479": (
        Break(
            "a level is taken out",
            Change(PROD_POOLS, _TOPOLOGY, "topology: [example.com/rack, kubernetes.io/hostname]"),
            at="topology:",
        ),
        Break(
            "other labels for the nodes of a pool with levels",
            Change(PROD_POOLS, f"  {_TOPOLOGY}", f"  labels: {{example.com/gpu: h100}}\n  {_TOPOLOGY}"),
            at="labels: {example.com/gpu: h100}",
        ),
        Break(
            "another taint",
            Change(
                PROD_POOLS, f"  {_TOPOLOGY}", f"  taints: [{{key: example.com/gpu, effect: NoExecute}}]\n  {_TOPOLOGY}"
            ),
            at="taints:",
        ),
        Break(
            "a level is renamed",
            Change(PROD_POOLS, "example.com/block, example.com/rack,", "example.com/row, example.com/rack,"),
            at="topology:",
        ),
    ),
}
