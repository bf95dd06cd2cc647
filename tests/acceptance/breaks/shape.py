"""Breaks of 2xx: documents that are not what the language has."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, document
from tests.acceptance.breaks.files import (
    CLASSES,
    FLEET,
    LAB,
    LAB_POOLS,
    PROD,
    PROD_POOLS,
    PROFILES,
    ROLES,
    grants,
    links,
    projects,
    tenant,
)

BREAKS: Breaks = {
    "TN201": (
        Break(
            "a version that is not served",
            Change(tenant("climate"), "tenantry.dev/v1alpha1", "tenantry.dev/v1"),
            at="apiVersion: tenantry.dev/v1",
        ),
        Break(
            "the version is left out",
            Change(tenant("climate"), "apiVersion: tenantry.dev/v1alpha1\n", ""),
            at="kind: Tenant",
        ),
        Break(
            "a document of Kubernetes",
            Append(PROD, "apiVersion: v1\nkind: Namespace\nmetadata: {name: extra}\n"),
            at="apiVersion: v1\n",
        ),
    ),
    "TN202": (
        Break("a kind is misspelt", Change(tenant("climate"), "kind: Tenant", "kind: Tenent"), at="kind: Tenent"),
        Break("a kind in small letters", Change(grants("vision"), "kind: Grant", "kind: grant"), at="kind: grant"),
        Break("the kind is left out", Change(links("vision"), "kind: Link\n", ""), at="apiVersion"),
        Break(
            "a kind that does not exist",
            Append(CLASSES, document("Quota", "{name: extra}", "{pool: h100-train}")),
            at="kind: Quota",
        ),
    ),
    "TN203": (
        Break(
            "a field is misspelt", Change(tenant("education"), "guaranteed: 14", "guarantee: 14"), at="guarantee: 14"
        ),
        Break(
            "a field of the spec stands in the metadata",
            Change(tenant("climate"), "metadata: {name: climate}", "metadata: {name: climate, owner: climate-leads}"),
            at="owner: climate-leads",
        ),
        Break(
            "a field that another kind has",
            Change(tenant("climate"), "  state: held", "  state: held\n  storage: {shared: 1Ti}"),
            at="storage:",
        ),
        Break(
            "a field of Kueue",
            Change(CLASSES, "  borrows: false", "  stopPolicy: Hold\n  borrows: false"),
            at="stopPolicy",
        ),
    ),
    "TN204": (
        Break(
            "a tenant without owners", Change(tenant("climate"), "  owners: [{group: climate-leads}]\n", ""), at="spec:"
        ),
        Break(
            "a grant without its last day",
            Change(grants("vision"), "until: 2026-12-05, ", ""),
            at="spec:",
        ),
        Break("a pool without a price", Change(LAB_POOLS, "  price: 0.30\n", ""), at="spec:"),
        Break("a volume without a size", Change(projects("genomics"), "size: 15Ti, ", ""), at="name: sequences"),
    ),
    "TN205": (
        Break(
            "a text where a number belongs",
            Change(tenant("education"), "guaranteed: 14", "guaranteed: some"),
            at="guaranteed: some",
        ),
        Break(
            "a single entry where a list belongs",
            Change(projects("climate"), "classes: [training]", "classes: training"),
            at="classes: training",
        ),
        Break("a number where a text belongs", Change(tenant("climate"), "C-500", "500"), at="costCenter: 500"),
        Break(
            "a list where a mapping belongs",
            Change(tenant("finance"), "{data: confidential}", "[confidential]"),
            at="[confidential]",
        ),
        Break("a truth in quotes", Change(CLASSES, "borrows: false", 'borrows: "false"'), at='borrows: "false"'),
        Break("a version without quotes", Change(LAB, 'kubernetes: "1.34"', "kubernetes: 1.34"), at="kubernetes: 1.34"),
    ),
    "TN206": (
        Break(
            "a state that does not exist", Change(tenant("climate"), "state: held", "state: paused"), at="state: paused"
        ),
        Break(
            "a choice in small letters",
            Change(projects("genomics"), "ReadWriteMany", "readwritemany"),
            at="readwritemany",
        ),
        Break("a plugin that is not known", Change(PROD, "cni: cilium", "cni: cillium"), at="cni: cillium"),
        Break(
            "a verb that members cannot have",
            Change(
                ROLES,
                "verbs: [create], resources: [pods/eviction]",
                "verbs: [create, impersonate], resources: [pods/eviction]",
            ),
            at="impersonate], resources",
        ),
    ),
    "TN207": (
        Break(
            "a name in capitals",
            Append(
                links("climate"),
                document(
                    "Link",
                    "{tenant: climate, name: Weather}",
                    "{from: climate/forecast, to: nlp/pretrain, ports: [80/TCP]}",
                ),
            ),
            at="name: Weather",
        ),
        Break(
            "a name with an underscore",
            Change(tenant("education"), "pool: h100-slices", "pool: h100_slices"),
            at="h100_slices",
        ),
        Break(
            "a project without its tenant",
            Change(links("search"), "from: search/indexing", "from: indexing"),
            at="from: indexing",
        ),
        Break(
            "a name with a blank",
            Change(projects("climate"), "name: reanalysis", "name: re analysis"),
            at="re analysis",
        ),
    ),
    "TN208": (
        Break("a unit that does not exist", Change(projects("genomics"), "size: 15Ti", "size: 15TB"), at="15TB"),
        Break("a blank before the unit", Change(LAB_POOLS, "memory: 48Gi", "memory: 48 Gi"), at="48 Gi"),
        Break(
            "a negative quantity", Change(PROFILES, "podDefaults: {cpu: 500m", "podDefaults: {cpu: -500m"), at="-500m"
        ),
    ),
    "TN209": (
        Break("a unit in words", Change(CLASSES, "maxRunTime: 7d", "maxRunTime: 7 days"), at="7 days"),
        Break("no unit", Change(PROD, "podsReadyTimeout: 30m", "podsReadyTimeout: 30"), at="podsReadyTimeout: 30"),
        Break("a part of an hour", Change(CLASSES, "maxRunTime: 12h", "maxRunTime: 1.5h"), at="1.5h"),
    ),
    "TN210": (
        Break("a day of the other order", Change(FLEET, "asOf: 2026-11-30", "asOf: 30.11.2026"), at="30.11.2026"),
        Break("a day that does not exist", Change(grants("education"), "2027-01-22", "2027-02-30"), at="2027-02-30"),
        Break(
            "a month without its zero", Change(grants("search"), "until: 2027-01-02", "until: 2027-1-2"), at="2027-1-2"
        ),
    ),
    "TN211": (
        Break(
            "a port without its protocol",
            Change(links("vision"), "ports: [8080/TCP]", "ports: [8080]"),
            at="ports: [8080]",
        ),
        Break("a port that is too high", Change(projects("portal"), "5432/TCP", "543200/TCP"), at="543200"),
        Break("a range from high to low", Change(projects("search"), "9092-9094/TCP", "9094-9092/TCP"), at="9094-9092"),
    ),
    "TN212": (
        Break(
            "an address inside a range",
            Change(PROD, "nodes: [10.10.0.0/22]", "nodes: [10.10.1.0/22]"),
            at="10.10.1.0/22",
        ),
        Break(
            "an address without its length",
            Change(projects("portal"), "to: 10.20.50.0/24", "to: 10.20.50.0"),
            at="to: 10.20.50.0,",
        ),
        Break(
            "an address with a number too high",
            Change(LAB, "service: 10.97.0.10", "service: 10.97.0.300"),
            at="10.97.0.300",
        ),
    ),
    "TN213": (
        Break("a negative number", Change(tenant("education"), "borrow: 14", "borrow: -1"), at="borrow: -1"),
        Break("a pool without nodes", Change(PROD_POOLS, "nodes: 16", "nodes: 0"), at="nodes: 0"),
        Break("a weight of nothing", Change(tenant("nlp"), "weight: 2", "weight: 0"), at="weight: 0"),
        Break(
            "a priority that Kubernetes keeps", Change(FLEET, "value: 100000,", "value: 2000000000,"), at="2000000000"
        ),
    ),
    "TN214": (
        Break("the value is left out", Change(tenant("climate"), "state: held", "state:"), at="state:"),
        Break("a list is left empty", Change(projects("climate"), "classes: [training]", "classes:"), at="classes:"),
        Break("an empty entry on a line", Change(tenant("education"), "borrow: 14,", "borrow: ,"), at="borrow: ,"),
    ),
    "TN215": (
        Break(
            "a group and a user at once",
            Change(
                tenant("climate"), "{group: climate-scientists, role", "{group: climate-scientists, user: eva, role"
            ),
            at="user: eva",
        ),
        Break(
            "an owner who is nobody",
            Change(tenant("portal"), "owners: [{group: platform}]", "owners: [{}]"),
            at="owners: [{}]",
        ),
        Break(
            "two ways of sharing",
            Change(
                PROD_POOLS,
                "sharing: {mig: {profile: 1g.10gb, perAccelerator: 7}}",
                "sharing: {mig: {profile: 1g.10gb, perAccelerator: 7}, mps: {replicas: 2}}",
            ),
            at="mps:",
        ),
        Break(
            "a vendor without a usual resource",
            Change(LAB_POOLS, "vendor: nvidia", "vendor: other"),
            at="vendor: other",
        ),
        Break(
            "a policy that looks at what its scope lacks",
            Change("clusters/policies.yaml", "match: {kinds: [Tenant]}", "match: {resources: [pods]}"),
            at="match: {resources: [pods]}",
        ),
    ),
    "TN216": (
        Break("a currency in words", Change(FLEET, "currency: EUR", "currency: euro"), at="currency: euro"),
        Break(
            "a server without its protocol", Change(LAB, "server: https://lab-b", "server: lab-b"), at="server: lab-b"
        ),
        Break("a version with its patch", Change(PROD, 'kubernetes: "1.36"', 'kubernetes: "1.36.2"'), at="1.36.2"),
        Break("a resource of one", Change(ROLES, "resources: [secrets]", "resources: [Secret]"), at="[Secret]"),
        Break(
            "a label with a blank",
            Change(tenant("finance"), "data: confidential", "data: very confidential"),
            at="very confidential",
        ),
    ),
    "TN217": (
        Break("no classes", Change(projects("climate"), "classes: [training]", "classes: []"), at="classes: []"),
        Break("no owners", Change(tenant("portal"), "owners: [{group: platform}]", "owners: []"), at="owners: []"),
        Break("no ranges", Change(LAB, "nodes: [10.10.8.0/24]", "nodes: []"), at="nodes: []"),
        Break("no ports", Change(links("vision"), "ports: [8080/TCP]", "ports: []"), at="ports: []"),
    ),
    "TN218": (
        Break(
            "a class twice",
            Change(projects("meridian"), "[development, training]", "[training, development, training]"),
            at="[training, development, training]",
        ),
        Break(
            "a priority twice",
            Change(tenant("genomics"), "priorities: [normal, scavenger]", "priorities: [normal, scavenger, normal]"),
            at="scavenger, normal]",
        ),
        Break("a port twice", Change(links("vision"), "ports: [8080/TCP]", "ports: [8080/TCP, 8080/TCP]"), at="ports:"),
    ),
}
