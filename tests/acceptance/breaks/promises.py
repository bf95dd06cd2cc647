"""Breaks of the ledger: more is promised than there is."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, document, grant
from tests.acceptance.breaks.files import PROD_POOLS, grants, projects, tenant

_RESEARCH = "{pool: h100-train,  guaranteed: 72, "


BREAKS: Breaks = {
    "TN412": (
        Break(
            "a team of a department is promised more",
            Change(tenant("vision"), "guaranteed: 24,", "guaranteed: 60,"),
            at="guaranteed: 60",
        ),
        Break(
            "a department is promised less",
            Change(tenant("research"), _RESEARCH, _RESEARCH.replace("72", "60")),
            at="guaranteed: 60",
        ),
        Break(
            "a project is promised more than its tenant has left",
            Change(projects("nlp"), "guaranteed: 24, weight: 3", "guaranteed: 44, weight: 3"),
            at="guaranteed: 44",
        ),
        Break(
            "a project of a tenant with a pool of its own is promised more",
            Change(projects("finance"), "{pool: h100-finance, guaranteed: 4}", "{pool: h100-finance, guaranteed: 8}"),
            at="guaranteed: 8}",
        ),
        Break(
            "a tenant moves below a department with all its lines",
            Change(tenant("search"), "  displayName: Search\n", "  displayName: Search\n  parent: research\n"),
            at="parent: research",
        ),
        Break(
            "a class line is raised",
            Change(projects("vision"), "class: inference, guaranteed: 4", "class: inference, guaranteed: 5"),
            at="guaranteed: 5",
        ),
        Break(
            "a new team joins a department",
            Append(
                "tenants/audio/tenant.yaml",
                document(
                    "Tenant",
                    "{name: audio}",
                    "  displayName: Audio\n  parent: research\n  owners: [{group: audio}]\n"
                    "  quota:\n  - {pool: h100-train, guaranteed: 10}",
                ),
            ),
            at="guaranteed: 10",
        ),
    ),
    "TN413": (
        Break(
            "a line is raised beyond the pool",
            Change(tenant("education"), "guaranteed: 14,", "guaranteed: 40,"),
            at="guaranteed: 40",
        ),
        Break("nodes are taken away", Change(PROD_POOLS, "nodes: 16", "nodes: 10"), at="nodes: 10"),
        Break(
            "a new tenant takes more than is left",
            Append(
                "tenants/audio/tenant.yaml",
                document(
                    "Tenant",
                    "{name: audio}",
                    "  displayName: Audio\n  owners: [{group: audio}]\n  quota:\n  - {pool: h100-infer, guaranteed: 4}",
                ),
            ),
            at="guaranteed: 4",
        ),
        Break(
            "a line is added to a tenant",
            Change(tenant("climate"), "  quota:\n", "  quota:\n  - {pool: cpu-general, guaranteed: 121}\n"),
            at="guaranteed: 121",
        ),
    ),
    "TN414": (
        Break(
            "a grant of today is raised",
            Change(grants("vision"), "units: 16", "units: 25"),
            at="units: 25",
        ),
        Break(
            "a grant that begins tomorrow is raised",
            Change(grants("search"), "units: 1,", "units: 2,"),
            at="units: 2,",
        ),
        Break(
            "a line takes what was granted for a later day",
            Change(tenant("research"), _RESEARCH, _RESEARCH.replace("72", "80")),
            at="guaranteed: 80",
        ),
        Break(
            "a grant is prolonged into the days of another",
            Change(grants("vision"), "until: 2026-12-05", "until: 2026-12-12"),
            at=(grants("speech"), "units: 8"),
        ),
        Break(
            "a new grant on days that are sold out",
            Append(
                grants("search"),
                grant("search", "more", "pool: h100-train, units: 4, from: 2026-12-04, until: 2026-12-06"),
            ),
            at="units: 4",
        ),
        Break(
            "a project is granted more than its tenant keeps of its own pool",
            Append(
                grants("finance"),
                grant(
                    "finance",
                    "audit",
                    "pool: h100-finance, project: risk, units: 3, from: 2026-12-01, until: 2026-12-09",
                ),
            ),
            at="units: 3",
        ),
    ),
    "TN415": (
        Break(
            "a project is promised what its tenant has by a grant",
            Append(
                grants("search"),
                grant("search", "crawl", "pool: cpu-general, units: 40, from: 2026-11-30, until: 2026-12-20"),
            ),
            Change(projects("search"), "guaranteed: 80, borrow: 160", "guaranteed: 150, borrow: 160"),
            at=(projects("search"), "guaranteed: 150"),
        ),
        Break(
            "a tenant is promised less than its projects, and a grant hides it",
            Append(
                grants("nlp"),
                grant("nlp", "tokens", "pool: cpu-general, units: 8, from: 2026-11-20, until: 2026-12-20"),
            ),
            Change(tenant("nlp"), "{pool: cpu-general, guaranteed: 96,", "{pool: cpu-general, guaranteed: 60,"),
            at=(tenant("nlp"), "guaranteed: 60"),
        ),
        Break(
            "a project gets a line that a long grant pays for",
            Append(
                grants("speech"),
                grant("speech", "slices", "pool: h100-slices, units: 5, from: 2026-11-01, until: 2027-01-31"),
            ),
            Change(
                projects("speech"),
                "  volumes:\n",
                "  quota:\n  - {pool: h100-slices, guaranteed: 10}\n  volumes:\n",
            ),
            at=(projects("speech"), "guaranteed: 10"),
        ),
    ),
}
