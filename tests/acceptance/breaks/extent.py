"""Breaks of 109 to 116: files and values that are too much, or that hold themselves."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, Write
from tests.acceptance.breaks.files import (
    FLEET,
    LAB_POOLS,
    grants,
    links,
    projects,
    tenant,
)

_COMMENT = "# nobody reads all of this\n"
_LONG = "x" * 70_000

BREAKS: Breaks = {
    "TN109": (
        Break(
            "a list that holds itself",
            Change(projects("climate"), "classes: [training]", "classes: &all [*all]"),
            at="&all",
        ),
        Break(
            "a mapping that holds itself",
            Change(tenant("finance"), "labels: {data: confidential}", "labels: &own {data: *own}"),
            at="&own",
        ),
        Break(
            "a whole spec inside itself",
            Change(grants("education"), "spec: {pool", "spec: &grant {more: *grant, pool"),
            at="&grant",
        ),
    ),
    "TN110": (
        Break(
            "aliases of aliases",
            Change(
                tenant("finance"),
                "  labels: {data: confidential}",
                "  labels: {a: &a [1,1,1,1,1,1,1,1,1,1], b: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a],"
                " c: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b,*b], d: [*c,*c,*c,*c,*c,*c,*c,*c,*c,*c]}",
            ),
            at="labels:",
        ),
        Break(
            "a long text is repeated",
            Change(
                tenant("climate"), "costCenter: C-500", f"costCenter: [&t {'word ' * 10_000}, {', '.join(['*t'] * 30)}]"
            ),
            at="costCenter:",
        ),
        Break(
            "a member is repeated",
            Change(
                tenant("portal"),
                "  - {group: portal-engineers, role: operator}",
                f"  - &m {{group: portal-engineers, role: operator}}\n  more: [{', '.join(['*m'] * 4_000)}]",
            ),
            at="- &m",
        ),
    ),
    "TN111": (
        Break(
            "lists in lists",
            Change(projects("climate"), "classes: [training]", f"classes: {'[' * 40}training{']' * 40}"),
            at="classes:",
        ),
        Break(
            "mappings in mappings",
            Change(tenant("finance"), "labels: {data: confidential}", f"labels: {'{a: ' * 40}b{'}' * 40}"),
            at="labels:",
        ),
        Break(
            "so deep that the reader gives up",
            Change(FLEET, "labels: {support: business-hours}", f"labels: {{support: {'[' * 5_000}{']' * 5_000}}}"),
            at="labels: {support",
        ),
    ),
    "TN112": (
        Break("a new file is too large", Write("clusters/notes.yaml", _COMMENT * 50_000), at=""),
        Break("comments make a file too large", Append(tenant("climate"), _COMMENT * 50_000), at=""),
        Break("a text makes a file too large", Change(grants("vision"), "conference deadline", _LONG * 16), at=""),
    ),
    "TN113": (
        Break("a new file of separators", Write("clusters/empty.yaml", "---\n" * 1_001 + "a: b\n"), at="a: b"),
        Break(
            "separators at the end",
            Append(links("vision"), "---\n" * 999 + "apiVersion: none\n"),
            at="apiVersion: none",
        ),
        Break(
            "separators at the beginning",
            Change(FLEET, "# What holds for every cluster and tenant.", "---\n" * 1_000 + "# What holds for all."),
            at="apiVersion: tenantry.dev/v1alpha1\nkind: PriorityLadder",
        ),
    ),
    "TN115": (
        Break("a text without end", Change(grants("vision"), "conference deadline", _LONG), at="spec:"),
        Break(
            "a block of text without end",
            Change(tenant("climate"), "  costCenter: C-500", f"  costCenter: |\n    {_LONG}"),
            at="costCenter: |",
        ),
        Break("a text in quotes without end", Change(tenant("climate"), "C-500", f"'{_LONG}'"), at="costCenter:"),
    ),
    "TN116": (
        Break(
            "a number without end",
            Change(tenant("climate"), "guaranteed: 8", f"guaranteed: {'9' * 70}"),
            at="guaranteed: 9",
        ),
        Break("an infinite number", Change(LAB_POOLS, "price: 0.30", "price: .inf"), at="price: .inf"),
        Break("a number too large for any", Change(FLEET, "value: 100000,", "value: 1e999,"), at="value: 1e999"),
    ),
}
