"""The quota tree of a pool on a day: from lines and grants to what every level keeps.

Pure. guaranteed of a node = its line (without one: what its children and projects have) + the grants to it and below
it; nominal = guaranteed - what its children and projects have; the root keeps what is for sale and not promised.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from tenantry.names import ClassName, PoolName, ProfileName, ProjectName, TenantName, join_dotted
from tenantry.program import (
    STATES,
    Grant,
    IsolationProfile,
    Pool,
    PoolTree,
    Project,
    QuotaLine,
    State,
    Tenant,
    TreeNode,
    WorkloadClass,
)
from tenantry.quantity import Amount
from tenantry.records import record
from tenantry.resolve.access import queue_classes, tenants_with_access

ProjectKey = tuple[TenantName, ProjectName]
PLAIN = ClassName("")


@dataclass(frozen=True, slots=True)
class PoolPromises:
    """Lines and grants of one pool by who has them."""

    tenants: dict[TenantName, QuotaLine] = field(default_factory=dict)
    projects: dict[ProjectKey, dict[ClassName, QuotaLine]] = field(default_factory=dict)
    grants: dict[tuple[TenantName, ProjectName, ClassName], list[Grant]] = field(default_factory=dict)


def promises_by_pool(lines: Iterable[QuotaLine], grants: Iterable[Grant]) -> dict[PoolName, PoolPromises]:
    """Lines and grants sorted into pools."""
    found: dict[PoolName, PoolPromises] = {}
    for line in lines:
        promises = found.setdefault(line.pool, PoolPromises())
        if line.owner.kind == "Tenant":
            promises.tenants[TenantName(line.owner.name)] = line
        else:
            key = (TenantName(line.owner.tenant), ProjectName(line.owner.name))
            promises.projects.setdefault(key, {})[line.workload_class] = line
    for grant in grants:
        promises = found.setdefault(grant.pool, PoolPromises())
        promises.grants.setdefault((grant.tenant, grant.project, grant.workload_class), []).append(grant)
    return found


@record
class TreeBuilder:
    """Builds the trees of one fleet. All mappings are by name; `promises` by pool."""

    tenants: Mapping[TenantName, Tenant]
    projects: Mapping[ProjectKey, Project]
    classes: dict[ClassName, WorkloadClass]
    profiles: dict[ProfileName, IsolationProfile]
    promises: Mapping[PoolName, PoolPromises]

    def access(self, pool: Pool) -> set[TenantName]:
        """Tenants that may use `pool`."""
        promises = self.promises.get(pool.name, PoolPromises())
        return tenants_with_access(pool, self.tenants, self.profiles, promises.tenants)

    def build(self, pool: Pool, day: date) -> PoolTree:
        """The tree of `pool` as it stands on `day`."""
        access = self.access(pool)
        members = set(access)
        for name in access:
            members.update(self.tenants[name].ancestors)
        branch = _Branch(self, pool, day, access, members, self.promises.get(pool.name, PoolPromises()))
        children = tuple(branch.tenant(name, "active") for name in sorted(members) if not self.tenants[name].ancestors)
        promised = sum(child.guaranteed for child in children)
        root = TreeNode(
            level="root",
            name=pool.name,
            tenant=TenantName(""),
            project=ProjectName(""),
            workload_class=PLAIN,
            line=None,
            grants=(),
            guaranteed=pool.for_sale,
            nominal=pool.for_sale - promised,
            borrow=Amount.UNLIMITED,
            lend=Amount.UNLIMITED,
            weight=1,
            state="active",
            children=children,
        )
        return PoolTree(pool=pool.name, day=day, root=root)


@record
class _Branch:
    """One pool's tree while it is built."""

    builder: TreeBuilder
    pool: Pool
    day: date
    access: set[TenantName]
    members: set[TenantName]
    promises: PoolPromises

    def tenant(self, name: TenantName, state_above: State) -> TreeNode:
        """The tenant's node with all below it."""
        tenant = self.builder.tenants[name]
        line = self.promises.tenants.get(name)
        state = _strictest(state_above, tenant.state.value, line.state if line else "active")
        children: list[TreeNode] = [
            self.tenant(child, state) for child in sorted(tenant.children) if child in self.members
        ]
        if name in self.access:
            children.extend(
                node
                for project in sorted(tenant.projects)
                if (node := self.project((name, project), state)) is not None
            )
        own_grants = self._grants(name, ProjectName(""), PLAIN)
        below = sum(child.guaranteed for child in children)
        if state == "retired":
            own = below
        elif self.pool.dedicated_to == name:
            own = self.pool.for_sale
        elif line is not None:
            own = line.guaranteed + _units(own_grants) + sum(map(_granted_at_or_below, children))
        else:
            own = below + _units(own_grants)
        return TreeNode(
            level="tenant",
            name=join_dotted(self.pool.name, name),
            tenant=name,
            project=ProjectName(""),
            workload_class=PLAIN,
            line=line,
            grants=own_grants,
            guaranteed=own,
            nominal=own - below,
            borrow=line.borrow if line else Amount.UNLIMITED,
            lend=line.lend if line else Amount.UNLIMITED,
            weight=line.weight if line else 1,
            state=state,
            children=tuple(children),
        )

    def project(self, key: ProjectKey, state_above: State) -> TreeNode | None:
        """The project's node; None where it has no queue and no promise in the pool."""
        project = self.builder.projects.get(key)
        if project is None:
            return None
        lines = self.promises.projects.get(key, {})
        names = queue_classes(project, self.pool, self.builder.classes, lines)
        if not names and not lines:
            return None
        plain = lines.get(PLAIN)
        state = _strictest(state_above, project.state.value, plain.state if plain else "active")
        queues = tuple(self._queue(key, name, lines.get(name), state) for name in names)
        grants = self._grants(*key, PLAIN)
        nominal = 0 if state == "retired" else (plain.guaranteed if plain else 0) + _units(grants)
        return TreeNode(
            level="project",
            name=join_dotted(self.pool.name, *key),
            tenant=key[0],
            project=key[1],
            workload_class=PLAIN,
            line=plain,
            grants=grants,
            guaranteed=nominal + sum(queue.guaranteed for queue in queues),
            nominal=nominal,
            borrow=plain.borrow if plain else Amount.UNLIMITED,
            lend=plain.lend if plain else Amount.UNLIMITED,
            weight=plain.weight if plain else 1,
            state=state,
            children=queues,
        )

    def _queue(self, key: ProjectKey, name: ClassName, line: QuotaLine | None, state_above: State) -> TreeNode:
        state = _strictest(state_above, line.state if line else "active")
        grants = self._grants(*key, name)
        nominal = 0 if state == "retired" else (line.guaranteed if line else 0) + _units(grants)
        borrow = line.borrow if line else Amount.UNLIMITED
        return TreeNode(
            level="queue",
            name=join_dotted(self.pool.name, *key, name),
            tenant=key[0],
            project=key[1],
            workload_class=name,
            line=line,
            grants=grants,
            guaranteed=nominal,
            nominal=nominal,
            borrow=borrow if self.builder.classes[name].borrows else Amount.of(0),
            lend=line.lend if line else Amount.UNLIMITED,
            weight=line.weight if line else 1,
            state=state,
            children=(),
        )

    def _grants(self, tenant: TenantName, project: ProjectName, name: ClassName) -> tuple[Grant, ...]:
        return tuple(
            grant for grant in self.promises.grants.get((tenant, project, name), ()) if grant.in_force(self.day)
        )


def _units(grants: Iterable[Grant]) -> int:
    return sum(grant.units for grant in grants)


def _granted_at_or_below(node: TreeNode) -> int:
    """Units that grants add at this node or below it; none where it is retired."""
    if node.state == "retired":
        return 0
    return _units(node.grants) + sum(map(_granted_at_or_below, node.children))


def _strictest(*states: State) -> State:
    return max(states, key=STATES.index)
