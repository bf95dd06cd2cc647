"""The 19 checks of the multi-tenancy benchmark (kubectl-mtb), with its own defects put right.

Each gives what falls short, in fixed words; nothing where the check passes. A refusal counts only for the reason the
check is about: where a pod or a delete is refused for something else, the check fails, and a pod that differs in
nothing but that has to be let in first. Access is asked with the plural names that the server knows, and quota keys
count whole.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from tests.acceptance.access.asking import Asked
from tests.acceptance.access.catalogue import VERBS
from tests.acceptance.isolation_benchmark.pods import let_in, refused, security, switched_on
from tests.acceptance.isolation_benchmark.subject import Subject, said_yes
from tests.oracle.rbac import Question
from tests.plane.api import Answer, Object

_RBAC = "rbac.authorization.k8s.io"
_WRITES = ("create", "update", "patch", "delete", "deletecollection")
_OURS = "app.kubernetes.io/managed-by=tenantry"

COMPUTE_KEYS: tuple[set[str], ...] = (
    {"cpu", "requests.cpu"},
    {"memory", "requests.memory"},
    {"ephemeral-storage", "requests.ephemeral-storage"},
)
"""Keys of a quota that bound each resource: the two of a set mean the same."""
OBJECT_KEYS = (
    "pods",
    "services",
    "replicationcontrollers",
    "resourcequotas",
    "secrets",
    "configmaps",
    "persistentvolumeclaims",
    "services.nodeports",
    "services.loadbalancers",
)

Falls = list[str]
"""What falls short of a check."""


@dataclass(frozen=True)
class Check:
    """One check: its name here, its number in the benchmark (which uses one twice), and how it is made."""

    name: str
    number: str
    run: Callable[[Subject], Falls]


def cluster_objects(subject: Subject) -> Falls:
    """The tenant has no verb on anything that belongs to no namespace."""
    served = [row for row in subject.catalogue.resources if not row.namespaced]
    return subject.may(*(Question(verb, row.group, row.resource) for row in served for verb in VERBS))


def platform_objects(subject: Subject) -> Falls:
    """What the platform put into the namespace, whatever its kind, cannot be deleted, also where the role deletes such
    things of its own."""
    falls, refused = [], set()
    for item in _platform_objects(subject):
        kind = item["kind"]
        answer = subject.tenant.delete(item, dryRun=["All"])
        if answer.ok:
            falls.append(f"{kind} {item['metadata']['name']} can be deleted")
            continue
        by_access = "cannot delete resource" in answer.message
        assert answer.status == 403, f"{kind}: {answer.status} {answer.message}"
        assert by_access or "TN872: " in answer.message, f"{kind}: {answer.message}"
        refused.add((kind, "access" if by_access else "admission"))
    assert {(kind, "access") for kind in ("Namespace", "RoleBinding", "ResourceQuota", "LocalQueue")} <= refused
    assert ("PersistentVolumeClaim", "admission") in refused
    return falls


def capabilities(subject: Subject) -> Falls:
    """A container cannot add capabilities, in the main part or before it."""
    falls = []
    for name in ("SETPCAP", "NET_RAW", "SYS_ADMIN"):
        words = f'must not include "{name}" in securityContext.capabilities.add'
        falls += let_in(subject, f"{name} can be added", words, security(capabilities={"drop": ["ALL"], "add": [name]}))
    return falls


def root(subject: Subject) -> Falls:
    """A pod that may run as root is refused."""
    words = "must set securityContext.runAsNonRoot=true"
    return let_in(subject, "containers may run as root", words, security(runAsNonRoot=None, runAsUser=None))


def privileged(subject: Subject) -> Falls:
    """A privileged container is refused."""
    change = security(privileged=True, allowPrivilegeEscalation=True)
    return let_in(subject, "containers may be privileged", "must not set securityContext.privileged=true", change)


def privilege_escalation(subject: Subject) -> Falls:
    """A container whose processes may gain privileges is refused."""
    words = "must set securityContext.allowPrivilegeEscalation=false"
    return let_in(subject, "processes may gain privileges", words, security(allowPrivilegeEscalation=True))


def image_pull(subject: Subject) -> Falls:
    """A pod that asks for an image without asking its registry is refused, or made to ask."""
    answer = subject.attempt(subject.pod(lambda spec: spec["containers"][0].update(imagePullPolicy="Never")))
    if not answer.ok:
        assert "imagePullPolicy" in answer.message, answer.message
        return []
    asks = answer.body["spec"]["containers"][0]["imagePullPolicy"] == "Always"
    return [] if asks else ["an image on the node is used without asking its registry"]


def compute_quota(subject: Subject) -> Falls:
    """A quota bounds CPU, memory and ephemeral storage."""
    enforced = _enforced(subject)
    return [f"no quota on {sorted(keys)[0]}" for keys in COMPUTE_KEYS if not keys & enforced]


def object_quota(subject: Subject) -> Falls:
    """A quota bounds every kind of object that the benchmark names."""
    enforced = _enforced(subject)
    return [f"no quota on {key}" for key in OBJECT_KEYS if key not in enforced]


def host_path(subject: Subject) -> Falls:
    """A volume of the node's own files is refused."""
    words = {"baseline": 'hostPath volumes (volume "host")', "restricted": 'uses restricted volume type "hostPath"'}

    def mount(spec: Object) -> None:
        spec["volumes"] = [{"name": "host", "hostPath": {"path": "/etc"}}]

    return refused(subject, "files of the node can be mounted", words[subject.level], mount)


