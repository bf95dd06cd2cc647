"""Documents of a program as JSON-like mappings: the fields that expressions see, kind by kind.

Pure. Fields are named as in the specs, in camelCase, with what is inherited resolved and quota in whole units of the
pool. A text that was left out is empty and a list that was left out has no entries; only where a number would have to
be invented is the key not there (`borrow` and `lend` without a limit, `accelerator` of a pool without any).
The shapes are documented in docs/policies.md.
"""

from collections.abc import Iterable
from typing import Any

from tenantry.program import (
    Cluster,
    Egress,
    Fleet,
    Grant,
    IsolationProfile,
    Link,
    Member,
    Pool,
    Program,
    Project,
    QuotaLine,
    RoleProfile,
    Sourced,
    Tenant,
    UnitShare,
    WorkloadClass,
)
from tenantry.program import Subject as Principal

Data = dict[str, Any]


def _principal(one: Principal) -> Data:
    return {one.kind.lower(): one.name}


def _principals(many: Iterable[Principal]) -> list[Data]:
    return [_principal(one) for one in many]


def _members(many: Iterable[Member]) -> list[Data]:
    return [{**_principal(one.subject), "role": str(one.role)} for one in many]


def _labels(labels: Iterable[tuple[str, Sourced[str]]]) -> Data:
    return {key: value.value for key, value in labels}


def _share(share: UnitShare) -> Data:
    return {
        "cpu": str(share.cpu),
        "memory": str(share.memory),
        "ephemeralStorage": str(share.ephemeral_storage),
        "devices": dict(share.devices),
    }


def fleet_data(fleet: Fleet, program: Program) -> Data:
    """The Fleet, without the sections that rules may ask for beside it."""
    return {
        "kind": "Fleet",
        "name": fleet.name,
        "domain": fleet.domain,
        "groupPrefix": fleet.group_prefix,
        "userPrefix": fleet.user_prefix,
        "repository": {"url": fleet.repository_url, "revision": fleet.revision},
        "argocd": {"version": fleet.argocd.version, "namespace": fleet.argocd.namespace},
        "asOf": program.day.isoformat(),
        "currency": fleet.currency,
        "owners": _principals(fleet.owners),
        "capacityManagers": _principals(fleet.capacity_managers),
        "protectedNamespaces": list(fleet.protected_namespaces),
        "defaults": {"isolation": str(fleet.default_isolation), "priority": str(fleet.default_priority)},
        "priorities": [
            {"name": str(one.name), "value": one.value, "approvedBy": _principals(one.approvers)}
            for one in program.priorities.values()
        ],
    }


def cluster_data(cluster: Cluster) -> Data:
    """A Cluster."""
    network = cluster.network
    return {
        "kind": "Cluster",
        "name": str(cluster.name),
        "labels": dict(cluster.labels),
        "kubernetes": cluster.kubernetes,
        "kueue": {
            "version": cluster.kueue.version,
            "namespace": cluster.kueue.namespace,
            "fairSharing": cluster.kueue.fair_sharing,
            "podsReadyTimeoutSeconds": cluster.kueue.pods_ready_timeout_seconds,
            "integrations": list(cluster.kueue.integrations),
            "operators": list(cluster.kueue.operators),
        },
        "argocd": {
            "server": cluster.argocd_server,
            "revision": cluster.argocd_revision,
            "user": cluster.argocd_user,
        },
        "sharedNodes": cluster.shared_nodes,
        "network": {
            "pods": list(network.pods),
            "services": list(network.services),
            "nodes": list(network.nodes),
            "cni": network.cni,
            "ingressNamespaces": list(network.ingress_namespaces),
            "monitoringNamespaces": list(network.monitoring_namespaces),
        },
        "storageClasses": dict(cluster.storage_classes),
        "pools": list(cluster.pools),
        "acceleratorResources": list(cluster.accelerator_resources),
    }


def pool_data(pool: Pool, promised: int) -> Data:
    """A Pool; `promised` are the units guaranteed to tenants."""
    data = {
        "kind": "Pool",
        "name": str(pool.name),
        "cluster": str(pool.cluster),
        "nodes": pool.nodes,
        "unitsPerNode": pool.units_per_node,
        "spareUnits": pool.spare_units,
        "forSale": pool.for_sale,
        "promised": promised,
        "resource": pool.resource,
        "unit": _share(pool.unit),
        "labels": dict(pool.labels),
        "taints": [taint._asdict() for taint in pool.taints],
        "topology": list(pool.topology),
        "classes": list(pool.classes),
        "price": float(pool.price),
        "dedicatedTo": str(pool.dedicated_to or ""),
        "profiles": list(pool.profiles),
    }
    if pool.accelerator is not None:
        accelerator = pool.accelerator
        data["accelerator"] = {
            "vendor": accelerator.vendor,
            "model": accelerator.model,
            "memory": str(accelerator.memory or ""),
            "perNode": accelerator.per_node,
            "driver": accelerator.driver,
            "sharing": accelerator.sharing.mode if accelerator.sharing else "",
            "partsPerAccelerator": accelerator.sharing.parts if accelerator.sharing else 1,
        }
    return data


