"""Breaks of names that belong to Kubernetes, to other programs, or to the fleet's domain once it is written."""

from tests.acceptance.breaks.edits import Break, Breaks, Change, Rename
from tests.acceptance.breaks.files import FLEET, projects, tenant

_BASE = "clusters/base.yaml"


def _domain(new: str, file: str = FLEET) -> Change:
    return Change(file, "domain: tenants.example.com", f"domain: {new}")


BREAKS: Breaks = {
    "TN468": (
        Break("labels would stand below Kubernetes' own domain", _domain("kubernetes.io"), at="domain: kubernetes.io"),
        Break(
            "labels would stand below Kueue's domain, in a file of another name",
            Rename(FLEET, _BASE),
            _domain("kueue.x-k8s.io", _BASE),
            at=(_BASE, "domain: kueue.x-k8s.io"),
        ),
        Break(
            "labels would stand below Argo CD's domain, and the date moves",
            _domain("tenants.argoproj.io"),
            Change(FLEET, "asOf: 2026-11-30", "asOf: 2026-11-29"),
            at="domain: tenants.argoproj.io",
        ),
    ),
    "TN474": (
        Break("the fleet takes another domain", _domain("gpu.example.com"), at="domain: gpu.example.com"),
        Break(
            "another domain, in a file of another name",
            Rename(FLEET, _BASE),
            _domain("tenants.example.org", _BASE),
            at=(_BASE, "domain: tenants.example.org"),
        ),
        Break(
            "another domain, and a default label",
            _domain("example.com"),
            Change(FLEET, "support: business-hours", "support: always"),
            at="domain: example.com",
        ),
    ),
    "TN488": (
        Break(
            "a tenant lets everybody in",
            Change(tenant("education"), "{group: students,  role", '{user: "system:anonymous",  role'),
            at="system:anonymous",
        ),
        Break(
            "a project lets a service account of the platform in",
            Change(
                projects("vision"), "{group: vision-oncall, role", '{user: "system:serviceaccount:kube-system:x", role'
            ),
            at="system:serviceaccount:kube-system:x",
        ),
        Break(
            "groups have no prefix, and one is Kubernetes' own",
            Change(FLEET, 'groupPrefix: "oidc:"', 'groupPrefix: ""'),
            Change(tenant("search"), "{group: search-oncall, ", '{group: "system:authenticated", '),
            at=(tenant("search"), "system:authenticated"),
        ),
    ),
    "TN489": (
        Break(
            "a default label takes tenantry's prefix",
            Change(FLEET, "labels: {support: business-hours}", "labels: {tenants.example.com/tier: gold}"),
            at="tenants.example.com/tier: gold",
        ),
        Break(
            "a department's label takes tenantry's prefix, and three tenants inherit it",
            Change(
                tenant("research"), "labels: {department: research}", "labels: {tenants.example.com/unit: research}"
            ),
            at="tenants.example.com/unit",
        ),
        Break(
            "a tenant names itself otherwise",
            Change(tenant("speech"), "spec:\n", "spec:\n  labels: {tenants.example.com/tenant: nlp}\n"),
            at="tenants.example.com/tenant: nlp",
        ),
    ),
}