def node_port(subject: Subject) -> Falls:
    """A Service that opens a port on every node is refused."""
    service: Object = {
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": {"name": "benchmark", "namespace": subject.namespace},
        "spec": {"type": "ClusterIP", "ports": [{"port": 80}], "selector": {"app": "benchmark"}},
    }
    subject.attempt(service).must()
    answer = subject.attempt({**service, "spec": {**service["spec"], "type": "NodePort"}})
    if answer.ok:
        return ["a port of the nodes can be opened"]
    assert "TN860: a Service of type NodePort is not for" in answer.message, answer.message
    return []


def host_network(subject: Subject) -> Falls:
    """Neither the node's network nor a port of the node is given."""

    def port(spec: Object) -> None:
        spec["containers"][0]["ports"] = [{"containerPort": 8080, "hostPort": 8080}]

    return [
        *refused(
            subject, "the node's network can be had", "host namespaces (hostNetwork=true)", switched_on("hostNetwork")
        ),
        *refused(subject, "a port of the node can be had", 'hostPort (container "main" uses hostPort 8080)', port),
    ]


def host_pid(subject: Subject) -> Falls:
    """The node's processes are not shown."""
    return refused(
        subject, "the node's processes can be seen", "host namespaces (hostPID=true)", switched_on("hostPID")
    )


def host_ipc(subject: Subject) -> Falls:
    """The node's shared memory is not given."""
    return refused(subject, "the node's memory can be shared", "host namespaces (hostIPC=true)", switched_on("hostIPC"))


def own_quota(subject: Subject) -> Falls:
    """The tenant cannot change its quota."""
    resources = ("resourcequotas", "resourcequotas/status", "limitranges")
    return subject.may(*(Question(verb, "", resource, subject.namespace) for resource in resources for verb in _WRITES))


def other_tenants(subject: Subject) -> Falls:
    """The tenant has nothing in another's namespace, and the other nothing in its own."""
    there: list[Asked] = [(subject.user, question) for question in subject.catalogue.namespaced(subject.neighbour)]
    here: list[Asked] = [
        (subject.neighbours_user, question) for question in subject.catalogue.namespaced(subject.namespace)
    ]
    at_home = Question("list", "", "pods", subject.neighbour)
    assert said_yes(subject.plane, [(subject.neighbours_user, at_home)]), "the other has rights at home"
    return said_yes(subject.plane, [*there, *here])