def class_data(one: WorkloadClass) -> Data:
    """A WorkloadClass."""
    return {
        "kind": "WorkloadClass",
        "name": str(one.name),
        "queueing": one.queueing,
        "borrows": one.borrows,
        "withinClusterQueue": one.within_cluster_queue,
        "defaultPriority": str(one.default_priority.value),
        "maxRunTimeSeconds": one.max_run_time_seconds,
        "sharedAccelerators": one.shared_accelerators,
    }


def _egress(rules: Iterable[Egress]) -> list[Data]:
    return [
        {
            "to": rule.to,
            "except": list(rule.excepting),
            "ports": [str(port) for port in rule.ports],
            "reason": rule.reason,
        }
        for rule in rules
    ]


def profile_data(profile: IsolationProfile) -> Data:
    """An IsolationProfile."""
    return {
        "kind": "IsolationProfile",
        "name": str(profile.name),
        "podSecurity": profile.pod_security,
        "nodes": profile.nodes,
        "sharedAccelerators": profile.shared_accelerators,
        "network": {
            "talksWithin": profile.talks_within,
            "links": profile.links,
            "egress": _egress(profile.egress),
            "egressByProjects": list(profile.egress_by_projects_within),
        },
        "images": list(profile.images),
        "services": list(profile.services),
        "podDefaults": {"cpu": str(profile.pod_default_cpu), "memory": str(profile.pod_default_memory)},
        "unqueued": {"cpu": str(profile.unqueued_cpu), "memory": str(profile.unqueued_memory)},
        "counts": dict(profile.counts),
    }


def role_data(role: RoleProfile) -> Data:
    """A RoleProfile with the rules of the roles it extends."""
    return {
        "kind": "RoleProfile",
        "name": str(role.name),
        "rules": [
            {"apiGroup": rule.api_group, "resources": list(rule.resources), "verbs": list(rule.verbs)}
            for rule in role.rules
        ],
    }


def line_data(pool: Pool, line: QuotaLine) -> Data:
    """An entry of `quota`."""
    data: Data = {
        "pool": str(line.pool),
        "cluster": str(pool.cluster),
        "class": str(line.workload_class),
        "guaranteed": line.guaranteed,
        "weight": line.weight,
        "state": line.state,
        "forSale": pool.for_sale,
    }
    for name, limit in (("borrow", line.borrow), ("lend", line.lend)):
        if not limit.is_unlimited:
            data[name] = limit.value
    return data


def tenant_data(tenant: Tenant) -> Data:
    """A Tenant but for its quota."""
    return {
        "kind": "Tenant",
        "name": str(tenant.name),
        "displayName": tenant.display_name,
        "parent": str(tenant.ancestors[0]) if tenant.ancestors else "",
        "ancestors": list(tenant.ancestors),
        "children": list(tenant.children),
        "projects": list(tenant.projects),
        "owners": _principals(tenant.owners),
        "members": _members(tenant.members),
        "costCenter": tenant.cost_center.value,
        "isolation": str(tenant.isolation.value),
        "priorities": list(tenant.priorities.value),
        "clusters": list(tenant.clusters.value) if tenant.clusters else [],
        "labels": _labels(tenant.labels),
        "state": tenant.state.value,
    }


def project_data(project: Project, tenant: Tenant) -> Data:
    """A Project but for its quota; what its tenant says for it included."""
    return {
        "kind": "Project",
        "name": str(project.name),
        "tenant": str(project.tenant),
        "namespace": str(project.namespace),
        "displayName": project.display_name,
        "ancestors": [str(tenant.name), *tenant.ancestors],
        "classes": list(project.classes),
        "members": _members(project.members),
        "costCenter": tenant.cost_center.value,
        "isolation": str(tenant.isolation.value),
        "priorities": list(tenant.priorities.value),
        "labels": _labels(tenant.labels),
        "volumes": [
            {
                "name": volume.name,
                "storage": volume.storage_class,
                "size": str(volume.size),
                "access": volume.access,
                "cluster": volume.cluster,
            }
            for volume in project.volumes
        ],
        "storage": {name: str(size) for name, size in project.storage},
        "egress": _egress(project.egress),
        "serviceAccounts": [{"name": one.name, "token": one.token} for one in project.service_accounts],
        "state": project.state.value,
    }


def grant_data(grant: Grant, program: Program) -> Data:
    """A Grant, judged on the program's day."""
    return {
        "kind": "Grant",
        "name": grant.ref.name,
        "tenant": str(grant.tenant),
        "project": str(grant.project),
        "class": str(grant.workload_class),
        "pool": str(grant.pool),
        "units": grant.units,
        "from": grant.first_day.isoformat(),
        "until": grant.last_day.isoformat(),
        "days": (grant.last_day - grant.first_day).days + 1,
        "reason": grant.reason,
        "ticket": grant.ticket,
        "inForce": grant.in_force(program.day),
        "ended": grant.last_day < program.day,
    }


def link_data(link: Link) -> Data:
    """A Link."""
    return {
        "kind": "Link",
        "name": link.name,
        "tenant": str(link.tenant),
        "from": dict(zip(("tenant", "project"), link.source, strict=True)),
        "to": dict(zip(("tenant", "project"), link.destination, strict=True)),
        "ports": [str(port) for port in link.ports],
        "sharedPorts": [str(port) for port in link.shared_ports],
        "inForce": bool(link.shared_ports),
    }
