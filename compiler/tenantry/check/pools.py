"""The shape of a pool: does it sell anything, can its nodes be told apart, can Kueue hold it."""

import re
from collections.abc import Iterator

from tenantry.check.causes import by_cause
from tenantry.check.registry import check
from tenantry.check.trouble import on_cluster, unfit_classes
from tenantry.check.words import units
from tenantry.diagnostics import Diagnostic, Note, Where
from tenantry.diagnostics.codes.quota import (
    TN401,
    TN402,
    TN403,
    TN404,
    TN405,
    TN406,
    TN407,
    TN438,
    TN443,
)
from tenantry.names import ClassName
from tenantry.program import Cluster, Pool, Program
from tenantry.resolve.access import is_shared, profile_fits

_LABELS_MAX = 8
_TAINTS_MAX = 8
_LEVELS_MAX = 16
_RESOURCES_MAX = 64
"""Source: the schemas of Kueue's ResourceFlavor, Topology and ClusterQueue."""

_NOT_DEVICES = 3
"""CPU, memory and ephemeral storage, which every queue lists beside the devices."""

_HOSTNAME = "kubernetes.io/hostname"
_SLICES_MAX = 7
_MIG = re.compile(r"([1-9])g\.([0-9]+)gb")


@check(TN401, Pool)
def a_unit_brings_no_share(_: Program, pool: Pool) -> Iterator[Diagnostic]:
    """Nodes of which the system keeps all, or so many units per node that a share rounds down to nothing."""
    for field, whole, unit in (
        ("cpu", pool.whole.cpu, pool.unit.cpu),
        ("memory", pool.whole.memory, pool.unit.memory),
    ):
        nothing = pool.units_per_node == 0 if field == "cpu" else unit.milli <= 0
        if nothing or unit.milli <= 0:
            # Below zero it is certain that systemReserved was written.
            section = "systemReserved" if whole.milli < 0 else "node"
            few = f"its {units(pool.units_per_node)}" if pool.units_per_node else "a single core"
            said = f"no {field} left for units" if whole.milli <= 0 else f"too little {field} for {few}"
            yield Diagnostic(
                TN401,
                f"a node of {pool.name} has {said}",
                Where(pool.ref, ("spec", section, field)),
                help="for units there is what `node` has less what `systemReserved` keeps; correct one of the two",
            )
            return
    if pool.whole.ephemeral_storage.milli < 0:
        yield Diagnostic(
            TN401,
            f"the system keeps more ephemeralStorage than a node of {pool.name} has",
            Where(pool.ref, ("spec", "systemReserved", "ephemeralStorage")),
            help="for units there is what `node` has less what `systemReserved` keeps; correct one of the two",
        )


@check(TN402, Pool)
def spares_leave_nothing(_: Program, pool: Pool) -> Iterator[Diagnostic]:
    """As many spares as units, or more."""
    every = pool.nodes * pool.units_per_node
    if 0 < every <= pool.spare_units:
        yield Diagnostic(
            TN402,
            f"{pool.name} keeps {units(pool.spare_units)} back of the {every} that it has",
            Where(pool.ref, ("spec", "spares", "units")),
            notes=(Note(f"{pool.nodes} x {units(pool.units_per_node)}", pool.nodes_where),),
            help=f"keep at most {every - 1}, or remove the pool",
        )


@check(TN403, Cluster)
def two_vendors_sell_one_resource(program: Program, cluster: Cluster) -> Iterator[Diagnostic]:
    """A resource name counts one kind of device per cluster: quotas on namespaces cannot tell vendors apart."""
    for resource in cluster.accelerator_resources:
        by_vendor: dict[str, list[Pool]] = {}
        for pool in on_cluster(program, cluster.name):
            if pool.accelerator is not None and pool.resource == resource:
                by_vendor.setdefault(pool.accelerator.vendor, []).append(pool)
        # The vendor that fewer pools have is the one that was mistyped.
        usual, *others = sorted(
            by_vendor,
            key=lambda vendor: (
                -len(by_vendor[vendor]),
                all(pool.name not in program.before.pools for pool in by_vendor[vendor]),
                vendor,
            ),
        )
        for vendor in others:
            odd, other = by_vendor[vendor][0], by_vendor[usual][0]
            yield Diagnostic(
                TN403,
                f"{odd.name} ({vendor}) and {other.name} ({usual}) both sell `{resource}`",
                Where(odd.ref, ("spec", "accelerator", "vendor")),
                notes=(Note(f"{other.name} is here", Where(other.ref, ("spec", "accelerator", "vendor"))),),
                help="write the resource name that the vendor's device plugin announces",
            )


