"""Breaks of grants: to nobody, of nothing, at the wrong time."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, grant
from tests.acceptance.breaks.files import FLEET, grants, projects, tenant

_DECEMBER = "from: 2026-12-24, until: 2026-12-26"

BREAKS: Breaks = {
    "TN420": (
        Break(
            "the days are swapped",
            Change(grants("vision"), "from: 2026-11-20, until: 2026-12-05", "from: 2026-12-05, until: 2026-11-20"),
            at="until: 2026-11-20",
        ),
        Break(
            "the year of the last day is not changed",
            Change(grants("education"), "until: 2027-01-22", "until: 2026-01-22"),
            at="until: 2026-01-22",
        ),
        Break(
            "the first day is moved behind the last",
            Change(grants("nlp"), "from: 2026-12-03", "from: 2026-12-30"),
            at="from: 2026-12-30",
        ),
        Break(
            "a new grant is reversed",
            Append(
                grants("vision"),
                grant("vision", "more", "pool: h100-train, units: 1, from: 2027-02-02, until: 2027-02-01"),
            ),
            at="until: 2027-02-01",
        ),
    ),
    "TN421": (
        Break("a grant is set to 0 to end it", Change(grants("vision"), "units: 16", "units: 0"), at="units: 0"),
        Break("a grant to a project gives 0", Change(grants("education"), "units: 7", "units: 0"), at="units: 0"),
        Break(
            "a new grant of 0 units",
            Append(grants("search"), grant("search", "more", f"pool: h100-train, units: 0, {_DECEMBER}")),
            at="units: 0",
        ),
    ),
    "TN422": (
        Break(
            "a grant is ended early",
            Change(grants("vision"), "until: 2026-12-05", "until: 2026-11-29"),
            at="until: 2026-11-29",
        ),
        Break(
            "the fleet's day moves past a grant",
            Change(FLEET, "asOf: 2026-11-30", "asOf: 2026-12-06"),
            at=(grants("vision"), "until: 2026-12-05"),
        ),
        Break(
            "a grant is written too late",
            Append(
                grants("search"),
                grant("search", "more", "pool: h100-train, units: 1, from: 2026-10-01, until: 2026-10-31"),
            ),
            at="until: 2026-10-31",
        ),
    ),
    "TN423": (
        Break(
            "the project is taken out of a grant",
            Change(grants("search"), "project: ranking, ", ""),
            at="class: inference",
        ),
        Break(
            "a class is added to a grant to the tenant",
            Change(grants("vision"), "units: 16,", "units: 16, class: training,"),
            at="class: training",
        ),
        Break(
            "a new grant names a class alone",
            Append(
                grants("nlp"), grant("nlp", "more", f"pool: h100-slices, class: development, units: 1, {_DECEMBER}")
            ),
            at="class: development",
        ),
    ),
    "TN424": (
        Break(
            "a grant goes to a project whose work the pool does not serve",
            Change(grants("vision"), "units: 16,", "units: 16, project: serving,"),
            at="project: serving",
        ),
        Break(
            "a grant is for a class that the pool does not serve",
            Change(grants("search"), "class: inference", "class: training"),
            at="class: training",
        ),
        Break(
            "a grant is for a class that the project does not have",
            Change(grants("search"), "project: ranking,", "project: indexing,"),
            at="project: indexing",
        ),
        Break(
            "a grant goes to a never-borrowing class without line",
            Append(
                grants("finance"),
                grant("finance", "more", f"pool: cpu-finance, project: fraud, class: inference, units: 1, {_DECEMBER}"),
            ),
            Change(
                projects("finance"),
                "  - {pool: cpu-finance,  class: inference, guaranteed: 12}       # its web servers",
                "  # its web servers",
            ),
            at="class: inference",
        ),
    ),
    "TN425": (
        Break(
            "a grant is for a pool that the tenant has no line for",
            Change(grants("education"), "pool: h100-slices", "pool: h100-train"),
            at="pool: h100-train",
        ),
        Break(
            "a grant is for a pool that is dedicated to others",
            Change(grants("speech"), "pool: h100-train", "pool: h100-finance"),
            at="pool: h100-finance",
        ),
        Break(
            "a grant is for a pool that does not admit the tenant",
            Change(grants("nlp"), "pool: h100-train", "pool: l40s-shared"),
            at="pool: l40s-shared",
        ),
        Break(
            "a grant to a project where its tenant only inherits access",
            Append(
                grants("vision"),
                grant("vision", "more", f"pool: cpu-general, project: segmentation, units: 1, {_DECEMBER}"),
            ),
            at="pool: cpu-general",
        ),
        Break(
            "a grant on a cluster that the tenant left out",
            Append(grants("portal"), grant("portal", "more", f"pool: h100-infer, units: 1, {_DECEMBER}")),
            at="pool: h100-infer",
        ),
    ),
    "TN426": (
        Break(
            "a grant to the holder of a pool",
            Append(grants("finance"), grant("finance", "more", f"pool: h100-finance, units: 1, {_DECEMBER}")),
            at="pool: h100-finance",
        ),
        Break(
            "a grant to the holder of a CPU pool, in force",
            Append(
                grants("finance"),
                grant("finance", "more", "pool: cpu-finance, units: 8, from: 2026-11-30, until: 2026-12-03"),
            ),
            at="pool: cpu-finance",
        ),
        Break(
            "a grant of all there is to the partner who has it",
            Append(grants("meridian"), grant("meridian", "all", f"pool: h100-meridian, units: 8, {_DECEMBER}")),
            at="pool: h100-meridian",
        ),
    ),
    "TN427": (
        Break(
            "a grant to a tenant that leaves",
            Append(grants("genomics"), grant("genomics", "more", f"pool: h100-train, units: 1, {_DECEMBER}")),
            at="units: 1",
        ),
        Break(
            "a grant in a pool that the tenant gives up",
            Append(grants("search"), grant("search", "more", f"pool: h100-slices, units: 1, {_DECEMBER}")),
            at="pool: h100-slices, units: 1",
        ),
        Break(
            "a tenant with a grant drains",
            Change(tenant("vision"), "  costCenter: R-110\n", "  costCenter: R-110\n  state: draining\n"),
            at=(grants("vision"), "units: 16"),
        ),
        Break(
            "a project with a grant retires",
            Change(
                projects("education"),
                "  storage: {shared: 1Ti, fast: 1Ti}",
                "  storage: {shared: 1Ti, fast: 1Ti}\n  state: retired",
            ),
            at=(grants("education"), "units: 7"),
        ),
    ),
}
