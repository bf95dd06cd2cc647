"""Breaks of priorities."""

from tests.acceptance.breaks.edits import Break, Breaks, Change
from tests.acceptance.breaks.files import CLASSES, FLEET, projects, tenant

BREAKS: Breaks = {
    "TN445": (
        Break(
            "a class gets a default that most may not use",
            Change(
                CLASSES, "  defaultPriority: normal\n  maxRunTime: 12h", "  defaultPriority: high\n  maxRunTime: 12h"
            ),
            at="»defaultPriority: high\n  maxRunTime: 12h",
        ),
        Break(
            "a tenant gives up the default of its work",
            Change(tenant("vision"), "priorities: [high, normal, scavenger]", "priorities: [high, normal]"),
            at="priorities: [high, normal]",
        ),
        Break(
            "a tenant names no priorities any more",
            Change(tenant("prototypes"), "  priorities: [high, normal]\n", ""),
            at=(projects("prototypes"), "classes: [inference]"),
        ),
        Break(
            "a department gives up the default of its teams' work",
            Change(tenant("research"), "priorities: [high, normal, scavenger]", "priorities: [high, normal]"),
            at="priorities: [high, normal]",
        ),
        Break(
            "the fleet's default changes, for classes and tenants alike",
            Change(tenant("genomics"), "priorities: [normal, scavenger]", "priorities: [high]"),
            at="priorities: [high]",
        ),
    ),
    "TN446": (
        Break(
            "a step above all others",
            Change(FLEET, "  priorities:\n", "  priorities:\n  - {name: system-critical, value: 1000000}\n"),
            at="name: system-critical",
        ),
        Break(
            "a step is renamed",
            Change(FLEET, "name: urgent,", "name: system-urgent,"),
            Change(tenant("search"), "priorities: [urgent,", "priorities: [system-urgent,"),
            at="name: system-urgent",
        ),
        Break(
            "a step below all others",
            Change(FLEET, "gives way to everything}", "gives way to everything}\n  - {name: system-idle, value: -1}"),
            at="name: system-idle",
        ),
    ),
    "TN447": (
        Break(
            "a step is raised to that above it",
            Change(FLEET, "value: 10000, ", "value: 100000,"),
            at="name: high",
        ),
        Break(
            "a step is copied and renamed",
            Change(
                FLEET,
                "  - {name: normal,    value: 1000}\n",
                "  - {name: normal,    value: 1000}\n  - {name: usual, value: 1000}\n",
            ),
            at="name: usual",
        ),
        Break(
            "a step is lowered to the last one",
            Change(FLEET, "name: normal,    value: 1000}", "name: normal,    value: 0}"),
            at="name: scavenger",
        ),
    ),
}