@check(TN404, Pool)
def labels_fit_another_pool(program: Program, pool: Pool) -> Iterator[Diagnostic]:
    """Nodes of another pool carry every label of this one, so that they would be sold twice."""
    own = set(pool.labels)
    for other in on_cluster(program, pool.cluster):
        theirs = set(other.labels)
        if other.name == pool.name or not own <= theirs or (own == theirs and other.name > pool.name):
            continue
        blamed, spared = (other, pool) if _is_as_before(program, pool) else (pool, other)
        yield Diagnostic(
            TN404,
            f"the labels of {pool.name} fit the nodes of {other.name} too: they would be sold twice",
            Where(blamed.ref, ("spec", "labels")),
            notes=(Note(f"the labels of {spared.name}", Where(spared.ref, ("spec", "labels"))),),
            help=f"leave `labels` out, which gives `{program.fleet.key('pool')}: {blamed.name}`, or add one that"
            f" only nodes of {blamed.name} have",
        )
        return


def _is_as_before(program: Program, pool: Pool) -> bool:
    """Whether a pool had these labels when it was last compiled, so that another one changed."""
    before = program.before.pools.get(pool.name)
    return before is not None and before.labels == pool.labels


@check(TN405, Pool)
def more_than_kueue_holds(_: Program, pool: Pool) -> Iterator[Diagnostic]:
    """More labels, taints, topology levels or devices than fit, or a hostname that is not the last level."""
    for what, field, count, most in (
        ("labels", ("labels",), len(pool.labels), _LABELS_MAX),
        ("taints", ("taints",), len(pool.taints), _TAINTS_MAX),
        ("topology levels", ("topology",), len(pool.topology), _LEVELS_MAX),
        (
            "kinds of devices",
            ("node", "devices"),
            len(pool.node_devices),
            _RESOURCES_MAX - _NOT_DEVICES - bool(pool.accelerator),
        ),
    ):
        if count > most:
            yield Diagnostic(
                TN405,
                f"{pool.name} has {count} {what}; Kueue holds {most}",
                Where(pool.ref, ("spec", *field)),
                help=f"keep {most}" + ("; one label is enough to tell nodes apart" if field == ("labels",) else ""),
            )
            return
    if _HOSTNAME in pool.topology[:-1]:
        index = pool.topology.index(_HOSTNAME)
        yield Diagnostic(
            TN405,
            f"`{_HOSTNAME}` is a topology level of {pool.name} above others; a node is the narrowest there is",
            Where(pool.ref, ("spec", "topology", index)),
            help="make it the last level, or remove it",
        )


@check(TN406, Pool)
def the_accelerator_is_also_a_device(_: Program, pool: Pool) -> Iterator[Diagnostic]:
    """`node.devices` is for what a unit brings besides itself."""
    if pool.accelerator is not None and pool.resource in dict(pool.node_devices):
        yield Diagnostic(
            TN406,
            f"{pool.name} sells `{pool.resource}` and lists it among the other devices of a node",
            Where(pool.ref, ("spec", "node", "devices", pool.resource), "key"),
            notes=(Note("sold here", Where(pool.ref, ("spec", "accelerator"))),),
            help="remove it from `devices`; `perNode` says how many there are",
        )


