"""What each document says itself, field by field, so that two sides can be compared as people wrote them.

Pure. Taken from the resolved program: what is inherited or follows from other documents is left out, so that a field
differs only where its own document was changed in meaning. Order counts only where it means something.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final, NamedTuple

from tenantry.diagnostics import DocumentRef, Where
from tenantry.names import PoolName
from tenantry.program import Link, Program, Project, QuotaLine, RoleProfile, Sourced, Tenant

Fields = dict[str, Any]
"""Comparable values by the name of the field; a quota line's field is `quota <pool> <class>`."""

_ORDERED: Final = frozenset({"topology", "variables", "examples"})
_DERIVED: Final = frozenset({"ref", "where", "nodes_where", "expression_where", "pools", "accelerator_resources"})


class LineKey(NamedTuple):
    """A quota line of a document, as the name of a field."""

    pool: PoolName
    workload_class: str

    def __str__(self) -> str:
        return f"quota {self.pool}" + (f" {self.workload_class}" if self.workload_class else "")


def written(program: Program) -> dict[DocumentRef, Fields]:
    """Every document of a program with the fields that it sets itself."""
    found: dict[DocumentRef, Fields] = {}
    for ref, values in _documents(program):
        found.setdefault(ref, {}).update(values)
    for line in program.lines:
        found[line.owner][str(LineKey(line.pool, line.workload_class))] = promise(line)
    return found


def promise(line: QuotaLine) -> tuple[Any, ...]:
    """What a quota line promises, without its place."""
    return line.guaranteed, line.borrow, line.lend, line.weight, line.state


def _documents(program: Program) -> Iterator[tuple[DocumentRef, Fields]]:
    yield from _of_the_platform(program)
    for tenant in program.tenants.values():
        yield tenant.ref, dict(_of_tenant(tenant))
    for project in program.projects.values():
        yield project.ref, dict(_of_project(project))
    for grant in program.grants:
        yield grant.ref, _bare_fields(grant)
    for link in program.links:
        yield link.ref, _of_link(link)


def _of_the_platform(program: Program) -> Iterator[tuple[DocumentRef, Fields]]:
    yield program.fleet.ref, {**_bare_fields(program.fleet), **dict(_inherited_from_fleet(program))}
    for priority in program.priorities.values():
        ladder = priority.where.document
        assert isinstance(ladder, DocumentRef)
        yield ladder, {f"priority {priority.name}": bare(priority)}
    for role in program.roles.values():
        yield role.ref, _of_role(role)
    documents: Iterable[Any] = (
        *program.classes.values(),
        *program.profiles.values(),
        *program.clusters.values(),
        *program.pools.values(),
        *program.policies,
        *program.addons,
    )
    for one in documents:
        yield one.ref, _bare_fields(one)


def _inherited_from_fleet(program: Program) -> Iterator[tuple[str, Any]]:
    """Defaults that stand nowhere but with the tenants that have them, or would without a value of their own."""
    for tenant in program.tenants.values():
        for name, value in (("costCenter", tenant.cost_center), *tenant.labels):
            for one, where in ((value.value, value.where), *value.overrode):
                if where.document == program.fleet.ref:
                    yield f"default {name}" if value is tenant.cost_center else f"default label {name}", one


def _of_role(role: RoleProfile) -> Fields:
    """A role's own rules, and the roles it extends; what those say is theirs."""
    own = [rule for rule in role.rules if rule.where.document == role.ref]
    extended = {str(rule.where.document) for rule in role.rules} - {str(role.ref)}
    return {"rules": bare(own), "extends": tuple(sorted(extended))}


def _of_tenant(tenant: Tenant) -> Iterator[tuple[str, Any]]:
    yield "displayName", tenant.display_name
    yield "parent", tenant.ancestors[0] if tenant.ancestors else ""
    yield "owners", bare(tenant.owners)
    yield "members", bare(tenant.members)
    values: dict[str, Sourced[Any] | None] = {
        "costCenter": tenant.cost_center,
        "isolation": tenant.isolation,
        "priorities": tenant.priorities,
        "clusters": tenant.clusters,
        "state": tenant.state,
        **{f"label {key}": value for key, value in tenant.labels},
    }
    for name, value in values.items():
        if value is not None and value.where.document == tenant.ref and value.value != "active":
            yield name, bare(value.value)


def _of_project(project: Project) -> Iterator[tuple[str, Any]]:
    yield "displayName", project.display_name
    yield "classes", bare(project.classes)
    yield "members", bare([one for one in project.members if one.where.document == project.ref])
    yield "volumes", bare(project.volumes)
    yield "storage", bare(project.storage)
    yield "egress", bare(project.egress)
    yield "serviceAccounts", bare(project.service_accounts)
    if project.state.where.document == project.ref and project.state.value != "active":
        yield "state", project.state.value


def _of_link(link: Link) -> Fields:
    return {"from": link.source, "to": link.destination, "ports": bare(link.ports)}


def _bare_fields(document: Any) -> Fields:
    return {
        field.name: bare(getattr(document, field.name), field.name)
        for field in fields(document)
        if field.name not in _DERIVED
    }


def bare(value: Any, name: str = "") -> Any:
    """A value without places: hashable, and in one order where its own means nothing."""
    if isinstance(value, Sourced):
        return bare(value.value)
    if isinstance(value, Mapping):
        return tuple(sorted((str(key), bare(part)) for key, part in value.items()))
    if is_dataclass(value) and not isinstance(value, type) and _is_composite(value):
        return tuple(
            (field.name, bare(getattr(value, field.name), field.name))
            for field in fields(value)
            if field.name not in _DERIVED
        )
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return tuple((key, bare(part, key)) for key, part in value._asdict().items() if not isinstance(part, Where))
    if isinstance(value, tuple | list):
        parts = [bare(part) for part in value]
        return tuple(parts) if name in _ORDERED else tuple(sorted(parts, key=repr))
    return value


def _is_composite(value: Any) -> bool:
    """Whether a dataclass has parts; amounts and quantities are values of their own."""
    return not type(value).__module__.startswith("tenantry.quantity")
