"""Breaks of 31x: documents and lines that stand where they may not."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, Rename, Take, document
from tests.acceptance.breaks.files import (
    PROD_POOLS,
    PROFILES,
    grants,
    links,
    projects,
    tenant,
)

_TEAM = "{displayName: Team, owners: [{group: team}]}"

BREAKS: Breaks = {
    "TN310": (
        Break(
            "a project misspells the tenant whose folder it stands in",
            Change(projects("vision"), "{tenant: vision, name: segmentation}", "{tenant: vison, name: segmentation}"),
            at="tenant: vison",
        ),
        Break(
            "a tenant takes a new name and its folder and projects keep the old one",
            Change(tenant("genomics"), "metadata: {name: genomics}", "metadata: {name: genetics}"),
            at="metadata: {name: genetics}",
        ),
        Break(
            "a project is moved into the folder of another tenant",
            Take(projects("vision"), "name: segmentation}", to=projects("nlp")),
            at=(projects("nlp"), "tenant: vision, name: segmentation"),
        ),
        Break(
            "a tenant writes a link in the name of another",
            Append(
                links("vision"),
                document(
                    "Link", "{tenant: nlp, name: corpus}", "{from: vision/detection, to: nlp/pretrain, ports: [80/TCP]}"
                ),
            ),
            at="metadata: {tenant: nlp, name: corpus}",
        ),
        Break(
            "a folder is renamed and its tenant is not",
            Rename("tenants/climate/tenant.yaml", "tenants/weather/tenant.yaml"),
            at=("tenants/weather/tenant.yaml", "metadata: {name: climate}"),
        ),
        Break(
            "a tenant grants itself units in another's file",
            Append(
                grants("speech"),
                document(
                    "Grant",
                    "{tenant: nlp, name: extra}",
                    "{pool: h100-train, units: 1, from: 2026-12-24, until: 2026-12-26, reason: extra}",
                ),
            ),
            at="metadata: {tenant: nlp, name: extra}",
        ),
        Break(
            "a project stands in tenants/ itself",
            Take(projects("education"), "name: theses}", to="tenants/theses.yaml"),
            at=("tenants/theses.yaml", "metadata:"),
        ),
    ),
    "TN311": (
        Break(
            "a tenant defines a policy",
            Take("clusters/policies.yaml", "name: images-name-a-version}", to="tenants/search/policies.yaml"),
            at=("tenants/search/policies.yaml", "kind: Policy"),
        ),
        Break(
            "a tenant stands below clusters/",
            Append("clusters/lab-b/tenant.yaml", document("Tenant", "{name: lab}", _TEAM)),
            at="kind: Tenant",
        ),
        Break(
            "a profile is moved to its tenant",
            Take(PROFILES, "metadata: {name: open-lab}", to="tenants/prototypes/isolation.yaml"),
            at=("tenants/prototypes/isolation.yaml", "kind: IsolationProfile"),
        ),
        Break(
            "the platform writes a grant beside the pool",
            Append(
                PROD_POOLS,
                document(
                    "Grant",
                    "{tenant: nlp, name: extra}",
                    "{pool: h100-train, units: 1, from: 2026-12-24, until: 2026-12-26, reason: extra}",
                ),
            ),
            at="kind: Grant",
        ),
    ),
    "TN312": (
        Break(
            "a grant stands among projects",
            Take(grants("nlp"), "name: release-eval}", to=projects("nlp")),
            at=(projects("nlp"), "kind: Grant"),
        ),
        Break(
            "a tenant stands in a file of another name",
            Rename(tenant("climate"), "tenants/climate/climate.yaml"),
            at=("tenants/climate/climate.yaml", "kind: Tenant"),
        ),
        Break(
            "a tenant stands a folder too deep",
            Rename(tenant("education"), "tenants/education/team/tenant.yaml"),
            at=("tenants/education/team/tenant.yaml", "kind: Tenant"),
        ),
        Break(
            "grants are collected in a folder",
            Rename(grants("speech"), "tenants/speech/2026/grants.yaml"),
            at=("tenants/speech/2026/grants.yaml", "kind: Grant"),
        ),
    ),
    "TN313": (
        Break(
            "a second line for a pool in a tenant",
            Change(
                tenant("speech"),
                "  - {pool: h100-infer,  guaranteed: 1}\n",
                "  - {pool: h100-infer,  guaranteed: 1}\n  - {pool: h100-infer, guaranteed: 0}\n",
            ),
            at="{pool: h100-infer, guaranteed: 0}",
        ),
        Break(
            "a second line for a class in a project",
            Change(
                projects("finance"),
                "  serviceAccounts:",
                "  - {pool: cpu-finance, class: inference, guaranteed: 2}\n  serviceAccounts:",
            ),
            at="{pool: cpu-finance, class: inference, guaranteed: 2}",
        ),
        Break(
            "a line is copied and its pool not changed",
            Change(projects("nlp"), "{pool: h100-slices, guaranteed: 3}", "{pool: h100-train, guaranteed: 3}"),
            at="{pool: h100-train, guaranteed: 3}",
        ),
    ),
}
