"""No member can get more than its role: the known ways up, by name, for whoever may most in each tenant.

The matrix covers them all and for all; here each has its name, and a real attempt where one can be made.
"""

import base64

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from tests.acceptance.access.asking import ask
from tests.acceptance.access.catalogue import Catalogue
from tests.acceptance.access.judging import unequal
from tests.acceptance.access.people import Cast
from tests.acceptance.access.stage import on_stage
from tests.acceptance.access.ways import WAYS
from tests.oracle.access_matrix import Matrix
from tests.oracle.rbac import Question, Rbac, User
from tests.plane.api import MERGE_PATCH, STRATEGIC_PATCH, Answer, Api, Object
from tests.plane.plane import Plane

pytestmark = pytest.mark.xdist_group("access")

_RBAC = "rbac.authorization.k8s.io"
_OWN, _OTHER, _LEADS = "vision-detection", "search-ranking", "oidc:vision-leads"


def mightiest(matrix: Matrix) -> list[User]:
    """For every tenant with namespaces on the cluster, whoever may most there."""
    found: dict[str, User] = {}
    for namespace, project in matrix.namespaces.items():
        found[project.partition("/")[0]] = max(
            matrix.members().values(), key=lambda user: len(matrix.rights(user, namespace))
        )
    return list(found.values())


@pytest.mark.parametrize("way", WAYS)
def test_no_member_can(way: str, example_plane: Plane, matrix: Matrix, catalogue: Catalogue) -> None:
    verbs, resources = WAYS[way]
    namespaced = {(row.group, row.resource) for row in catalogue.resources if row.namespaced}
    asked = [
        (user, Question(verb, *_parts(resource), namespace))
        for user in mightiest(matrix)
        for resource in resources
        for verb in verbs
        for namespace in ((matrix.own(user)[0],) if _parts(resource) in namespaced else ("",))
    ]
    verdicts = ask(example_plane.kubernetes, asked)
    allowed = [
        f"{user.groups}: {question}" for (user, question), said in zip(asked, verdicts, strict=True) if said.allowed
    ]
    assert not allowed


def test_none_but_admins_read_secrets(example_plane: Plane, matrix: Matrix, cast: Cast) -> None:
    namespaces = sorted(matrix.namespaces)
    asked = [
        (user, Question("get", "", "secrets", namespace)) for user in cast.members.values() for namespace in namespaces
    ]
    readers = {
        (user.groups[0], question.namespace)
        for (user, question), said in zip(asked, ask(example_plane.kubernetes, asked), strict=True)
        if said.allowed and user.name == "someone@example.com"
    }
    admins = {
        (f"oidc:{member['group']}", namespace)
        for namespace, project in matrix.namespaces.items()
        for member in matrix.specs.of("Tenant")[project.partition("/")[0]]["members"]
        if member["role"] == "admin"
    }
    assert readers == admins
    assert len(admins) > 10


@pytest.mark.parametrize("resource", ["pods/exec", "pods/portforward", "pods/attach", "pods/log", "secrets"])
def test_no_member_reaches_into_namespaces_of_others(resource: str, example_plane: Plane, matrix: Matrix) -> None:
    asked = [
        (user, Question(verb, "", resource, namespace))
        for user in mightiest(matrix)
        for namespace in ("kube-system", "argocd", *sorted(set(matrix.namespaces) - {*matrix.own(user)})[::3])
        for verb in ("get", "create")
    ]
    assert not [str(one) for one, said in zip(asked, ask(example_plane.kubernetes, asked), strict=True) if said.allowed]


# ---- real attempts, by the most powerful role


@pytest.fixture
def lead(example_plane: Plane) -> Api:
    """An admin of the tenant vision: the role that may most."""
    return example_plane.api.acting_as("lead@example.com", _LEADS)


def test_an_admin_cannot_bind_itself_to_more(lead: Api) -> None:
    answer = lead.create(_binding("more", "cluster-admin"), dry_run=True)
    assert _is_forbidden(answer, "create", "rolebindings", _RBAC, _OWN)


def test_an_admin_cannot_bind_others_to_the_role_it_has(lead: Api) -> None:
    answer = lead.create(_binding("friend", "tenantry:admin"), dry_run=True)
    assert _is_forbidden(answer, "create", "rolebindings", _RBAC, _OWN)


