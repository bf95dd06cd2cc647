"""Checks on what projects declare beside queues: volumes, storage, service accounts.

Pure.
"""

from collections.abc import Iterator

from tenantry.check.causes import by_cause
from tenantry.check.registry import check
from tenantry.diagnostics import Diagnostic, Note, Path, Where
from tenantry.diagnostics.codes.isolation import TN490, TN491, TN492, TN493, TN494, TN495
from tenantry.names import ClusterName
from tenantry.program import Cluster, IsolationProfile, Program, Project, Volume
from tenantry.quantity import Quantity

_VOLUMES: Path = ("spec", "volumes")
_Clusters = dict[tuple[str, str], list[ClusterName]]


@check(TN490, subject=Program)
def storage_unknown(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A kind of storage that a cluster lacks: one where a volume is to be, or every one where a project is."""
    clusters = _clusters_by_project(program)
    for key, project in program.projects.items():
        there = clusters.get(key, [])
        for volume in project.volumes:
            for name in _of_volume(volume, there):
                if volume.storage_class not in _kinds(program.clusters[name]):
                    yield _unknown(
                        project,
                        volume.storage_class,
                        program.clusters[name],
                        _below(volume, "storage"),
                        [one for one in there if volume.storage_class in _kinds(program.clusters[one])],
                    )
                    break
        for kind, _quantity in project.storage:
            if there and all(kind not in _kinds(program.clusters[name]) for name in there):
                where = Where(project.ref, ("spec", "storage", kind), "key")
                yield _unknown(project, kind, program.clusters[there[0]], where, [])


def _unknown(project: Project, kind: str, cluster: Cluster, where: Where, others: list[ClusterName]) -> Diagnostic:
    known = _kinds(cluster)
    if others:
        way_out = f"write `cluster: {others[0]}` to have the volume there only"
    elif known:
        way_out = f"{cluster.name} has {', '.join(f'`{one}`' for one in known)}"
    else:
        way_out = f"the fleet's owners may name it in `storageClasses` of {cluster.name}"
    return Diagnostic(
        TN490,
        f"cluster {cluster.name}, where {project.tenant}/{project.name} is, has no storage `{kind}`",
        where,
        notes=(
            Note(
                f"storage of {cluster.name}: {', '.join(known) or 'none'}",
                Where(cluster.ref, ("spec", "storageClasses")),
            ),
        ),
        help=way_out,
    )


@check(TN491, subject=Program)
def storage_over_quota(program: Program, _: Program) -> Iterator[Diagnostic]:
    """Declared volumes that together are larger than the storage written for their kind."""
    clusters = _clusters_by_project(program)
    for key, project in program.projects.items():
        for kind, most in project.storage:
            for name in clusters.get(key, []):
                own = [one for one in _volumes_on(project, name) if one.storage_class == kind]
                needed = sum((one.size for one in own), Quantity.of_bytes(0))
                if needed.milli > most.milli:
                    yield Diagnostic(
                        TN491,
                        f"volumes of {project.tenant}/{project.name} need {needed} of storage `{kind}`, and it may "
                        f"have {most}",
                        Where(project.ref, ("spec", "storage", kind)),
                        notes=tuple(Note(f"{one.name} {one.size}", _below(one, "size")) for one in own),
                        help=f"write `{kind}: {needed}` or more, or make the volumes smaller",
                    )
                    break


@check(TN492, subject=Project)
def volume_twice(_: Program, project: Project) -> Iterator[Diagnostic]:
    """Two volumes that would be one claim."""
    for index, volume in enumerate(project.volumes):
        for earlier in project.volumes[:index]:
            if earlier.name == volume.name and (
                earlier.cluster == volume.cluster or "" in (earlier.cluster, volume.cluster)
            ):
                yield Diagnostic(
                    TN492,
                    f"{project.tenant}/{project.name} has a second volume `{volume.name}`",
                    _below(volume, "name"),
                    notes=(Note("the first is here", _below(earlier, "name")),),
                    help="give it another name, or each a `cluster` of its own",
                )
                break


@check(TN493, subject=Program)
def volume_elsewhere(program: Program, _: Program) -> Iterator[Diagnostic]:
    """A volume for a cluster where the project has no namespace."""
    clusters = _clusters_by_project(program)
    for key, project in program.projects.items():
        there = clusters.get(key, [])
        for volume in project.volumes:
            if volume.cluster and volume.cluster not in there:
                yield Diagnostic(
                    TN493,
                    f"volume `{volume.name}` is for cluster {volume.cluster}, where {project.tenant}/{project.name} is "
                    "not",
                    _below(volume, "cluster"),
                    notes=(Note(f"it is on {', '.join(there)}" if there else "it is on no cluster"),),
                    help=f"name a cluster where it is, or write `clusters` in Tenant {project.tenant} with "
                    f"{', '.join([*there, volume.cluster])}",
                )


@check(TN494, subject=Program)
def volumes_over_count(program: Program, _: Program) -> Iterator[Diagnostic]:
    """More declared volumes on one cluster than the profile counts claims; of several projects the count is wrong."""
    found = [
        (project, declared, program.profiles[program.tenants[project.tenant].isolation.value])
        for project in program.projects.values()
        if (declared := _most_volumes(project))
    ]
    found = [one for one in found if one[1] > _claims(one[2])]
    for cause, group in by_cause(found, lambda one: (one[2].name,)):
        project, declared, profile = group[0]
        most, place = _claims(profile), Where(profile.ref, ("spec", "counts", "persistentvolumeclaims"))
        if cause is not None:
            yield Diagnostic(
                TN494,
                f"isolation `{profile.name}` lets a project have {_counted(most, 'claim')},"
                f" and {len(group)} declare more",
                place,
                notes=tuple(
                    Note(f"{one.tenant}/{one.name} declares {_counted(count, 'volume')}", Where(one.ref, _VOLUMES))
                    for one, count, _profile in group
                ),
                help=f"write {max(count for _, count, _profile in group)} or more, or remove volumes first",
            )
            continue
        yield Diagnostic(
            TN494,
            f"{project.tenant}/{project.name} declares {_counted(declared, 'volume')}, and may have "
            f"{_counted(most, 'claim')}",
            Where(project.ref, _VOLUMES),
            notes=(Note(f"isolation `{profile.name}` counts {most} persistentvolumeclaims", place),),
            help="declare fewer, or ask the fleet's owners to raise the count",
        )


def _claims(profile: IsolationProfile) -> int:
    return dict(profile.counts)["persistentvolumeclaims"]


def _most_volumes(project: Project) -> int:
    """Volumes that a project declares on the cluster where it declares most."""
    named = {volume.cluster for volume in project.volumes}
    return max((len(_volumes_on(project, name)) for name in named), default=0)


@check(TN495, subject=Project)
def service_account_taken(_: Program, project: Project) -> Iterator[Diagnostic]:
    """A service account named `default`, which every namespace has, or twice."""
    seen: set[str] = set()
    for index, account in enumerate(project.service_accounts):
        if account.name == "default" or account.name in seen:
            reason = "every namespace has it" if account.name == "default" else "it is written twice"
            yield Diagnostic(
                TN495,
                f"service account `{account.name}` of {project.tenant}/{project.name} is there already: {reason}",
                Where(project.ref, ("spec", "serviceAccounts", index, "name")),
                help="give it a name of its own; `default` never gets a token"
                if account.name == "default"
                else "remove one of them",
            )
        seen.add(account.name)


def _clusters_by_project(program: Program) -> _Clusters:
    """Where each project is, by tenant and name; clusters by name."""
    found: _Clusters = {}
    for placement in program.placements:
        for at in placement.projects:
            found.setdefault((placement.tenant, at.project), []).append(placement.cluster)
    return found


def _counted(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _of_volume(volume: Volume, clusters: list[ClusterName]) -> list[ClusterName]:
    """Those of the project's clusters on which the volume is to be."""
    return [name for name in clusters if volume.cluster in ("", name)]


def _volumes_on(project: Project, cluster: str) -> list[Volume]:
    return [volume for volume in project.volumes if volume.cluster in ("", cluster)]


def _kinds(cluster: Cluster) -> list[str]:
    return [alias for alias, _ in cluster.storage_classes]


def _below(volume: Volume, field: str) -> Where:
    return Where(volume.where.document, (*volume.where.path, field))


CHECKS = (
    storage_unknown,
    storage_over_quota,
    volume_twice,
    volume_elsewhere,
    volumes_over_count,
    service_account_taken,
)
