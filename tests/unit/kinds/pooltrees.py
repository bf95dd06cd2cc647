"""Fleets of one cluster with one or two pools and quota trees that add up, drawn at random, and what they emit."""

import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache

from hypothesis import strategies as st

from tenantry.diagnostics import DocumentRef
from tenantry.ir import Body
from tenantry.kinds import (
    clusterqueue,
    cohort,
    localqueue,
    priorityclass,
    resourceflavor,
    topology,
    workloadpriorityclass,
)
from tenantry.kinds.base import Kind, Meta
from tenantry.names import ClassName, ClusterName, NamespaceName, PoolName, ProjectName, TenantName, join_dotted
from tenantry.program import (
    Level,
    Placement,
    Pool,
    PoolTree,
    Program,
    Project,
    Queue,
    State,
    Taint,
    Tenant,
    TreeNode,
    UnitShare,
)
from tenantry.quantity import Amount, Quantity
from tests.support.programs import AS_OF, small_program

KINDS: tuple[Kind, ...] = (
    topology.KIND,
    resourceflavor.KIND,
    workloadpriorityclass.KIND,
    priorityclass.KIND,
    cohort.KIND,
    clusterqueue.KIND,
    localqueue.KIND,
)

TODAY = AS_OF
CLUSTER = ClusterName("prod-a")
TRAINING, INFERENCE = ClassName("training"), ClassName("inference")

amounts = st.one_of(st.just(Amount.UNLIMITED), st.integers(0, 40).map(Amount.of))
weights = st.sampled_from((0, 1, 2, 1000))
small = st.integers(0, 6)
metas = st.builds(
    Meta,
    name=st.sampled_from(("h100", "h100.vision", "training.h100")),
    namespace=st.sampled_from(("", "vision-detection")),
    labels=st.dictionaries(st.sampled_from("abc"), st.text(max_size=3)).map(lambda d: tuple(sorted(d.items()))),
    annotations=st.dictionaries(st.sampled_from("abc"), st.text(max_size=3)).map(lambda d: tuple(sorted(d.items()))),
)


@dataclass(frozen=True)
class Emitted:
    """Everything of a fleet's one cluster; bodies as JSON reads them back."""

    bodies: tuple[Body, ...]

    def of(self, kind: str) -> list[Body]:
        return [body for body in self.bodies if body["kind"] == kind]

    def named(self, kind: str) -> dict[str, Body]:
        return {body["metadata"]["name"]: body for body in self.of(kind)}


def emit(program: Program, kinds: Iterable[Kind] = KINDS) -> Emitted:
    bodies: list[Body] = []
    for kind in kinds:
        for cluster in program.clusters.values():
            if kind.of_cluster is not None:
                bodies += [kind.encode(obj) for obj, _ in kind.of_cluster(program, cluster)]
        for placement in program.placements:
            if kind.of_placement is not None:
                bodies += [kind.encode(obj) for obj, _ in kind.of_placement(program, placement)]
    return Emitted(tuple(json.loads(json.dumps(bodies))))


@cache
def _base() -> Program:
    return small_program()


def pool(
    name: str,
    *,
    for_sale: int,
    resource: str = "nvidia.com/gpu",
    topology: tuple[str, ...] = (),
    taints: tuple[Taint, ...] | None = None,
    devices: tuple[tuple[str, int], ...] = (("rdma/hca", 1),),
) -> Pool:
    """A pool of one unit per node: 23 CPU and 248Gi each, one core each where the resource is CPU."""
    cpu = 1 if resource == "cpu" else 23
    label = ("tenants.example.com/pool", name)

    def share(units: int) -> UnitShare:
        return UnitShare(
            cpu=Quantity.of_units(cpu * units),
            memory=Quantity.parse("248Gi") * units,
            ephemeral_storage=Quantity.parse("3Ti") * units,
            devices=tuple((device, count * units) for device, count in devices),
        )

    return replace(
        _base().pools[PoolName("h100-train")],
        ref=DocumentRef("Pool", name),
        name=PoolName(name),
        nodes=for_sale,
        units_per_node=1,
        spare_units=0,
        for_sale=for_sale,
        resource=resource,
        unit=share(1),
        whole=share(for_sale),
        labels=(label,),
        taints=(Taint(*label, "NoSchedule"),) if taints is None else taints,
        topology=topology,
    )


def node(
    level: Level,
    name: str,
    *,
    nominal: int = 0,
    tenant: str = "",
    project: str = "",
    workload_class: str = "",
    borrow: Amount = Amount.UNLIMITED,
    lend: Amount = Amount.UNLIMITED,
    weight: int = 1,
    state: State = "active",
    children: tuple[TreeNode, ...] = (),
) -> TreeNode:
    return TreeNode(
        level=level,
        name=name,
        tenant=TenantName(tenant),
        project=ProjectName(project),
        workload_class=ClassName(workload_class),
        line=None,
        grants=(),
        guaranteed=nominal + sum(child.guaranteed for child in children),
        nominal=nominal,
        borrow=borrow,
        lend=lend,
        weight=weight,
        state=state,
        children=children,
    )


