"""Checks on isolation profiles, on tenants that need nodes of their own, and on accelerators shared without isolation.

Pure. Whether a pool takes a profile at all is asked where lines and pools are checked.
"""

import re
from collections.abc import Iterator

from tenantry.check.registry import check
from tenantry.diagnostics import Diagnostic, Note, Where
from tenantry.diagnostics.codes.isolation import TN473, TN483, TN484, TN485, TN486, TN487
from tenantry.program import IsolationProfile, Pool, Program, Tenant

_WHOLE_IMAGE = re.compile(r".*@sha256:[0-9a-f]{64}")
_COUNT_BY_SERVICE = {"LoadBalancer": "services.loadbalancers", "NodePort": "services.nodeports"}


@check(TN483, subject=IsolationProfile)
def image_prefix_open(_: Program, profile: IsolationProfile) -> Iterator[Diagnostic]:
    """A prefix that ends inside a name: `reg.io/team` admits `reg.io/team-evil` too."""
    for index, prefix in enumerate(profile.images):
        if prefix[-1] not in "/:@" and not _WHOLE_IMAGE.fullmatch(prefix):
            yield Diagnostic(
                TN483,
                f"image prefix `{prefix}` admits `{prefix}-evil` as well",
                Where(profile.ref, ("spec", "images", index)),
                help=f"write `{prefix}/` for all images below it, or `{prefix}:` for the tags of one image",
            )


@check(TN484, subject=IsolationProfile)
def privileged_on_shared_nodes(_: Program, profile: IsolationProfile) -> Iterator[Diagnostic]:
    """Pods that can take over a node where other tenants have pods."""
    if profile.pod_security == "privileged" and profile.nodes == "shared":
        yield Diagnostic(
            TN484,
            f"isolation `{profile.name}` lets privileged pods onto nodes that tenants share",
            Where(profile.ref, ("spec", "podSecurity")),
            help="a privileged pod rules its node, and every pod there; write `nodes: dedicated`, or a stricter level",
        )


@check(TN485, subject=IsolationProfile)
def service_type_counted_out(_: Program, profile: IsolationProfile) -> Iterator[Diagnostic]:
    """A type of service that the profile allows, and of which it counts none."""
    counts = dict(profile.counts)
    for index, service in enumerate(profile.services):
        key = _COUNT_BY_SERVICE.get(service)
        if key is not None and counts[key] == 0:
            yield Diagnostic(
                TN485,
                f"isolation `{profile.name}` allows services of type {service}, and at most 0 of them",
                Where(profile.ref, ("spec", "services", index)),
                notes=(Note(f"{key} is 0", Where(profile.ref, ("spec", "counts", key))),),
                help=f"remove `{service}` here, or raise `{key}`",
            )


@check(TN486, subject=Tenant)
def dedicated_without_pool(program: Program, tenant: Tenant) -> Iterator[Diagnostic]:
    """A tenant under `nodes: dedicated` with namespaces, by its `clusters`, and no pool: nothing could run in them.

    Projects without a namespace anywhere, and lines for pools that are not dedicated, are said by other checks.
    """
    profile = program.profiles[tenant.isolation.value]
    if profile.nodes == "shared" or tenant.clusters is None or tenant.state.value == "retired":
        return
    line_of = {tenant.name, *tenant.ancestors}
    has_pool = any(pool.dedicated_to in line_of for pool in program.pools.values())
    has_line = any(line.owner == tenant.ref for line in program.lines)
    has_namespace = any(one.tenant == tenant.name and one.projects for one in program.placements)
    if has_namespace and not has_pool and not has_line:
        yield Diagnostic(
            TN486,
            f"{tenant.name} is under isolation `{profile.name}` with dedicated nodes, and no pool is dedicated to it",
            tenant.isolation.where,
            notes=(Note("nodes are dedicated here", Where(profile.ref, ("spec", "nodes"))),),
            help=f"write `dedicatedTo: {tenant.name}` in a Pool (one without accelerators is enough for CPU work), "
            "or give it an isolation with shared nodes",
        )


@check(TN487, subject=IsolationProfile)
def unqueued_on_dedicated(_: Program, profile: IsolationProfile) -> Iterator[Diagnostic]:
    """CPU or memory for pods without a queue, which a profile with dedicated nodes refuses."""
    if profile.nodes == "dedicated" and (profile.unqueued_cpu.milli or profile.unqueued_memory.milli):
        yield Diagnostic(
            TN487,
            f"isolation `{profile.name}` gives {profile.unqueued_cpu} CPU and {profile.unqueued_memory} memory to pods "
            "without a queue, which dedicated nodes refuse",
            Where(profile.ref, ("spec", "unqueued")),
            help="remove `unqueued`: where nodes are dedicated every pod goes through a queue",
        )


@check(TN473, subject=Pool)
def sharing_without_isolation(program: Program, pool: Pool) -> Iterator[Diagnostic]:
    """Time-slicing or MPS between tenants that nobody said may share so: naming `profiles` is saying it."""
    sharing = pool.accelerator.sharing if pool.accelerator else None
    if sharing is None or sharing.mode == "mig" or pool.dedicated_to or pool.profiles:
        return
    fits = sorted(profile.name for profile in program.profiles.values() if profile.shared_accelerators)
    lacking = "memory or faults" if sharing.mode == "timeSlicing" else "faults"
    yield Diagnostic(
        TN473,
        f"tenants share accelerators of pool {pool.name} without isolation of {lacking}, under any profile",
        Where(pool.ref, ("spec", "accelerator", "sharing", sharing.mode)),
        help=f"name the isolation profiles whose tenants may share so: `profiles: [{', '.join(fits)}]`; `mig` isolates",
    )


CHECKS = (
    image_prefix_open,
    privileged_on_shared_nodes,
    service_type_counted_out,
    dedicated_without_pool,
    unqueued_on_dedicated,
    sharing_without_isolation,
)
