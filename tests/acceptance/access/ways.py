"""The known ways up: verbs and resources that would let a member of a tenant get past its role."""

_RBAC = "rbac.authorization.k8s.io"

WAYS: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "hand out rights": (("create", "update", "patch", "delete"), (f"roles.{_RBAC}", f"rolebindings.{_RBAC}")),
    "hand out rights in the cluster": (
        ("create", "update", "patch", "delete"),
        (f"clusterroles.{_RBAC}", f"clusterrolebindings.{_RBAC}"),
    ),
    "write a role with more than one has": (("escalate",), (f"roles.{_RBAC}", f"clusterroles.{_RBAC}")),
    "bind a role with more than one has": (("bind",), (f"roles.{_RBAC}", f"clusterroles.{_RBAC}")),
    "act as others": (("impersonate",), ("users", "groups", "serviceaccounts", "uids.authentication.k8s.io")),
    "act as others in part": (
        ("impersonate:user-info", "impersonate:serviceaccount", "impersonate:arbitrary-node"),
        ("users.authentication.k8s.io", "groups.authentication.k8s.io", "nodes.authentication.k8s.io"),
    ),
    "act as others on some things": (
        ("impersonate-on:user-info:get", "impersonate-on:serviceaccount:create", "impersonate-on:arbitrary-node:list"),
        ("secrets", "pods", f"rolebindings.{_RBAC}"),
    ),
    "draw a token": (("create",), ("serviceaccounts/token", "tokenreviews.authentication.k8s.io")),
    "make service accounts": (("create", "update", "patch", "delete"), ("serviceaccounts",)),
    "get a certificate": (
        ("create", "update", "patch"),
        ("certificatesigningrequests.certificates.k8s.io", "certificatesigningrequests.certificates.k8s.io/approval"),
    ),
    "approve a certificate": (("approve", "sign"), ("signers.certificates.k8s.io",)),
    "change a namespace": (
        ("create", "update", "patch", "delete"),
        ("namespaces", "namespaces/status", "namespaces/finalize"),
    ),
    "add containers to a running pod": (("update", "patch"), ("pods/ephemeralcontainers", "pods/resize")),
    "place a pod oneself": (("create",), ("pods/binding", "bindings")),
    "say what only a controller says": (
        ("update", "patch"),
        ("pods/status", "jobs.batch/status", "workloads.kueue.x-k8s.io/status", "localqueues.kueue.x-k8s.io/status"),
    ),
    "go through the kubelet": (("get", "create"), ("nodes/proxy", "nodes/log", "nodes/metrics", "nodes/configz")),
    "go through a proxy": (("get", "create"), ("services/proxy", "pods/proxy")),
    "write quota or queues": (
        ("create", "update", "patch", "delete", "deletecollection"),
        ("resourcequotas", "limitranges", "localqueues.kueue.x-k8s.io", "workloads.kueue.x-k8s.io"),
    ),
    "write the quota tree": (
        ("create", "update", "patch", "delete"),
        ("clusterqueues.kueue.x-k8s.io", "cohorts.kueue.x-k8s.io", "resourceflavors.kueue.x-k8s.io"),
    ),
    "open the network": (
        ("create", "update", "patch", "delete"),
        ("networkpolicies.networking.k8s.io", "ingresses.networking.k8s.io", "endpoints"),
    ),
    "send traffic elsewhere": (("create", "update", "patch"), ("endpointslices.discovery.k8s.io", "services/status")),
    "change admission": (
        ("create", "update", "patch", "delete"),
        (
            "validatingadmissionpolicies.admissionregistration.k8s.io",
            "validatingadmissionpolicybindings.admissionregistration.k8s.io",
            "mutatingadmissionpolicies.admissionregistration.k8s.io",
            "mutatingwebhookconfigurations.admissionregistration.k8s.io",
            "validatingwebhookconfigurations.admissionregistration.k8s.io",
        ),
    ),
    "serve an API of one's own": (
        ("create", "update", "patch"),
        ("customresourcedefinitions.apiextensions.k8s.io", "apiservices.apiregistration.k8s.io"),
    ),
    "change what pods may ask for": (
        ("create", "update", "patch", "delete"),
        (
            "priorityclasses.scheduling.k8s.io",
            "runtimeclasses.node.k8s.io",
            "storageclasses.storage.k8s.io",
            "persistentvolumes",
            "deviceclasses.resource.k8s.io",
            "nodes",
            "nodes/status",
        ),
    ),
    "have Argo CD do it": (
        ("get", "create", "update", "patch", "delete"),
        ("applications.argoproj.io", "applicationsets.argoproj.io", "appprojects.argoproj.io"),
    ),
    "ask what others may do": (
        ("create",),
        ("subjectaccessreviews.authorization.k8s.io", "localsubjectaccessreviews.authorization.k8s.io"),
    ),
}
"""Verbs and resources, written as in role profiles, by what one would do with them."""
