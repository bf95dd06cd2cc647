"""Placements: which tenant has what on which cluster.

Pure. A project has a namespace on every cluster where it has a queue, and on every cluster that its tenant names in
`clusters`. Result is sorted by cluster and tenant; each placement holds all that lowering needs to look up by name.
"""

from collections.abc import Mapping

from tenantry.names import ClusterName, NamespaceName, PoolName, ProfileName, TenantName
from tenantry.program import (
    Cluster,
    IsolationProfile,
    Link,
    LinkRule,
    Placement,
    Pool,
    PoolTree,
    Project,
    ProjectPlacement,
    Queue,
    Tenant,
    TreeNode,
    Volume,
)
from tenantry.quantity import Quantity
from tenantry.records import record
from tenantry.resolve.trees import ProjectKey

Place = tuple[ClusterName, ProjectKey]
"""A project on a cluster."""

_BACKSTOP_FACTOR = 2
"""ResourceQuota caps at twice what is for sale: gated pods count, and no tenant's numbers enter."""


@record
class PlacementBuilder:
    """Builds the placements of one fleet; all mappings are by name."""

    clusters: Mapping[ClusterName, Cluster]
    pools: Mapping[PoolName, Pool]
    profiles: Mapping[ProfileName, IsolationProfile]
    tenants: Mapping[TenantName, Tenant]
    projects: Mapping[ProjectKey, Project]
    trees: Mapping[PoolName, PoolTree]
    links: tuple[Link, ...]

    def build(self) -> tuple[Placement, ...]:
        """All placements, by cluster and tenant."""
        nodes = self._nodes()
        placed = set(nodes)
        pools_of_tenants: dict[tuple[ClusterName, TenantName], list[PoolName]] = {}
        for cluster in self.clusters.values():
            for pool in cluster.pools:
                for name in self.trees[pool].tenants:
                    pools_of_tenants.setdefault((cluster.name, name), []).append(pool)
        for tenant in self.tenants.values():
            for cluster_name in tenant.clusters.value if tenant.clusters else ():
                placed.update((cluster_name, (tenant.name, project)) for project in tenant.projects)
        projects: dict[tuple[ClusterName, TenantName], list[Project]] = {}
        for cluster_name, key in sorted(placed):
            if key in self.projects:
                projects.setdefault((cluster_name, key[0]), []).append(self.projects[key])
        links = self._links_by_project()
        return tuple(
            Placement(
                cluster=cluster_name,
                tenant=tenant_name,
                projects=tuple(
                    self._project(self.clusters[cluster_name], project, nodes, placed, links)
                    for project in projects.get((cluster_name, tenant_name), ())
                ),
                pools=tuple(pools_of_tenants.get((cluster_name, tenant_name), ())),
            )
            for cluster_name, tenant_name in sorted(pools_of_tenants.keys() | projects.keys())
        )

    def _nodes(self) -> dict[Place, list[tuple[PoolName, TreeNode]]]:
        """The nodes of every project that has a queue on a cluster, in the order of the cluster's pools."""
        found: dict[Place, list[tuple[PoolName, TreeNode]]] = {}
        for cluster in self.clusters.values():
            for pool in cluster.pools:
                for tenant_node in self.trees[pool].tenants.values():
                    for node in tenant_node.children:
                        if node.level == "project" and node.children:
                            found.setdefault((cluster.name, (node.tenant, node.project)), []).append((pool, node))
        return found

    def _project(
        self,
        cluster: Cluster,
        project: Project,
        nodes_by_place: dict[Place, list[tuple[PoolName, TreeNode]]],
        placed: set[Place],
        links: dict[ProjectKey, list[Link]],
    ) -> ProjectPlacement:
        nodes = nodes_by_place.get((cluster.name, (project.tenant, project.name)), [])
        usable = [self.pools[pool] for pool, _ in nodes]
        profile = self.profiles[self.tenants[project.tenant].isolation.value]
        units = {pool.name: _BACKSTOP_FACTOR * pool.for_sale for pool in usable}
        bounds = dict.fromkeys(cluster.accelerator_resources, 0)
        for pool in usable:
            if pool.accelerator:
                bounds[pool.resource] += units[pool.name]
        volumes = tuple(volume for volume in project.volumes if volume.cluster in ("", cluster.name))
        return ProjectPlacement(
            project=project.name,
            namespace=project.namespace,
            queues=tuple(
                Queue(
                    pool=pool,
                    workload_class=queue.workload_class,
                    cluster_queue=queue.name,
                    local_queue=f"{queue.workload_class}.{pool}",
                    state=queue.state,
                )
                for pool, node in nodes
                for queue in node.children
            ),
            pools=tuple(pool.name for pool in usable),
            links=self._link_rules(cluster.name, project, placed, links),
            volumes=volumes,
            storage=_storage(project, volumes),
            accelerator_bounds=tuple(sorted(bounds.items())),
            cpu_bound=sum((pool.unit.cpu * units[pool.name] for pool in usable), profile.unqueued_cpu),
            memory_bound=sum((pool.unit.memory * units[pool.name] for pool in usable), profile.unqueued_memory),
        )

    def _links_by_project(self) -> dict[ProjectKey, list[Link]]:
        found: dict[ProjectKey, list[Link]] = {}
        for link in self.links:
            if link.shared_ports:
                found.setdefault(link.source, []).append(link)
                found.setdefault(link.destination, []).append(link)
        return found

    def _link_rules(
        self,
        cluster: ClusterName,
        project: Project,
        placed: set[Place],
        links: dict[ProjectKey, list[Link]],
    ) -> tuple[LinkRule, ...]:
        """The ends of links in force at this project's namespace, by its own tenant's documents.

        A network has no way between clusters here: both ends must be on this one.
        """
        key = (project.tenant, project.name)
        rules = []
        for link in links.get(key, ()):
            outgoing = link.source == key
            peer_key = link.destination if outgoing else link.source
            if link.tenant != project.tenant or (cluster, peer_key) not in placed:
                continue
            peer = self.projects[peer_key]
            rules.append(
                LinkRule(
                    direction="egress" if outgoing else "ingress",
                    name=link.name,
                    peer=NamespaceName(peer.namespace),
                    peer_project=f"{peer.tenant}/{peer.name}",
                    ports=link.shared_ports,
                    source=link.ref,
                )
            )
        return tuple(sorted(rules))


def _storage(project: Project, volumes: tuple[Volume, ...]) -> tuple[tuple[str, Quantity], ...]:
    """Storage quota by kind of storage on this cluster: what is written, else what the declared volumes need."""
    needed: dict[str, Quantity] = {}
    for volume in volumes:
        needed[volume.storage_class] = needed.get(volume.storage_class, Quantity.of_bytes(0)) + volume.size
    return tuple(sorted({**needed, **dict(project.storage)}.items()))
