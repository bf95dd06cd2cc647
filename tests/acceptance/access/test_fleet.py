"""The whole fleet, both clusters, every namespace and everybody, by the offline evaluator against the specs.

The evaluator is fed the compiled YAML and what a server brings itself. Nothing goes across tenants.
"""

import pytest

from tests.acceptance.access.catalogue import UNLISTED, VERBS, Catalogue
from tests.acceptance.access.people import cast_of
from tests.acceptance.access.stage import written_rbac
from tests.oracle.access_matrix import EVERYBODY, Matrix, Right
from tests.oracle.rbac import Question, Rbac, User
from tests.oracle.specs import Specs
from tests.plane.api import Object
from tests.plane.manifests import compiled_objects
from tests.plane.plane import Plane

pytestmark = pytest.mark.xdist_group("access")

_PLATFORM_NAMESPACES = ("default", "kube-system", "kueue-system", "argocd", "monitoring", "")
_OURS = "app.kubernetes.io/managed-by"


@pytest.fixture(scope="module")
def servers_own(example_plane: Plane) -> list[Object]:
    """The RBAC objects that are no tenant's: those of the server and of the platform."""
    found = written_rbac(example_plane.kubernetes)
    return [item for item in found if (item["metadata"].get("labels") or {}).get(_OURS) != "tenantry"]


@pytest.fixture(scope="module")
def every_right(catalogue: Catalogue) -> tuple[Right, ...]:
    """Every verb on every resource, whether served there or not, and what discovery does not say."""
    served = [(verb, row.group, row.resource) for row in catalogue.resources for verb in VERBS]
    return (*served, *UNLISTED)


@pytest.fixture(scope="module", params=["prod-a", "lab-b"])
def cluster(request: pytest.FixtureRequest, specs: Specs) -> Matrix:
    """Each cluster's matrix."""
    return Matrix(specs, request.param)


@pytest.fixture(scope="module")
def rbac(cluster: Matrix, example_plane: Plane, servers_own: list[Object]) -> Rbac:
    """The cluster's compiled RBAC."""
    return Rbac([*servers_own, *compiled_objects(example_plane.output, cluster.cluster)])


def test_compiled_access_is_what_the_specs_promise(cluster: Matrix, rbac: Rbac, every_right: tuple[Right, ...]) -> None:
    people = cast_of(cluster).everybody
    compared = 0
    for name, user in people.items():
        for namespace in (*cluster.namespaces, *_PLATFORM_NAMESPACES):
            expected = cluster.rights(user, namespace) | _everybodys(user)
            assert _held(rbac, user, namespace, every_right) == expected & set(every_right), f"{name} in {namespace}"
            compared += len(every_right)
    assert compared > 100_000


def test_every_right_that_a_role_promises_is_on_something_that_is_served(
    specs: Specs, cluster: Matrix, every_right: tuple[Right, ...]
) -> None:
    for role in specs.of("RoleProfile"):
        assert cluster.role_rights(role) <= set(every_right), role


def test_nobody_has_anything_in_a_tenant_that_does_not_name_them(
    cluster: Matrix, rbac: Rbac, every_right: tuple[Right, ...], specs: Specs
) -> None:
    crossings = 0
    for name, user in cast_of(cluster).everybody.items():
        for namespace, project in cluster.namespaces.items():
            if not _named_by(specs, cluster, user, project):
                crossings += 1
                assert _held(rbac, user, namespace, every_right) == _everybodys(user), f"{name} in {namespace}"
    assert crossings > len(cluster.namespaces)


def test_our_roles_hold_just_the_words_of_their_profiles(cluster: Matrix, example_plane: Plane) -> None:
    """No star, which would grow with every kind that is installed; no names, no paths, nothing taken in by label."""
    objects = compiled_objects(example_plane.output, cluster.cluster)
    roles = [item for item in objects if item["kind"] in ("Role", "ClusterRole")]
    held = {}
    for item in roles:
        assert {*item} == {"apiVersion", "kind", "metadata", "rules"}
        assert not [label for label in item["metadata"]["labels"] if "aggregate" in label]
        assert all({*rule} == {"apiGroups", "resources", "verbs"} for rule in item["rules"])
        held[item["metadata"]["name"]] = {
            (verb, group, resource)
            for rule in item["rules"]
            for verb in rule["verbs"]
            for group in rule["apiGroups"]
            for resource in rule["resources"]
        }
    used = {item["roleRef"]["name"] for item in objects if item["kind"] == "RoleBinding"}
    assert used <= set(held)
    assert held == {f"tenantry:{role}": cluster.role_rights(role) for role in cluster.specs.of("RoleProfile")}


def test_our_bindings_reach_nobody_but_members(cluster: Matrix, example_plane: Plane) -> None:
    members = {*cluster.members()}
    objects = compiled_objects(example_plane.output, cluster.cluster)
    bindings = [item for item in objects if item["kind"].endswith("RoleBinding")]
    assert {item["kind"] for item in bindings} == {"RoleBinding"}
    assert {item["metadata"]["namespace"] for item in bindings} == set(cluster.namespaces)
    subjects = [subject for item in bindings for subject in item["subjects"]]
    assert {subject["kind"] for subject in subjects} <= {"User", "Group"}
    assert {subject["name"] for subject in subjects} <= members


def _held(rbac: Rbac, user: User, namespace: str, rights: tuple[Right, ...]) -> frozenset[Right]:
    rules = rbac.rules(user, namespace)
    key = tuple(map(id, rules))
    if key not in _HELD:
        kept = [right for right in rights if rbac.allows(user, Question(*right, namespace))]
        _HELD[key] = (rules, frozenset(kept))
    return _HELD[key][1]


_HELD: dict[tuple[int, ...], tuple[object, frozenset[Right]]] = {}
"""Rights by the rules that give them: most people have the same rules in most namespaces. Rules are kept so that no
other takes the identity of one."""


def _everybodys(user: User) -> frozenset[Right]:
    return EVERYBODY if "system:authenticated" in user.groups else frozenset()


def _named_by(specs: Specs, matrix: Matrix, user: User, project: str) -> bool:
    """Whether the tenant of a project, or one of its projects, names this user as a member."""
    tenant = project.partition("/")[0]
    documents = [specs.of("Tenant")[tenant]]
    documents += [spec for name, spec in specs.of("Project").items() if name.partition("/")[0] == tenant]
    names = {matrix.prefixed(member)[1] for spec in documents for member in spec.get("members") or ()}
    return bool(names & {user.name, *user.groups})
