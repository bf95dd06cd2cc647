"""Clusters and pools resolved: what is for sale, in which units, and what one unit brings.

Pure. A pool whose cluster is not defined is left out; other names that refer to nothing are dropped.
"""

from fractions import Fraction

from tenantry import model
from tenantry.diagnostics import DocumentRef, Where
from tenantry.names import ClusterName, PoolName
from tenantry.program import (
    Accelerator,
    Cluster,
    Fleet,
    KueueInstallation,
    Network,
    Pool,
    Sharing,
    Taint,
    UnitShare,
)
from tenantry.quantity import Quantity
from tenantry.resolve.directory import Directory, by_kind, listed

_RESOURCE_BY_VENDOR = {"nvidia": "nvidia.com/gpu", "amd": "amd.com/gpu", "intel": "gpu.intel.com/i915"}
_DEFAULT_POOL_LABEL = "pool"


def resolve_pools(directory: Directory, fleet: Fleet) -> dict[PoolName, Pool]:
    """Every pool whose cluster is defined, by name."""
    return {
        pool.name: pool
        for document in directory.of(model.Pool)
        if directory.knows(DocumentRef("Cluster", document.spec.cluster), document.ref, ("spec", "cluster"))
        for pool in [_pool(directory, fleet, document)]
    }


def _pool(directory: Directory, fleet: Fleet, document: model.Pool) -> Pool:
    spec, ref = document.spec, document.ref
    accelerator = _accelerator(spec.accelerator) if spec.accelerator else None
    free_cpu = spec.node.cpu - spec.system_reserved.cpu
    free_memory = spec.node.memory - spec.system_reserved.memory
    free_storage = spec.node.ephemeral_storage - spec.system_reserved.ephemeral_storage
    if accelerator:
        units_per_node = accelerator.per_node * (accelerator.sharing.parts if accelerator.sharing else 1)
    else:
        units_per_node = max(free_cpu.milli // 1000, 0)
    spares = spec.spares.units if spec.spares else 0
    label = (fleet.key(_DEFAULT_POOL_LABEL), ref.name)
    dedicated_to = spec.dedicated_to
    if dedicated_to:
        holder = DocumentRef("Tenant", dedicated_to)
        # A holder that cannot be read still keeps all others out.
        if not directory.knows(holder, ref, ("spec", "dedicatedTo")) and holder not in directory.broken:
            dedicated_to = None
    return Pool(
        ref=ref,
        name=PoolName(ref.name),
        cluster=spec.cluster,
        nodes=spec.nodes,
        units_per_node=units_per_node,
        spare_units=spares,
        for_sale=spec.nodes * units_per_node - spares,
        resource=accelerator.resource if accelerator else "cpu",
        unit=_share(spec, free_cpu, free_memory, free_storage, units_per_node),
        whole=UnitShare(
            cpu=free_cpu * spec.nodes,
            memory=free_memory * spec.nodes,
            ephemeral_storage=free_storage * spec.nodes,
            devices=tuple((name, count * spec.nodes) for name, count in sorted(spec.node.devices.items())),
        ),
        accelerator=accelerator,
        labels=tuple(sorted(spec.labels.items())) or (label,),
        taints=tuple(Taint(taint.key, taint.value, taint.effect) for taint in spec.taints or ())
        or (Taint(*label, "NoSchedule"),),
        node_devices=tuple(sorted(spec.node.devices.items())),
        topology=tuple(spec.topology),
        classes=listed(directory, ref, ("spec", "classes"), spec.classes, by_kind("WorkloadClass")),
        price=spec.price,
        dedicated_to=dedicated_to,
        profiles=listed(directory, ref, ("spec", "profiles"), spec.profiles or (), by_kind("IsolationProfile")),
        nodes_where=Where(ref, ("spec", "nodes")),
    )


def _share(spec: model.PoolSpec, cpu: Quantity, memory: Quantity, storage: Quantity, units_per_node: int) -> UnitShare:
    """One unit's share of a node, rounded down; of CPU a core is itself."""
    parts = max(units_per_node, 1)
    devices = tuple((name, count // parts) for name, count in sorted(spec.node.devices.items()))
    return UnitShare(
        cpu=Quantity.of_milli(cpu.milli // parts) if spec.accelerator else Quantity.of_units(1),
        memory=Quantity.from_fraction(Fraction(memory.milli, 1000 * parts), binary=True).floor_to_mebibytes(),
        ephemeral_storage=Quantity.from_fraction(
            Fraction(storage.milli, 1000 * parts), binary=True
        ).floor_to_mebibytes(),
        devices=devices,
    )


def _accelerator(written: model.Accelerator) -> Accelerator:
    sharing = None
    if written.sharing is not None:
        if written.sharing.mig is not None:
            # The MIG manager knows `+me` alone, and refuses a map, with every layout in it, that says `.me`.
            profile = written.sharing.mig.profile.replace(".me", "+me")
            sharing = Sharing("mig", profile, written.sharing.mig.per_accelerator)
        elif written.sharing.time_slicing is not None:
            sharing = Sharing("timeSlicing", "", written.sharing.time_slicing.replicas)
        elif written.sharing.mps is not None:
            sharing = Sharing("mps", "", written.sharing.mps.replicas)
    resource = written.resource or _RESOURCE_BY_VENDOR.get(written.vendor, "")
    if sharing and sharing.mode == "mig" and written.resource is None:
        # NVIDIA's device plugin looks for the first profile that the slice's begins with, which is the one without.
        resource = f"nvidia.com/mig-{sharing.mig_profile.removesuffix('+me')}"
    return Accelerator(
        vendor=written.vendor,
        model=written.model,
        resource=resource,
        memory=written.memory,
        per_node=written.per_node,
        driver=written.driver or "",
        sharing=sharing,
    )


def resolve_clusters(directory: Directory, fleet: Fleet, pools: dict[PoolName, Pool]) -> dict[ClusterName, Cluster]:
    """Every cluster with the names of its pools."""
    clusters = {}
    for document in directory.of(model.Cluster):
        spec = document.spec
        name = ClusterName(document.ref.name)
        own_pools = [pool for pool in pools.values() if pool.cluster == name]
        network = spec.network
        clusters[name] = Cluster(
            ref=document.ref,
            name=name,
            labels=tuple(sorted(document.metadata.labels.items())),
            kubernetes=spec.kubernetes,
            kueue=KueueInstallation(
                version=spec.kueue.version,
                namespace=spec.kueue.namespace,
                configuration=spec.kueue.configuration,
                fair_sharing=spec.kueue.fair_sharing,
                pods_ready_timeout_seconds=spec.kueue.pods_ready_timeout.seconds,
                integrations=tuple(spec.kueue.integrations),
                operators=tuple(spec.kueue.operators),
            ),
            argocd_server=spec.argocd.server,
            argocd_revision=spec.argocd.revision or fleet.revision,
            argocd_user=spec.argocd.user,
            shared_nodes=spec.shared_nodes,
            network=Network(
                pods=tuple(str(cidr) for cidr in network.pods),
                services=tuple(str(cidr) for cidr in network.services),
                nodes=tuple(str(cidr) for cidr in network.nodes),
                dns_service=str(network.dns.service),
                node_local_dns=str(network.dns.node_local) if network.dns.node_local else "",
                cni=network.cni,
                ingress_namespaces=tuple(network.ingress_namespaces),
                monitoring_namespaces=tuple(network.monitoring_namespaces),
            ),
            storage_classes=tuple(sorted(spec.storage_classes.items())),
            pools=tuple(pool.name for pool in own_pools),
            accelerator_resources=tuple(sorted({pool.resource for pool in own_pools if pool.accelerator})),
        )
    return clusters
