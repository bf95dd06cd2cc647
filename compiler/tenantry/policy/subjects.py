"""What rules are asked about: the documents of a program, each with its data and the places its values came from.

Pure. Data is made on demand and once; its shape is that of `shapes`.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from tenantry.diagnostics import DocumentRef, Where
from tenantry.policy.shapes import (
    Data,
    class_data,
    cluster_data,
    fleet_data,
    grant_data,
    line_data,
    link_data,
    pool_data,
    profile_data,
    project_data,
    role_data,
    tenant_data,
)
from tenantry.program import BUILT_IN, Program, QuotaLine, Tenant
from tenantry.records import record


@record
class Subject:
    """A document that a rule is asked about. `places` are those fields that were not written in it."""

    ref: DocumentRef
    data: Data
    places: Mapping[str, Where]

    def place(self, field: str) -> Where | None:
        """Where the value of a field was written; None for a built-in default."""
        where = self.places.get(field, Where(self.ref, ("spec", field)))
        return None if where == BUILT_IN else where


class Subjects:
    """All documents of a program as expressions see them, made on demand and once."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._made: dict[str, list[Subject]] = {}
        self._lines: dict[DocumentRef, list[QuotaLine]] | None = None
        self._fleets: dict[frozenset[str], Data] = {}

    def of(self, kind: str) -> list[Subject]:
        """Every document of a kind, by name. Raises KeyError for a kind that rules cannot ask about."""
        if kind not in self._made:
            self._made[kind] = list(_MAKERS[kind](self))
        return self._made[kind]

    def fleet(self, sections: frozenset[str]) -> Data:
        """The fleet with those of its SECTIONS that are asked for."""
        if sections not in self._fleets:
            data = dict(self.of("Fleet")[0].data)
            for section in sections:
                data[section] = {self._key(one): one.data for one in self.of(SECTIONS[section])}
            self._fleets[sections] = data
        return self._fleets[sections]

    @staticmethod
    def _key(subject: Subject) -> str:
        ref = subject.ref
        return f"{ref.tenant}/{ref.name}" if ref.tenant else ref.name

    def _quota(self, owner: DocumentRef) -> list[Data]:
        if self._lines is None:
            self._lines = {}
            for line in self._program.lines:
                self._lines.setdefault(line.owner, []).append(line)
        return [line_data(self._program.pools[line.pool], line) for line in self._lines.get(owner, ())]

    def _of_fleet(self) -> Iterator[Subject]:
        yield Subject(self._program.fleet.ref, fleet_data(self._program.fleet, self._program), {})

    def _of_clusters(self) -> Iterator[Subject]:
        for cluster in self._program.clusters.values():
            yield Subject(cluster.ref, cluster_data(cluster), {"labels": Where(cluster.ref, ("metadata", "labels"))})

    def _of_pools(self) -> Iterator[Subject]:
        for pool in self._program.pools.values():
            tree = self._program.trees.get(pool.name)
            promised = sum(child.guaranteed for child in tree.root.children) if tree else 0
            yield Subject(pool.ref, pool_data(pool, promised), {})

    def _of_classes(self) -> Iterator[Subject]:
        for one in self._program.classes.values():
            yield Subject(one.ref, class_data(one), {"defaultPriority": one.default_priority.where})

    def _of_profiles(self) -> Iterator[Subject]:
        for profile in self._program.profiles.values():
            yield Subject(profile.ref, profile_data(profile), {})

    def _of_roles(self) -> Iterator[Subject]:
        for role in self._program.roles.values():
            yield Subject(role.ref, role_data(role), {})

    def _of_tenants(self) -> Iterator[Subject]:
        for tenant in self._program.tenants.values():
            data = {**tenant_data(tenant), "quota": self._quota(tenant.ref)}
            yield Subject(tenant.ref, data, _inherited(tenant))

    def _of_projects(self) -> Iterator[Subject]:
        for project in self._program.projects.values():
            tenant = self._program.tenants[project.tenant]
            data = {**project_data(project, tenant), "quota": self._quota(project.ref)}
            yield Subject(project.ref, data, {**_inherited(tenant), "state": project.state.where})

    def _of_grants(self) -> Iterator[Subject]:
        for grant in self._program.grants:
            yield Subject(grant.ref, grant_data(grant, self._program), {})

    def _of_links(self) -> Iterator[Subject]:
        for link in self._program.links:
            yield Subject(link.ref, link_data(link), {})


_MAKERS: Final[Mapping[str, Callable[[Subjects], Iterable[Subject]]]] = {
    "Fleet": Subjects._of_fleet,
    "Cluster": Subjects._of_clusters,
    "Pool": Subjects._of_pools,
    "WorkloadClass": Subjects._of_classes,
    "IsolationProfile": Subjects._of_profiles,
    "RoleProfile": Subjects._of_roles,
    "Tenant": Subjects._of_tenants,
    "Project": Subjects._of_projects,
    "Grant": Subjects._of_grants,
    "Link": Subjects._of_links,
}

SECTIONS: Final[Mapping[str, str]] = {
    "clusters": "Cluster",
    "pools": "Pool",
    "classes": "WorkloadClass",
    "profiles": "IsolationProfile",
    "roles": "RoleProfile",
    "tenants": "Tenant",
    "projects": "Project",
}
"""Maps by name that `fleet` holds beside its own fields; projects by `tenant/project`."""


def _inherited(tenant: Tenant) -> dict[str, Where]:
    """Where a tenant's values came from; of labels only what one place says."""
    places = {
        "costCenter": tenant.cost_center.where,
        "isolation": tenant.isolation.where,
        "priorities": tenant.priorities.where,
        "state": tenant.state.where,
    }
    label_places = {_above(value.where) for _, value in tenant.labels}
    if len(label_places) == 1:
        places["labels"] = label_places.pop()
    return places


def _above(where: Where) -> Where:
    return where._replace(path=where.path[:-1])
