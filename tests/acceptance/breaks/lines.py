"""Breaks of quota lines: for pools that are not theirs, and for work that is not there."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, document
from tests.acceptance.breaks.files import CLASSES, FLEET, LAB_POOLS, PROD_POOLS, grants, projects, tenant

_FINANCE = "  members:\n  - {group: finance-quants"


def _quota(*lines: str) -> str:
    """`quota` with the given lines."""
    return "  quota:\n" + "".join(f"  - {{{line}}}\n" for line in lines)


BREAKS: Breaks = {
    "TN430": (
        Break(
            "the holder of a pool writes a line for it",
            Change(tenant("finance"), _FINANCE, _quota("pool: h100-finance, guaranteed: 8") + _FINANCE),
            at="pool: h100-finance",
        ),
        Break(
            "the partner writes a line for its own pool",
            Change(
                tenant("meridian"),
                "  isolation: strict",
                "  isolation: strict\n" + _quota("pool: h100-meridian").rstrip(),
            ),
            at="pool: h100-meridian",
        ),
        Break(
            "a new pool is for a tenant that has a line for it already",
            Append(
                PROD_POOLS,
                document(
                    "Pool",
                    "{name: gpu-climate}",
                    "{cluster: prod-a, nodes: 1, node: {cpu: 64, memory: 256Gi, ephemeralStorage: 2Ti},"
                    " classes: [training], price: 1, dedicatedTo: climate}",
                ),
            ),
            Change(tenant("climate"), "  quota:\n", _quota("pool: gpu-climate, guaranteed: 4")),
            at=(tenant("climate"), "pool: gpu-climate"),
        ),
    ),
    "TN431": (
        Break(
            "a tenant writes a line for the pool of another",
            Change(tenant("search"), "  quota:\n", _quota("pool: h100-finance, guaranteed: 1")),
            at="pool: h100-finance",
        ),
        Break(
            "a project writes a line for the pool of another tenant",
            Change(projects("climate"), "  quota:\n", _quota("pool: h100-meridian, guaranteed: 1")),
            at="pool: h100-meridian",
        ),
        Break(
            "a pool that many have lines for is dedicated to one of them",
            Change(PROD_POOLS, "  price: 0.37", "  dedicatedTo: education\n  price: 0.37"),
            at="dedicatedTo: education",
        ),
        Break(
            "a pool that one other has lines for is dedicated",
            Change(LAB_POOLS, "  price:", "  dedicatedTo: robotics\n  price:"),
            at="dedicatedTo: robotics",
        ),
    ),
    "TN432": (
        Break(
            "a pool is dedicated to a tenant of another profile",
            Change(PROD_POOLS, "dedicatedTo: meridian", "dedicatedTo: climate"),
            at="dedicatedTo: climate",
        ),
        Break(
            "the holder of a pool takes another profile",
            Change(tenant("meridian"), "isolation: strict", "isolation: baseline"),
            at="isolation: baseline",
        ),
        Break(
            "the holder of a pool leaves its cluster out",
            Change(tenant("meridian"), "  isolation: strict", "  isolation: strict\n  clusters: [lab-b]"),
            at="clusters: [lab-b]",
        ),
    ),
    "TN433": (
        Break(
            "a tenant with lines turns to dedicated nodes",
            Change(tenant("education"), "  costCenter: E-400", "  costCenter: E-400\n  isolation: strict"),
            at="isolation: strict",
        ),
        Break(
            "a tenant with links, ways out and lines turns to dedicated nodes",
            Change(tenant("search"), "  costCenter: S-200", "  costCenter: S-200\n  isolation: strict"),
            at="isolation: strict",
        ),
        Break(
            "a line for a pool that does not admit the profile",
            Change(tenant("robotics"), "  quota:\n", _quota("pool: h100-train, guaranteed: 1")),
            at="pool: h100-train",
        ),
        Break(
            "a pool admits fewer profiles than its tenants have",
            Change(PROD_POOLS, "  price: 0.37", "  profiles: [baseline]\n  price: 0.37"),
            at="profiles: [baseline]\n  price: 0.37",
        ),
        Break(
            "the fleet's default profile changes",
            Change(FLEET, "isolation: baseline", "isolation: open-lab"),
            at="isolation: open-lab",
        ),
    ),
    "TN434": (
        Break(
            "a tenant leaves out a cluster where it has lines",
            Change(tenant("robotics"), "  isolation: open-lab", "  isolation: open-lab\n  clusters: [lab-b]"),
            at="clusters: [lab-b]",
        ),
        Break(
            "a line is added on a cluster that is left out",
            Change(
                tenant("portal"),
                "  clusters: [prod-a]",
                "  clusters: [lab-b]\n" + _quota("pool: h100-infer, guaranteed: 0").rstrip(),
            ),
            at="pool: h100-infer",
        ),
        Break(
            "the list of clusters is copied from a tenant of the lab",
            Change(tenant("climate"), "  state: held", "  state: held\n  clusters: [lab-b]"),
            at="clusters: [lab-b]",
        ),
    ),
    "TN435": (
        Break(
            "a project writes a line where its tenant has none",
            Change(
                projects("education"),
                "{pool: h100-slices, guaranteed: 7, weight: 2}",
                "{pool: h100-slices, guaranteed: 7, weight: 2}\n  - {pool: h100-train, guaranteed: 1}",
            ),
            at="pool: h100-train",
        ),
        Break(
            "a tenant gives up a line that a project of it divides",
            Change(tenant("nlp"), "  - {pool: h100-slices, guaranteed: 7,  borrow: 7}\n", ""),
            at="quota:",
        ),
        Break(
            "a project writes a line where its tenant only inherits access",
            Change(
                projects("vision"),
                "  classes: [training, batch]\n",
                "  classes: [training, batch]\n" + _quota("pool: cpu-general, guaranteed: 8"),
            ),
            at="pool: cpu-general",
        ),
    ),
    "TN436": (
        Break(
            "a line is for a class that the project does not have",
            Change(
                projects("climate"),
                "{pool: h100-train, guaranteed: 8}",
                "{pool: h100-train, class: batch, guaranteed: 8}",
            ),
            at="class: batch",
        ),
        Break(
            "a project changes its class and not its line",
            Change(projects("speech"), "classes: [inference]", "classes: [batch]"),
            at="classes: [batch]",
        ),
        Break(
            "a class line is added beside another",
            Change(
                projects("vision"),
                "{pool: h100-infer, class: inference, guaranteed: 4}",
                "{pool: h100-infer, class: inference, guaranteed: 4}\n  - {pool: h100-infer, class: batch}",
            ),
            at="class: batch",
        ),
    ),
    "TN437": (
        Break(
            "a project writes a line for a pool that serves other work",
            Change(
                projects("vision"),
                "  members:\n  - {group: vision-oncall",
                "  - {pool: h100-train, guaranteed: 2}\n  members:\n  - {group: vision-oncall",
            ),
            at="{pool: h100-train, guaranteed: 2}",
        ),
        Break(
            "a pool gives up a class that lines are for",
            Change(PROD_POOLS, "classes: [inference, batch]", "classes: [batch]"),
            at="classes: [batch]                           # 8",
        ),
        Break(
            "a project changes to work that its pool does not serve",
            Change(projects("nlp"), "classes: [batch]", "classes: [development]"),
            at="classes: [development]",
        ),
        Break(
            "a project with lines in two pools changes its work",
            Change(projects("nlp"), "classes: [training, development]", "classes: [batch]"),
            at="classes: [batch]\n  quota:\n  - {pool: h100-train",
        ),
    ),
    "TN439": (
        Break(
            "a service may borrow",
            Change(
                projects("finance"), "class: inference, guaranteed: 2", "class: inference, guaranteed: 2, borrow: 2"
            ),
            at="borrow: 2",
        ),
        Break(
            "a new class line may borrow",
            Change(
                projects("robotics"), "class: inference, guaranteed: 2}", "class: inference, guaranteed: 2, borrow: 1}"
            ),
            at="borrow: 1",
        ),
        Break(
            "a class stops borrowing, and a line of it borrows",
            Change(
                projects("vision"),
                "{pool: h100-infer, class: inference, guaranteed: 4}",
                "{pool: h100-infer, class: inference, guaranteed: 4, borrow: 4}",
            ),
            at="borrow: 4",
        ),
    ),
    "TN440": (
        Break(
            "units for a service stand on a plain line",
            Change(
                projects("finance"), "  serviceAccounts:", "  - {pool: h100-finance, guaranteed: 1}\n  serviceAccounts:"
            ),
            at="{pool: h100-finance, guaranteed: 1}",
        ),
        Break(
            "a plain line is added beside a class line",
            Change(
                projects("robotics"),
                "class: inference, guaranteed: 2}",
                "class: inference, guaranteed: 1}\n  - {pool: l40s-shared, guaranteed: 1}",
            ),
            at="{pool: l40s-shared, guaranteed: 1}",
        ),
        Break(
            "the class is taken out of a grant to a service",
            Change(grants("search"), "class: inference, ", ""),
            at="project: ranking",
        ),
    ),
    "TN441": (
        Break(
            "a project lists a class that never borrows",
            Change(
                projects("vision"), "classes: [training, development]", "classes: [training, development, inference]"
            ),
            at="development, inference]",
        ),
        Break(
            "the class line of a service is removed",
            Change(projects("speech"), "  quota:\n  - {pool: h100-infer, class: inference, guaranteed: 1}\n", ""),
            at="classes: [inference]",
        ),
        Break(
            "the class line of a service becomes a plain one",
            Change(projects("vision"), "class: inference, guaranteed: 4", "guaranteed: 4"),
            at="classes: [inference]",
        ),
        Break(
            "a class that many list stops borrowing",
            Change(CLASSES, "  maxRunTime: 12h", "  borrows: false\n  maxRunTime: 12h"),
            at="»borrows: false\n  maxRunTime: 12h",
        ),
    ),
    "TN442": (
        Break(
            "a project of work that no pool of its tenant serves",
            Append(projects("climate"), document("Project", "{tenant: climate, name: cleaning}", "{classes: [batch]}")),
            at="classes: [batch]",
        ),
        Break(
            "a new tenant with a project and no pool",
            Append(
                "tenants/audio/tenant.yaml",
                document("Tenant", "{name: audio}", "{displayName: Audio, owners: [{group: audio}]}"),
            ),
            Append(
                "tenants/audio/projects.yaml",
                document("Project", "{tenant: audio, name: mixing}", "{classes: [training]}"),
            ),
            at="metadata: {name: audio}",
        ),
        Break(
            "a tenant without pools names no cluster any more",
            Change(tenant("portal"), "  clusters: [prod-a]\n", ""),
            at="metadata: {name: portal}",
        ),
        Break(
            "the only project of a department that has no pool for it",
            Append(
                "tenants/research/projects.yaml",
                document("Project", "{tenant: research, name: demo}", "{classes: [development]}"),
            ),
            at="classes: [development]",
        ),
    ),
}