def program(pools: Iterable[Pool], trees: Iterable[PoolTree], parents: dict[str, tuple[str, ...]]) -> Program:
    """The small fleet around `trees` alone; `parents` gives every tenant its ancestors, nearest first."""
    base = _base()
    by_name = {each.name: each for each in pools}
    by_pool = {tree.pool: tree for tree in trees}
    nodes = [below for tree in by_pool.values() for below in tree.root.walk()]
    cluster = replace(base.clusters[CLUSTER], pools=tuple(sorted(by_name)))
    return replace(
        base,
        clusters={CLUSTER: cluster},
        pools=by_name,
        tenants={TenantName(name): _tenant(name, above) for name, above in parents.items()},
        projects={
            (each.tenant, each.project): _project(each.tenant, each.project)
            for each in nodes
            if each.level == "project"
        },
        trees=by_pool,
        placements=tuple(_placement(TenantName(name), list(by_pool.values())) for name in parents),
    )


def _tenant(name: str, ancestors: tuple[str, ...]) -> Tenant:
    return replace(
        _base().tenants[TenantName("search")],
        ref=DocumentRef("Tenant", name),
        name=TenantName(name),
        ancestors=tuple(TenantName(each) for each in ancestors),
    )


def _project(tenant: TenantName, name: ProjectName) -> Project:
    return replace(
        _base().projects[TenantName("search"), ProjectName("ranking")],
        ref=DocumentRef("Project", name, tenant),
        tenant=tenant,
        name=name,
        namespace=NamespaceName(f"{tenant}-{name}"),
    )


def _placement(tenant: TenantName, trees: list[PoolTree]) -> Placement:
    (base,) = (each for each in _base().placements if each.tenant == "search")
    queues: dict[ProjectName, list[Queue]] = {}
    for tree in trees:
        for below in tree.root.walk():
            if below.tenant == tenant and below.level == "project":
                queues.setdefault(below.project, [])
            if below.tenant == tenant and below.level == "queue":
                local_queue = f"{below.workload_class}.{tree.pool}"
                queues[below.project].append(
                    Queue(tree.pool, below.workload_class, below.name, local_queue, below.state)
                )
    projects = (
        replace(
            base.projects[0],
            project=name,
            namespace=NamespaceName(f"{tenant}-{name}"),
            queues=tuple(found),
        )
        for name, found in sorted(queues.items())
    )
    return replace(
        base,
        tenant=tenant,
        projects=tuple(projects),
        pools=tuple(tree.pool for tree in trees if tenant in {each.tenant for each in tree.root.walk()}),
    )


@st.composite
def fleets(draw: st.DrawFn) -> Program:
    """Up to four tenants, each perhaps below an earlier one, with projects and queues in one or two pools."""
    names = [f"t{index}" for index in range(draw(st.integers(0, 4)))]
    parents: dict[str, tuple[str, ...]] = {}
    for index, name in enumerate(names):
        above = draw(st.sampled_from([None, *names[:index]]))
        parents[name] = () if above is None else (above, *parents[above])
    kinds = draw(st.sampled_from((("nvidia.com/gpu",), ("cpu",), ("nvidia.com/mig-1g.10gb", "cpu"))))
    pools, trees = [], []
    for resource in kinds:
        name = f"pool-{resource.rpartition('/')[2].replace('.', '-')}"
        below = tuple(_draw_tenant(draw, name, each, parents) for each in names if not parents[each])
        root = node("root", name, nominal=draw(st.integers(0, 1500)), children=below)
        levels = draw(st.sampled_from(((), ("example.com/rack", "kubernetes.io/hostname"))))
        pools.append(pool(name, for_sale=root.guaranteed, resource=resource, topology=levels))
        trees.append(PoolTree(PoolName(name), TODAY, root))
    return program(pools, trees, parents)


def _draw_tenant(draw: st.DrawFn, pool: str, tenant: str, parents: dict[str, tuple[str, ...]]) -> TreeNode:
    below = [_draw_tenant(draw, pool, each, parents) for each, above in parents.items() if above[:1] == (tenant,)]
    projects = [_draw_project(draw, pool, tenant, name) for name in ("p0", "p1")[: draw(st.integers(0, 2))]]
    return node(
        "tenant",
        join_dotted(pool, tenant),
        nominal=draw(small),
        tenant=tenant,
        borrow=draw(amounts),
        lend=draw(amounts),
        weight=draw(weights),
        children=(*below, *projects),
    )


def _draw_project(draw: st.DrawFn, pool: str, tenant: str, project: str) -> TreeNode:
    queues = [
        node(
            "queue",
            join_dotted(pool, tenant, project, name),
            nominal=draw(small),
            tenant=tenant,
            project=project,
            workload_class=name,
            borrow=draw(amounts),
            lend=draw(amounts),
            weight=draw(weights),
            state=draw(st.sampled_from(("active", "held", "draining", "retired"))),
        )
        for name in draw(st.sampled_from(((), (TRAINING,), (TRAINING, INFERENCE))))
    ]
    return node(
        "project",
        join_dotted(pool, tenant, project),
        nominal=draw(small),
        tenant=tenant,
        project=project,
        borrow=draw(amounts),
        lend=draw(amounts),
        weight=draw(weights),
        children=tuple(queues),
    )
