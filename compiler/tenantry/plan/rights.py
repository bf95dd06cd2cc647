"""Who may do what otherwise than before: effective rights, subject by subject and project by project.

Pure. Rights come from the manifests of both sides, so a right that somebody keeps through another binding is no loss,
and a role under another name is no change. Whose namespace it is and how roles are called comes from the program. Who
is in a group stands in no file: a group is one subject.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from tenantry.effect.rights import Held, Right, Rights
from tenantry.ir import Manifest
from tenantry.kinds.clusterrole import role_name
from tenantry.plan.allowance import Allowance, allowances
from tenantry.plan.compare import Comparison
from tenantry.plan.people import name_of
from tenantry.plan.side import Side
from tenantry.program import Fleet, Program, Subject

State = Literal["kept", "new", "gone"]
"""Whether a namespace stands on both sides, only after or only before."""

_STATES: Final[tuple[State, ...]] = ("kept", "new", "gone")
_NOBODY: Final = Held((), frozenset())


class RightsPlace(NamedTuple):
    """A project and the clusters on which its namespace is meant."""

    project: str
    clusters: tuple[str, ...]


class RightsChange(NamedTuple):
    """What a subject may do otherwise, alike in all `places`.

    `namespaces` says whether those stand on both sides; `every_project`: these are all of the tenant's that do, or all
    that come, or all that go. `kept_by`: of a loss, the groups (for a user) or users (for a group) who may do all of it
    there still. `nobody_has`: what of a loss nobody may do there any more.
    """

    subject: str
    tenant: str
    every_project: bool
    places: tuple[RightsPlace, ...]
    namespaces: State
    roles_before: tuple[str, ...]
    roles_after: tuple[str, ...]
    gained: tuple[Allowance, ...]
    lost: tuple[Allowance, ...]
    kept_by: tuple[str, ...]
    nobody_has: tuple[Allowance, ...]

    @property
    def is_privileged(self) -> bool:
        """Whether it gains what leads further than it says, where something may stand already."""
        return self.namespaces == "kept" and any(one.privileged for one in self.gained)


class _Space(NamedTuple):
    """A namespace and whose it is."""

    cluster: str
    namespace: str
    tenant: str
    project: str
    state: State


class _Difference(NamedTuple):
    """What differs for a subject in one namespace; what is equal here is told once."""

    subject: Subject
    tenant: str
    state: State
    before: Held
    after: Held
    kept_by: tuple[Subject, ...]
    nobody_has: frozenset[Right]


def compare_rights(before: Side | None, after: Side, comparison: Comparison) -> tuple[RightsChange, ...]:
    """Every difference in what somebody may do, privileged ones first. `before` is None where nothing was."""
    touched = _touched(comparison)
    if not touched:
        return ()
    owners = _owners(before.program if before else None, after.program)
    spaces: list[_Space] = []
    found: dict[_Difference, list[_Space]] = {}
    for cluster in sorted(touched):
        old = _rights(before, cluster, touched[cluster])
        new = _rights(after, cluster, touched[cluster])
        for space in _spaces(cluster, old, new, owners):
            spaces.append(space)
            for difference in _differences(space, old.of(space.namespace), new.of(space.namespace)):
                found.setdefault(difference, []).append(space)
    teller = _Teller(before.program if before else None, after.program, spaces)
    changes = [teller.told(difference, where) for difference, where in found.items()]
    return tuple(sorted(changes, key=_rank))


def _rank(change: RightsChange) -> tuple[object, ...]:
    state = _STATES.index(change.namespaces)
    return not change.is_privileged, state, change.tenant, change.subject, change.places, change.roles_after


def _touched(comparison: Comparison) -> dict[str, set[str]]:
    """By cluster the namespaces in which rights can differ; all of those that a changed role is bound in."""
    found: dict[str, set[str]] = {}
    roles: dict[str, set[str]] = {}
    for change in comparison.objects:
        match change.key.kind:
            case "RoleBinding":
                found.setdefault(change.area, set()).add(change.key.namespace)
            case "Namespace":
                found.setdefault(change.area, set()).add(change.key.name)
            case "ClusterRole":
                roles.setdefault(change.area, set()).add(change.key.name)
    for cluster in roles:
        for manifests in (comparison.before, comparison.after):
            found.setdefault(cluster, set()).update(
                one.key.namespace for one in manifests.get(cluster, ()) if one.key.kind == "RoleBinding"
            )
    return found


def _rights(side: Side | None, cluster: str, touched: set[str]) -> Rights:
    manifests: Iterable[Manifest] = side.manifests.get(cluster, ()) if side else ()
    return Rights(one for one in manifests if one.key.kind != "RoleBinding" or one.key.namespace in touched)


def _owners(*programs: Program | None) -> dict[tuple[str, str], tuple[str, str]]:
    """Tenant and project of every namespace of a cluster; the later side wins."""
    return {
        (placement.cluster, at.namespace): (placement.tenant, at.project)
        for program in programs
        if program is not None
        for placement in program.placements
        for at in placement.projects
    }


def _spaces(
    cluster: str, old: Rights, new: Rights, owners: Mapping[tuple[str, str], tuple[str, str]]
) -> Iterator[_Space]:
    for namespace in sorted(old.namespaces | new.namespaces):
        stood, stands = namespace in old.namespaces, namespace in new.namespaces
        state: State = "kept" if stood and stands else "new" if stands else "gone"
        yield _Space(cluster, namespace, *owners.get((cluster, namespace), ("", namespace)), state)


def _differences(space: _Space, had: Mapping[Subject, Held], has: Mapping[Subject, Held]) -> Iterator[_Difference]:
    for subject in sorted(had.keys() | has.keys()):
        before, after = had.get(subject, _NOBODY), has.get(subject, _NOBODY)
        if before.rights == after.rights:
            continue
        lost = before.rights - after.rights
        keepers: tuple[Subject, ...] = ()
        unheld: frozenset[Right] = frozenset()
        if lost and space.state == "kept":
            keepers = tuple(one for one, held in has.items() if one.kind != subject.kind and lost <= held.rights)
            unheld = lost.difference(*(held.rights for held in has.values()))
        yield _Difference(subject, space.tenant, space.state, before, after, keepers, unheld)


class _Teller:
    """Turns differences into changes, with the names that the specs have for people and roles."""

    def __init__(self, before: Program | None, after: Program, spaces: Iterable[_Space]) -> None:
        programs = [program for program in (before, after) if program is not None]
        self._fleets = [program.fleet for program in programs]
        self._roles = {role_name(role): str(role) for program in programs for role in program.roles}
        self._known: dict[frozenset[Right], tuple[Allowance, ...]] = {}
        self._sizes: dict[tuple[str, State], int] = {}
        for space in spaces:
            key = space.tenant, space.state
            self._sizes[key] = self._sizes.get(key, 0) + 1

    def told(self, one: _Difference, spaces: list[_Space]) -> RightsChange:
        clusters: dict[str, list[str]] = {}
        for space in spaces:
            clusters.setdefault(space.project, []).append(space.cluster)
        return RightsChange(
            subject=self._name(one.subject),
            tenant=one.tenant,
            every_project=len(spaces) == self._sizes[one.tenant, one.state],
            places=tuple(RightsPlace(project, tuple(sorted(names))) for project, names in sorted(clusters.items())),
            namespaces=one.state,
            roles_before=self._role_names(one.before),
            roles_after=self._role_names(one.after),
            gained=self._allowances(one.after.rights - one.before.rights),
            lost=self._allowances(one.before.rights - one.after.rights),
            kept_by=tuple(map(self._name, one.kept_by)),
            nobody_has=self._allowances(one.nobody_has),
        )

    def _name(self, subject: Subject) -> str:
        """As the specs have it; as the API server has it where the two sides put different prefixes before it."""
        names = {name_of(subject, fleet) for fleet in self._fleets}
        same = len({_prefix(subject, fleet) for fleet in self._fleets}) == 1
        return names.pop() if same else f"{subject.kind.lower()} {subject.name}"

    def _role_names(self, held: Held) -> tuple[str, ...]:
        return tuple(self._roles.get(role, role) for role in held.roles)

    def _allowances(self, rights: frozenset[Right]) -> tuple[Allowance, ...]:
        if rights not in self._known:
            self._known[rights] = allowances(rights)
        return self._known[rights]


def _prefix(subject: Subject, fleet: Fleet) -> str:
    return fleet.group_prefix if subject.kind == "Group" else fleet.user_prefix
