"""What the platform owns: Namespaces of tenants, and every object that bears tenantry's label.

Pure. These policies hold in every namespace, because a request that takes a namespace's label away is matched
by the labels that it would leave. Who may write is a match condition; here stands what nobody else may.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.cluster import ClusterWords
from tenantry.admission.policy import CREATE, DELETE, UPDATE, WRITE, Rule, listed, quoted
from tenantry.diagnostics.codes.admission import TN870, TN871, TN872, TN873

ACCOUNTS: Final = "system:serviceaccount:"
TRACKING: Final = "argocd.argoproj.io/tracking-id"

_PROTECTED: Final = (
    "pod-security.kubernetes.io/",
    "kueue.x-k8s.io/",
    "resource.kubernetes.io/",
    "argocd.argoproj.io/",
)
_WHY: Final = (
    "Argo CD does not see what is added to an object: one more rule in a default deny opens a namespace for good and "
    "shows as synced. So objects of the platform are changed by those alone who compile them."
)


def namespaces(words: ClusterWords) -> Iterator[Rule]:
    """Rules for Namespaces and their subresources: protected keys stay as they are."""
    own = f"{words.domain}/"
    tenant = quoted(words.key("tenant"))
    # Other namespaces are free to say what they like, except that they belong to a tenant.
    was_tenant = f"oldObject != null && {tenant} in oldObject.metadata.?labels.orValue({{}})"
    prefixes = f"({was_tenant} ? {listed((own, *_PROTECTED, words.owned[0]))} : {listed((own,))})"
    yield Rule(
        TN870,
        WRITE,
        " && ".join(_kept(part, prefixes) for part in ("labels", "annotations")),
        f"'of namespace ' + request.name + ' labels and annotations that begin with one of ' + {prefixes}.join(', ') + "
        "' are the platform\\'s; change the project in git instead'",
        "protected labels and annotations of a Namespace are the platform's; change the project in git instead",
        "Isolation, pod security and everything that these rules know of a tenant hang on labels and annotations of "
        "its Namespace. Whoever could change them could leave the tenant.",
        "Forbidden",
    )
    yield Rule(
        TN871,
        DELETE,
        f"!({tenant} in oldObject.metadata.?labels.orValue({{}}))",
        "'namespace ' + request.name + ' is deleted by the platform: retire the project in git first'",
        "the namespace of a tenant is deleted by the platform: retire the project in git first",
        "A deleted Namespace takes every claim, secret and running job with it, at once.",
        "Forbidden",
    )


def owned(words: ClusterWords) -> Iterator[Rule]:
    """Rules for objects with tenantry's label, before or after the request."""
    name, value = words.owned
    source = quoted(words.key("source"))
    mine = f"{{}}.metadata.?labels[?{quoted(name)}].orValue('') == {quoted(value)}"
    changed = (
        "request.kind.kind + ' ' + request.name + ' belongs to the platform (' + "
        f"oldObject.metadata.?annotations[?{source}].orValue('tenantry') + '); change it in git instead'"
    )
    yield Rule(
        TN872,
        CREATE,
        f"!({mine.format('object')})",
        f"'the label {name}: {value} is the platform\\'s; leave it out'",
        f"the label {name}: {value} is the platform's; leave it out",
        _WHY,
        "Forbidden",
    )
    yield Rule(
        TN872,
        UPDATE,
        # Storage and load balancer drivers note their work on claims and Services, a Prometheus operator on its rules.
        # They are service accounts and cloud controllers, and none of them is at home in the namespace itself.
        f"request.userInfo.username.startsWith('system:') && "
        f"!request.userInfo.username.startsWith('{ACCOUNTS}' + request.namespace + ':') && "
        "(request.resource.resource in ['persistentvolumeclaims', 'services'] || "
        "(request.resource.resource == 'prometheusrules' && request.?subResource.orValue('') == 'status')) && "
        "object.spec == oldObject.spec && "
        "object.metadata.?labels.orValue({}) == oldObject.metadata.?labels.orValue({}) && "
        "object.metadata.?ownerReferences.orValue([]) == oldObject.metadata.?ownerReferences.orValue([]) && "
        f"{_kept('annotations', listed((f'{words.domain}/', 'argocd.argoproj.io/')))}",
        changed,
        "this object belongs to the platform; change it in git instead",
        _WHY,
        "Forbidden",
    )
    yield Rule(
        TN872,
        DELETE,
        "false",
        changed,
        "this object belongs to the platform; change it in git instead",
        _WHY,
        "Forbidden",
    )


def tracking() -> Iterator[Rule]:
    """Rules for owned objects that bind Argo CD too: the application that applies them stays the same."""
    old = f"oldObject.metadata.?annotations[?'{TRACKING}'].orValue('')"
    new = f"object.metadata.?annotations[?'{TRACKING}'].orValue('')"
    yield Rule(
        TN873,
        UPDATE,
        f"{old} == '' || {new} == {old}",
        f"request.kind.kind + ' ' + request.name + ' is applied by another application (' + {old} + '); take it out of "
        "this one'",
        "this object is applied by another Argo CD application; take it out of this one",
        "An application of a tenant runs as the same user as the platform's. The tracking id is what tells them apart, "
        "and an application that could set it could overwrite the object.",
        "Forbidden",
    )


def _kept(part: str, prefixes: str) -> str:
    new = f"(object.metadata.?{part}.orValue({{}}))"
    old = f"(oldObject == null ? {{}} : oldObject.metadata.?{part}.orValue({{}}))"
    free = f"!{prefixes}.exists(p, k.startsWith(p))"
    return f"{old}.all(k, {free} || (k in {new} && {new}[k] == {old}[k])) && {new}.all(k, {free} || k in {old})"