def more_rights(subject: Subject) -> Falls:
    """The tenant cannot write a role beyond its own rights, nor bind one."""
    return subject.may(
        *(
            Question(verb, _RBAC, resource, namespace, name)
            for verb in ("escalate", "bind")
            for resource in ("roles", "clusterroles")
            for namespace in (subject.namespace, "")
            for name in ("", "cluster-admin", "admin", "tenantry:admin")
        )
    )


def self_service_roles(subject: Subject) -> Falls:
    """The tenant can manage roles and bindings of its namespace itself."""
    binding = {
        "apiVersion": f"{_RBAC}/v1",
        "kind": "RoleBinding",
        "metadata": {"name": "benchmark", "namespace": subject.namespace},
        "roleRef": {"apiGroup": _RBAC, "kind": "ClusterRole", "name": "tenantry:viewer"},
        "subjects": [{"apiGroup": _RBAC, "kind": "User", "name": "friend@example.com"}],
    }
    return _managed(subject, binding, _RBAC, ("roles", "rolebindings"))


def self_service_network(subject: Subject) -> Falls:
    """The tenant can manage network policies of its namespace itself."""
    policy = {
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": {"name": "benchmark", "namespace": subject.namespace},
        "spec": {"podSelector": {}, "policyTypes": ["Ingress"]},
    }
    return _managed(subject, policy, "networking.k8s.io", ("networkpolicies",))


CHECKS = (
    Check("cluster objects", "PL1-CC-CPI-1", cluster_objects),
    Check("platform objects", "PL1-BC-CPI-2", platform_objects),
    Check("capabilities", "PL1-BC-CPI-3", capabilities),
    Check("root", "PL1-BC-CPI-4", root),
    Check("privileged", "PL1-BC-CPI-5", privileged),
    Check("privilege escalation", "PL1-BC-CPI-6", privilege_escalation),
    Check("image pull", "PL1-CC-DI-1", image_pull),
    Check("compute quota", "PL1-CC-FNS-1", compute_quota),
    Check("object quota", "PL1-CC-FNS-2", object_quota),
    Check("host path", "PL1-BC-HI-1", host_path),
    Check("node port", "PL1-BC-HI-1", node_port),
    Check("host network", "PL1-BC-HI-3", host_network),
    Check("host processes", "PL1-BC-HI-4", host_pid),
    Check("host memory", "PL1-BC-HI-5", host_ipc),
    Check("own quota", "PL1-CC-TI-1", own_quota),
    Check("other tenants", "PL1-CC-TI-2", other_tenants),
    Check("more rights", "PL2-CC-TI-1", more_rights),
    Check("own roles", "PL2-BC-OPS-3", self_service_roles),
    Check("own network policies", "PL2-BC-OPS-4", self_service_network),
)


def _enforced(subject: Subject) -> set[str]:
    """Keys that quotas of the namespace bound, as the server enforces them."""
    quotas = subject.plane.api.list("v1", "ResourceQuota", subject.namespace)
    assert quotas
    return {key for item in quotas for key in item["status"]["hard"]}


def _platform_objects(subject: Subject) -> Iterator[Object]:
    """Every object of the namespace that has our label, of every kind that can be listed, and the namespace."""
    api = subject.plane.api
    yield {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": subject.namespace}}
    for version, kind in subject.catalogue.kinds:
        yield from api.list(version, kind, subject.namespace, labelSelector=_OURS)


def _managed(subject: Subject, item: Object, group: str, resources: tuple[str, ...]) -> Falls:
    """Whether the tenant may do everything with these resources; where it may not, creating one is refused by RBAC."""
    wanted = [Question(verb, group, resource, subject.namespace) for resource in resources for verb in VERBS]
    if len(subject.may(*wanted)) == len(wanted):
        subject.attempt(item).must()
        return []
    _by_access(subject.attempt(item), resources[-1])
    return [f"{' and '.join(resources)} are not the tenant's"]


def _by_access(answer: Answer, resource: str) -> None:
    assert answer.status == 403, f"{answer.status} {answer.message}"
    assert f'cannot create resource "{resource}"' in answer.message, answer.message
