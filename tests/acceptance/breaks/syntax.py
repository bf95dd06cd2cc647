"""Breaks of 1xx: files that are not the YAML that specs are written in."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, Encode, Pipe, Point, Rename, Write
from tests.acceptance.breaks.files import (
    CLASSES,
    FLEET,
    LAB,
    LAB_POOLS,
    PROFILES,
    grants,
    links,
    projects,
    tenant,
)

NOT_BROKEN = {
    "TN114": "needs 64 MiB of specs; tests/unit/source has it",
    "TN123": "comes only after a hundred other findings; tests/unit/source has it",
}
"""Codes without breaks, and why."""

BREAKS: Breaks = {
    "TN101": (
        Break("a file is saved as UTF-16", Encode(tenant("climate"), "utf-16"), at=""),
        Break(
            "a file is saved in the old encoding of Western Europe",
            Change(tenant("climate"), "Climate models", "Klimaprogn\u00f6sen"),
            Encode(tenant("climate"), "latin-1"),
            at="Klimaprogn",
        ),
        Break(
            "bytes of another file came into a new one",
            Write("clusters/lab-b/more.yaml", b"# copied\n# \xfe\xed\xfa\n"),
            at="# \ufffd",
        ),
    ),
    "TN102": (
        Break(
            "a mark that turns the direction of text",
            Change(tenant("meridian"), "Meridian Robotics", "Meridian \u202eRobotics"),
            at="displayName:",
        ),
        Break(
            "a control character", Change(grants("vision"), "conference deadline", "conference\x07deadline"), at="spec:"
        ),
        Break(
            "a control character, written as an escape",
            Change(projects("nlp"), "displayName: Foundation models", 'displayName: "Foundation\\u0000models"'),
            at="displayName: ",
        ),
    ),
    "TN103": (
        Break(
            "a space after the colon is missing",
            Change(tenant("climate"), "state: held", "state:held"),
            at="state:held",
        ),
        Break(
            "a quote is never closed",
            Change(FLEET, 'groupPrefix: "oidc:"', 'groupPrefix: "oidc:'),
            at='groupPrefix: "oidc:',
        ),
        Break(
            "a bracket is never closed",
            Change(tenant("search"), "weight: 2}", "weight: 2"),
            at="- {pool: h100-slices, state: draining}",
        ),
        Break(
            "a merge stopped in a conflict",
            Change(
                tenant("vision"),
                "  costCenter: R-110\n",
                "<<<<<<< HEAD\n  costCenter: R-110\n=======\n  costCenter: R-111\n>>>>>>> theirs\n",
            ),
            at="<<<<<<< HEAD",
        ),
        Break(
            "a key is indented as no other",
            Change(tenant("climate"), "  state: held", " state: held"),
            at=" state: held",
        ),
    ),
    "TN104": (
        Break(
            "a line is indented with a tab", Change(tenant("climate"), "  state: held", "\tstate: held"), at="\tstate"
        ),
        Break(
            "a list is indented with tabs",
            Change(tenant("portal"), "  - {group: portal", "\t- {group: portal"),
            at="\t- {group",
        ),
        Break(
            "a nested field is indented with a tab",
            Change(LAB_POOLS, "    perNode: 8", "  \tperNode: 8"),
            at="  \tperNode",
        ),
    ),
    "TN105": (
        Break(
            "a field is written again below",
            Change(tenant("climate"), "  members:", "  costCenter: C-501\n  members:"),
            at="costCenter: C-501",
        ),
        Break(
            "a number is written twice on a line",
            Change(tenant("education"), "lend: 7}", "lend: 7, borrow: 7}"),
            at="lend: 7, borrow: 7",
        ),
        Break(
            "two documents grow together",
            Change(
                projects("vision"),
                "---\n# A class that never borrows runs on class lines, and keeps what it has.\n"
                "apiVersion: tenantry.dev/v1alpha1\n",
                "",
            ),
            at="»kind: Project\nmetadata: {tenant: vision, name: serving}",
        ),
    ),
    "TN106": (
        Break(
            "a template of another tool",
            Change(tenant("climate"), "costCenter: C-500", "costCenter: {{ cost_center }}"),
            at="{{ cost_center }}",
        ),
        Break(
            "a list as a key",
            Change(tenant("finance"), "labels: {data: confidential}", "labels: {[data]: confidential}"),
            at="{[data]",
        ),
        Break(
            "a mapping as a key",
            Change(projects("education"), "storage: {shared: 1Ti,", "storage: {{shared: 1Ti}: 2Ti,"),
            at="{{shared",
        ),
    ),
    "TN107": (
        Break("a value with a tag", Change(tenant("climate"), "C-500", "!!str C-500"), at="!!str"),
        Break(
            "a tag of another tool",
            Change(LAB, "server: https://lab-b.example.com:6443", "server: !secret lab-b"),
            at="!secret",
        ),
        Break("a mapping with a tag", Change(tenant("finance"), "labels: {data", "labels: !!map {data"), at="!!map"),
    ),
    "TN108": (
        Break(
            "a mapping is merged in",
            Change(tenant("education"), "borrow: 14, lend: 7}", "borrow: 14, <<: {lend: 7}}"),
            at="<<:",
        ),
        Break(
            "a profile is built on the one above",
            Change(PROFILES, "  podSecurity: baseline\n", "  <<: {podSecurity: baseline}\n"),
            at="<<:",
        ),
        Break(
            "an anchor is merged in",
            Change(projects("nlp"), "  - {name: corpus,      storage", "  - &volume {name: corpus, storage"),
            Change(projects("nlp"), "  - {name: checkpoints, storage: shared,", "  - {<<: *volume, name: checkpoints,"),
            at="<<:",
        ),
    ),
    "TN117": (
        Break("a list of documents", Append(CLASSES, "- kind: WorkloadClass\n"), at="- kind"),
        Break("a line of text", Write("tenants/search/notes.yaml", "# what we plan\nmore GPUs\n"), at="more GPUs"),
        Break(
            "all of a document becomes an entry of a list",
            Write("tenants/climate/links.yaml", "- apiVersion: tenantry.dev/v1alpha1\n  kind: Link\n"),
            at="- apiVersion",
        ),
    ),
    "TN118": (
        Break(
            "a Norwegian label",
            Change(tenant("finance"), "labels: {data: confidential}", "labels: {data: confidential, country: no}"),
            at="country: no",
        ),
        Break(
            "a number with a zero before it",
            Change(tenant("education"), "guaranteed: 14,", "guaranteed: 014,"),
            at="guaranteed: 014",
        ),
        Break("a number with an exponent", Change(LAB_POOLS, "price: 0.30", "price: 3e-1"), at="price: 3e-1"),
        Break(
            "a time",
            Change(tenant("portal"), "displayName: Developer portal", "displayName: 22:30"),
            at="displayName: 22:30",
        ),
    ),
    "TN119": (
        Break(
            "links get the other ending",
            Rename(links("search"), "tenants/search/links.yml"),
            at=("tenants/search/links.yml", ""),
        ),
        Break("a new file has the other ending", Write("clusters/prod-a/values.yml", "a: b\n"), at=""),
        Break(
            "an ending in capitals",
            Rename(grants("speech"), "tenants/speech/grants.YAML"),
            at=("tenants/speech/grants.YAML", ""),
        ),
    ),
    "TN120": (
        Break("a link to a file elsewhere", Point("clusters/shared.yaml", "/etc/hostname"), at=""),
        Break("a link to a folder elsewhere", Point("tenants/elsewhere", "/etc"), at=""),
        Break(
            "a relative link that climbs out",
            Point("clusters/lab-b/up.yaml", "../../../../../../../../etc/hostname"),
            at="",
        ),
    ),
    "TN121": (
        Break("a link to nothing", Point("clusters/gone.yaml", "pools-of-last-year.yaml"), at=""),
        Break("a pipe", Pipe("tenants/search/pipe.yaml"), at=""),
        Break("a link to itself", Point("clusters/prod-a/self.yaml", "self.yaml"), at=""),
    ),
    "TN122": (
        Break(
            "a list item in a text",
            Change(tenant("climate"), "displayName: Climate models", "displayName: Climate\n    - models"),
            at="displayName: Climate",
        ),
        Break(
            "a reason goes on as a list",
            Change(
                grants("vision"),
                "spec: {pool: h100-train, units: 16, from: 2026-11-20, until: 2026-12-05, reason: conference deadline,"
                " ticket: CAP-311}",
                "spec:\n  pool: h100-train\n  units: 16\n  from: 2026-11-20\n  until: 2026-12-05\n"
                "  reason: conference\n    - deadline",
            ),
            at="reason: conference",
        ),
        Break(
            "a description goes on as a list",
            Change(
                "clusters/addons.yaml",
                "  description: Services of these tenants",
                "  description: Services\n   - of these tenants",
            ),
            at="description: Services\n",
        ),
    ),
}