def test_an_admin_cannot_add_a_subject_to_a_compiled_binding(lead: Api) -> None:
    binding = _binding("tenantry:viewer", "tenantry:viewer")
    answer = lead.patch({**binding, "metadata": {"name": "tenantry:developer", "namespace": _OWN}}, {"subjects": []})
    assert _is_forbidden(answer, "patch", "rolebindings", _RBAC, _OWN)


def test_an_admin_cannot_write_a_role(lead: Api) -> None:
    rules = [{"apiGroups": ["*"], "resources": ["*"], "verbs": ["*"]}]
    role = {"apiVersion": f"{_RBAC}/v1", "kind": "Role", "metadata": {"name": "all", "namespace": _OWN}, "rules": rules}
    assert _is_forbidden(lead.create(role, dry_run=True), "create", "roles", _RBAC, _OWN)


def test_an_admin_cannot_write_a_role_that_others_take_in(lead: Api) -> None:
    role = {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "ClusterRole",
        "metadata": {"name": "joins", "labels": {f"{_RBAC}/aggregate-to-view": "true"}},
        "rules": [],
    }
    assert _is_forbidden(lead.create(role, dry_run=True), "create", "clusterroles", _RBAC)


@pytest.mark.parametrize("account", ["default", "trainer"])
def test_an_admin_cannot_draw_a_token(lead: Api, account: str) -> None:
    path = f"/api/v1/namespaces/{_OWN}/serviceaccounts/{account}/token"
    answer = lead.request("POST", path, {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {}})
    assert _is_forbidden(answer, "create", "serviceaccounts/token", "", _OWN)


def test_an_admin_cannot_ask_for_a_certificate_of_masters(lead: Api) -> None:
    request = {
        "apiVersion": "certificates.k8s.io/v1",
        "kind": "CertificateSigningRequest",
        "metadata": {"name": "up"},
        "spec": {
            "request": base64.b64encode(_certificate_request()).decode(),
            "signerName": "kubernetes.io/kube-apiserver-client",
            "usages": ["client auth"],
        },
    }
    answer = lead.create(request, dry_run=True)
    assert _is_forbidden(answer, "create", "certificatesigningrequests", "certificates.k8s.io")


@pytest.mark.parametrize(
    ("verb", "change"),
    [
        ("patch", {"metadata": {"labels": {"pod-security.kubernetes.io/enforce": "privileged"}}}),
        ("patch", {"metadata": {"annotations": {"tenants.example.com/queues": "training.h100-finance"}}}),
    ],
    ids=["pod-security", "queues"],
)
def test_an_admin_cannot_change_its_namespace(lead: Api, verb: str, change: Object) -> None:
    answer = lead.request("PATCH", f"/api/v1/namespaces/{_OWN}", change, content_type=MERGE_PATCH)
    assert _is_forbidden(answer, verb, "namespaces", "", _OWN)


def test_an_admin_cannot_add_a_container_to_a_running_pod(lead: Api) -> None:
    path = f"/api/v1/namespaces/{_OWN}/pods/any/ephemeralcontainers"
    change = {"spec": {"ephemeralContainers": [{"name": "in", "image": "registry.example.com/in"}]}}
    answer = lead.request("PATCH", path, change, content_type=STRATEGIC_PATCH)
    assert _is_forbidden(answer, "patch", "pods/ephemeralcontainers", "", _OWN)


@pytest.mark.parametrize(
    ("method", "verb", "resource"),
    [
        ("GET", "list", "secrets"),
        ("GET", "list", "pods"),
        ("GET", "list", "configmaps"),
        ("DELETE", "deletecollection", "pods"),
    ],
)
def test_an_admin_cannot_touch_another_tenants_objects(lead: Api, method: str, verb: str, resource: str) -> None:
    answer = lead.request(
        method, f"/api/v1/namespaces/{_OTHER}/{resource}", query={"dryRun": "All"} if method == "DELETE" else None
    )
    assert _is_forbidden(answer, verb, resource, "", _OTHER)


@pytest.mark.parametrize("part", ["exec", "portforward", "attach"])
def test_an_admin_cannot_enter_another_tenants_pods(lead: Api, part: str) -> None:
    answer = lead.request("POST", f"/api/v1/namespaces/{_OTHER}/pods/any/{part}", query={"command": "sh"})
    assert _is_forbidden(answer, "create", f"pods/{part}", "", _OTHER)


