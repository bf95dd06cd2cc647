"""Breaks of address ranges and ways out."""

from tests.acceptance.breaks.edits import Break, Breaks, Change
from tests.acceptance.breaks.files import LAB, PROD, PROFILES, projects


def _egress(way: str) -> str:
    return f"  egress:\n  - {{{way}, ports: [443/TCP], reason: needed}}\n"


BREAKS: Breaks = {
    "TN456": (
        Break(
            "nodes inside the pods' range",
            Change(PROD, "nodes: [10.10.0.0/22]", "nodes: [10.64.8.0/22]"),
            at="nodes: [10.64",
        ),
        Break(
            "a second range of pods inside the first",
            Change(PROD, "pods: [10.64.0.0/12]", "pods: [10.64.0.0/12, 10.65.0.0/16]"),
            at="pods: [",
        ),
        Break(
            "services that reach into the pods' range",
            Change(LAB, "services: [10.97.0.0/16]", "services: [10.97.0.0/16, 10.80.4.0/24]"),
            at="services: [",
        ),
    ),
    "TN457": (
        Break("two digits swapped", Change(PROD, "service: 10.96.0.10", "service: 10.69.0.10"), at="10.69.0.10"),
        Break(
            "the address of another cluster", Change(LAB, "service: 10.97.0.10", "service: 10.96.0.10"), at="10.96.0.10"
        ),
        Break(
            "another range of services",
            Change(LAB, "services: [10.97.0.0/16]", "services: [10.98.0.0/16]"),
            at="service: 10.97.0.10",
        ),
    ),
    "TN458": (
        Break(
            "services of both families, pods of one",
            Change(PROD, "services: [10.96.0.0/16]", "services: [10.96.0.0/16, 'fd00:96::/112']"),
            at="services: [",
        ),
        Break(
            "pods of the newer family only",
            Change(LAB, "pods: [10.80.0.0/16]", "pods: ['fd00:80::/48']"),
            at="services: [",
        ),
        Break(
            "services of the newer family first",
            Change(LAB, "services: [10.97.0.0/16]", "services: ['fd00:97::/112', 10.97.0.0/16]"),
            at="services: [",
        ),
    ),
    "TN460": (
        Break(
            "an exception of a profile beside its range",
            Change(PROFILES, "except: [10.20.9.0/24]", "except: [10.21.9.0/24]"),
            at="except: [10.21",
        ),
        Break(
            "an exception of a project beside its range",
            Change(projects("search"), "except: [10.30.6.0/24]", "except: [10.30.6.0/24, 10.30.8.0/24]"),
            at="except: [10.30.6.0/24, 10.30.8.0/24]",
        ),
        Break(
            "an exception that is all of the range",
            Change(
                projects("finance"), "{to: 10.20.40.0/24, ports", "{to: 10.20.40.0/24, except: [10.20.40.0/24], ports"
            ),
            at="except: [10.20.40.0/24]",
        ),
    ),
    "TN461": (
        Break(
            "a range outside what the profile allows",
            Change(projects("finance"), "to: 10.20.40.0/24", "to: 10.40.20.0/24"),
            at="to: 10.40.20.0/24",
        ),
        Break(
            "a way out where the profile allows none",
            Change(
                projects("prototypes"),
                "  classes: [inference]\n",
                "  classes: [inference]\n" + _egress("to: 10.20.0.0/24"),
            ),
            at="to: 10.20.0.0/24",
        ),
        Break(
            "a range that is wider than the allowed one",
            Change(projects("search"), "to: 10.30.4.0/22", "to: 10.30.0.0/15"),
            at="to: 10.30.0.0/15",
        ),
        Break(
            "the internet for a project",
            Change(projects("climate"), "  volumes:\n", _egress("to: 0.0.0.0/0") + "  volumes:\n"),
            at="to: 0.0.0.0/0",
        ),
        Break(
            "a profile allows projects less",
            Change(PROFILES, "within: [10.20.0.0/16, 10.30.0.0/16]", "within: [10.20.0.0/16]"),
            at=(projects("search"), "to: 10.30.4.0/22"),
        ),
    ),
    "TN462": (
        Break(
            "a project opens the pods of its cluster",
            Change(projects("climate"), "  volumes:\n", _egress("to: 10.65.0.0/16") + "  volumes:\n"),
            at="to: 10.65.0.0/16",
        ),
        Break(
            "a profile opens the services of a cluster",
            Change(
                PROFILES,
                "    - {to: 10.20.0.0/16, ports: [443/TCP], reason: artifact store}\n",
                "    - {to: 10.97.3.0/24, ports: [443/TCP], reason: artifact store}\n",
            ),
            at="to: 10.97.3.0/24",
        ),
        Break(
            "a project opens the addresses that give out a node's keys",
            Change(
                projects("education"), "  storage: {shared", _egress("to: 169.254.169.254/32") + "  storage: {shared"
            ),
            at="to: 169.254.169.254/32",
        ),
        Break(
            "a project opens nodes",
            Change(projects("portal"), "to: 10.20.50.0/24", "to: 10.10.1.0/24"),
            at="to: 10.10.1.0/24",
        ),
    ),
    "TN463": (
        Break(
            "a project opens what its profile excepts",
            Change(projects("finance"), "to: 10.20.40.0/24", "to: 10.20.9.0/24"),
            at="to: 10.20.9.0/24",
        ),
        Break(
            "a project opens a range around what its profile excepts",
            Change(projects("meridian"), "  volumes:\n", _egress("to: 10.20.8.0/22") + "  volumes:\n"),
            at="to: 10.20.8.0/22",
        ),
        Break(
            "a project opens a part of what its profile excepts",
            Change(
                projects("meridian"),
                "  classes: [development, training]\n",
                "  classes: [development, training]\n" + _egress("to: 10.20.9.128/25"),
            ),
            at="to: 10.20.9.128/25",
        ),
        Break(
            "a profile excepts what a project opens",
            Change(PROFILES, "except: [10.20.9.0/24]", "except: [10.20.9.0/24, 10.20.40.0/24]"),
            at=(projects("finance"), "to: 10.20.40.0/24"),
        ),
    ),
}