@check(TN407, Pool)
def slices_exceed_the_accelerator(_: Program, pool: Pool) -> Iterator[Diagnostic]:
    """More slices than the seven, or the memory, that an accelerator has. Source: NVIDIA's MIG user guide."""
    accelerator = pool.accelerator
    if accelerator is None or accelerator.sharing is None or accelerator.sharing.mode != "mig":
        return
    profile, count = accelerator.sharing.mig_profile, accelerator.sharing.parts
    parsed = _MIG.match(profile)
    assert parsed is not None
    slices, gigabytes = int(parsed[1]), int(parsed[2])
    place = Where(pool.ref, ("spec", "accelerator", "sharing", "mig", "perAccelerator"))
    most = _SLICES_MAX // slices
    reason = f"an accelerator has {_SLICES_MAX} parts, a slice `{profile}` takes {slices}"
    notes: tuple[Note, ...] = ()
    memory = accelerator.memory
    if memory is not None and memory.milli // (gigabytes * 10**12) < most:
        most = memory.milli // (gigabytes * 10**12)
        reason = f"an accelerator has {memory}, a slice `{profile}` takes {gigabytes}GB"
        notes = (Note(f"its memory is {memory}", Where(pool.ref, ("spec", "accelerator", "memory"))),)
    if profile.endswith("+me") and most > 1:
        most, notes = 1, ()
        reason = f"one slice alone can have its media extensions, as `{profile}` does"
    if count > most:
        yield Diagnostic(
            TN407,
            f"an accelerator of {pool.name} cannot be cut into {count} slices `{profile}`: {reason}",
            place,
            notes=notes,
            help=f"write at most {most}" if most else "choose a smaller profile",
        )


@check(TN438, Program)
def shared_pools_serve_what_may_not_share(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A class with `sharedAccelerators: false` among the classes of a pool that is sliced or shared."""
    found = [(pool, name) for pool in program.pools.values() for name in unfit_classes(program, pool)]
    for cause, group in by_cause(found, _class_or_pool):
        pool, name = group[0]
        if cause is None and any((key.pool, key.workload_class) == (pool.name, name) for key in program.before.queues):
            # The pool served it before, so the class is what changed.
            cause = str(name)
        if isinstance(cause, str):
            ref = program.classes[ClassName(cause)].ref
            yield Diagnostic(
                TN438,
                f"class `{cause}` may not share accelerators, but pools that share them serve it",
                Where(ref, ("spec", "sharedAccelerators")),
                notes=tuple(Note(f"{one.name} serves it", _entry(one, cause)) for one, _ in group),
                help="allow it, or remove the class from those pools",
            )
            continue
        names = ", ".join(f"`{one}`" for _, one in group)
        verb = "es " if len(group) > 1 else " "
        yield Diagnostic(
            TN438,
            f"{pool.name} shares its accelerators, and class{verb}{names} may not use such",
            _entry(pool, name),
            notes=tuple(
                Note(f"`{one}` may not share", Where(program.classes[one].ref, ("spec", "sharedAccelerators")))
                for _, one in group
            ),
            help="remove the class here, or allow it to share",
        )


def _class_or_pool(finding: tuple[Pool, ClassName]) -> tuple[object, object]:
    pool, name = finding
    return str(name), (pool.name,)


def _entry(pool: Pool, name: str) -> Where:
    return Where(pool.ref, ("spec", "classes", pool.classes.index(ClassName(name))))


@check(TN443, Pool)
def a_pool_admits_who_never_fits(program: Program, pool: Pool) -> Iterator[Diagnostic]:
    """A profile in `profiles` that wants dedicated nodes, or whole accelerators, where the pool has none."""
    for index, name in enumerate(pool.profiles):
        profile = program.profiles.get(name)
        if profile is None or profile_fits(profile, pool):
            continue
        if profile.nodes == "dedicated" and pool.dedicated_to is None:
            lacks, field = f"wants dedicated nodes, and {pool.name} is dedicated to nobody", "nodes"
        else:
            lacks, field = f"takes no shared accelerators, and those of {pool.name} are", "sharedAccelerators"
        yield Diagnostic(
            TN443,
            f"{pool.name} admits profile `{name}`, which {lacks}",
            Where(pool.ref, ("spec", "profiles", index)),
            notes=(Note(f"`{name}` says so here", Where(profile.ref, ("spec", field))),),
            help=f"remove `{name}` here" + ("" if is_shared(pool) else ", or say whom the pool is `dedicatedTo`"),
        )
        return


CHECKS = (
    a_unit_brings_no_share,
    spares_leave_nothing,
    two_vendors_sell_one_resource,
    labels_fit_another_pool,
    more_than_kueue_holds,
    the_accelerator_is_also_a_device,
    slices_exceed_the_accelerator,
    shared_pools_serve_what_may_not_share,
    a_pool_admits_who_never_fits,
)