def test_a_service_account_with_its_token_is_nobody(example_plane: Plane) -> None:
    """The one whose project asked for the token, with a real one: as itself, and trying to act as an administrator."""
    path = f"/api/v1/namespaces/{_OTHER}/serviceaccounts/leader/token"
    request = {"apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "spec": {"expirationSeconds": 600}}
    token = example_plane.api.request("POST", path, request).must()["status"]["token"]
    leader = Api(example_plane.api.connection, token)
    assert _is_forbidden(leader.request("GET", f"/api/v1/namespaces/{_OTHER}/pods"), "list", "pods", "", _OTHER)
    assert _is_forbidden(leader.request("GET", f"/api/v1/namespaces/{_OTHER}/secrets"), "list", "secrets", "", _OTHER)
    for user, groups, how in (
        ("admin", (), "user-info"),
        ("leader", ("system:masters",), "user-info"),
        ("system:serviceaccount:kube-system:argocd-manager", (), "serviceaccount"),
        ("system:node:h100-train-0", (), "arbitrary-node"),
    ):
        answer = Api(example_plane.api.connection, token, user, groups).request("GET", "/api/v1/secrets")
        assert _is_forbidden(answer, f"impersonate-on:{how}:list", "secrets", "")


# ---- what the platform does beside us reaches no member


def test_a_role_added_to_kubernetes_own_reaches_no_member(example_plane: Plane, matrix: Matrix, cast: Cast) -> None:
    """An operator's chart adds its kinds to view, edit and admin: nobody of a tenant is bound to those."""
    added = {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "ClusterRole",
        "metadata": {
            "name": "access:operators-chart",
            "labels": {f"{_RBAC}/aggregate-to-{name}": "true" for name in ("view", "edit", "admin")},
        },
        "rules": [{"apiGroups": ["made.example.com"], "resources": ["*"], "verbs": ["*"]}],
    }
    bystander = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": "access-bystander"}}
    bound = _binding("access:bystander", "view", "access-bystander", user="bystander")
    with on_stage(example_plane.kubernetes, [bystander], [added, bound]) as written:
        thing = Question("get", "made.example.com", "things", "access-bystander")
        assert Rbac(written).allows(User("bystander"), thing)
        assert not unequal(example_plane.kubernetes, Rbac(written), [(User("bystander"), thing)])
        asked = [
            (user, Question(verb, "made.example.com", "things", namespace))
            for user in cast.everybody.values()
            for namespace in (*matrix.own(user), "")
            for verb in ("get", "create")
        ]
        assert not [
            str(one) for one, said in zip(asked, ask(example_plane.kubernetes, asked), strict=True) if said.allowed
        ]


def _parts(resource: str) -> tuple[str, str]:
    """API group and resource of `jobs.batch/status`."""
    name, slash, part = resource.partition("/")
    plural, _, group = name.partition(".")
    return group, f"{plural}{slash}{part}"


def _binding(name: str, role: str, namespace: str = _OWN, user: str = "lead@example.com") -> Object:
    return {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "RoleBinding",
        "metadata": {"name": name, "namespace": namespace},
        "roleRef": {"apiGroup": _RBAC, "kind": "ClusterRole", "name": role},
        "subjects": [{"apiGroup": _RBAC, "kind": "User", "name": user}],
    }


def _is_forbidden(answer: Answer, verb: str, resource: str, group: str, namespace: str = "") -> bool:
    """Whether RBAC refused it, for just this; fails with the server's words where it was something else."""
    where = f'in the namespace "{namespace}"' if namespace else "at the cluster scope"
    words = f'cannot {verb} resource "{resource}" in API group "{group}" {where}'
    assert answer.status == 403, f"{answer.status}: {answer.message}"
    assert words in answer.message, answer.message
    return True


def _certificate_request() -> bytes:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name(
        [x509.NameAttribute(NameOID.ORGANIZATION_NAME, "system:masters"), x509.NameAttribute(NameOID.COMMON_NAME, "up")]
    )
    request = x509.CertificateSigningRequestBuilder().subject_name(name).sign(key, hashes.SHA256())
    return request.public_bytes(serialization.Encoding.PEM)
