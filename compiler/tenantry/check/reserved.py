"""Checks on names that belong to others: Kubernetes' own users and label prefixes, and the fleet's domain once written.

Pure. What a label may look like at all is asked where documents are loaded.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.check.registry import check
from tenantry.diagnostics import Diagnostic, Where
from tenantry.diagnostics.codes.isolation import TN468, TN474, TN488, TN489
from tenantry.program import Fleet, Program, Project, Tenant

_SYSTEM: Final = "system:"
_TAKEN_DOMAINS: Final = ("kubernetes.io", "k8s.io", "x-k8s.io", "argoproj.io", "nvidia.com", "amd.com", "intel.com")
"""Domains whose labels other programs read and write."""


@check(TN468, subject=Fleet)
def domain_taken(_: Program, fleet: Fleet) -> Iterator[Diagnostic]:
    """A fleet whose labels would stand below the domain of another program."""
    owner = _owner_of(fleet.domain)
    if owner:
        yield Diagnostic(
            TN468,
            f"domain {fleet.domain} belongs to others: labels below {owner} are read and written by their programs",
            Where(fleet.ref, ("spec", "domain")),
            help="write a domain of your own, such as tenants.example.com",
        )


def _owner_of(domain: str) -> str:
    return next((taken for taken in _TAKEN_DOMAINS if f".{domain}".endswith(f".{taken}")), "")


def domain_changed(program: Program) -> bool:
    """Whether the fleet wrote labels below another domain before; then every label of a pool is another one too."""
    return program.before.domain not in ("", program.fleet.domain)


@check(TN474, subject=Fleet)
def domain_changes(program: Program, fleet: Fleet) -> Iterator[Diagnostic]:
    """A domain that differs from the one compiled before: every rule and label in every cluster hangs on it."""
    if domain_changed(program) and not _owner_of(fleet.domain):
        yield Diagnostic(
            TN474,
            "the fleet's domain may not change: every label, taint and rule in the clusters stands below it",
            Where(fleet.ref, ("spec", "domain")),
            marker=f"was {program.before.domain}",
            help=f"write {program.before.domain} again; a fleet with another domain is a new fleet, with an output "
            "folder of its own",
        )


@check(TN488, subject=Program)
def system_member(program: Program, _: Program) -> Iterator[Diagnostic]:
    """Members that are users or groups of Kubernetes itself: everybody, nobody, or a service account of somebody."""
    owners: tuple[Tenant | Project, ...] = (*program.tenants.values(), *program.projects.values())
    for owner in owners:
        for member in owner.members:
            if member.subject.name.startswith(_SYSTEM) and member.where.document == owner.ref:
                kind = member.subject.kind.lower()
                yield Diagnostic(
                    TN488,
                    f"{kind} {member.subject.name} is Kubernetes' own, and no member of a tenant",
                    Where(owner.ref, (*member.where.path, kind)),
                    help="name the people or groups that are meant",
                )


@check(TN489, subject=Program)
def label_of_the_fleet(program: Program, _: Program) -> Iterator[Diagnostic]:
    """Labels below the fleet's own domain: only tenantry writes those, and rules rely on them."""
    places = {
        label.where: key
        for tenant in program.tenants.values()
        for key, label in tenant.labels
        if key.startswith(f"{program.fleet.domain}/") and label.where.document in (tenant.ref, program.fleet.ref)
    }
    for where, key in places.items():
        yield Diagnostic(
            TN489,
            f"label {key} stands below the fleet's own domain, where only tenantry writes",
            where._replace(part="key"),
            help="give the label a prefix of your own, or none",
        )


CHECKS = (domain_taken, domain_changes, system_member, label_of_the_fleet)
