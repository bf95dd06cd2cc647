"""Services, claims and secrets of a tenant.

Pure. What was there before passes.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.cluster import CONTROLLER
from tenantry.admission.policy import CREATE, WRITE, Rule
from tenantry.diagnostics.codes.admission import TN860, TN861, TN862, TN863


def services() -> Iterator[Rule]:
    """Rules for Services."""
    yield Rule(
        TN860,
        WRITE,
        "object.spec.?type.orValue('ClusterIP') in variables.serviceTypes || "
        "(oldObject != null && object.spec.?type.orValue('ClusterIP') == oldObject.spec.?type.orValue('ClusterIP'))",
        "'a Service of type ' + object.spec.?type.orValue('ClusterIP') + ' is not for namespace ' + "
        "request.namespace + '; it may use: ' + variables.serviceTypes.join(', ')",
        "this type of Service is not for this namespace",
        "NodePort and LoadBalancer open a door past the network policies, and ExternalName leads clients elsewhere.",
    )
    yield Rule(
        TN861,
        WRITE,
        "object.spec.?externalIPs.orValue([]).all(i, "
        "oldObject != null && i in oldObject.spec.?externalIPs.orValue([]))",
        "'a Service takes no external IPs; leave spec.externalIPs out'",
        "a Service takes no external IPs; leave spec.externalIPs out",
        "Whoever may write an external IP may take the traffic of any address in the cluster.",
    )


def claims() -> Iterator[Rule]:
    """Rules for PersistentVolumeClaims."""
    yield Rule(
        TN862,
        WRITE,
        # Of a claim that is there these are final.
        f"oldObject != null || {free('object.spec')}",
        f"'a claim takes a fresh volume of a storage class; {OUT}'",
        f"a claim takes a fresh volume of a storage class; {OUT}",
        VOLUMES,
    )
    yield Rule(
        TN862,
        WRITE,
        f"object.spec.?volumeName.orValue('') == '' || (oldObject != null && "
        f"(request.userInfo.username == '{CONTROLLER}persistent-volume-binder' || "
        "object.spec.?volumeName.orValue('') == oldObject.spec.?volumeName.orValue('')))",
        "'a claim does not name its volume; leave spec.volumeName out, the storage system binds it'",
        "a claim does not name its volume; leave spec.volumeName out",
        VOLUMES,
    )


def free(claim: str) -> str:
    """CEL: a claim is bound to no volume that was there before it, whoever made that."""
    return f"(!has({claim}.selector) && {claim}.?storageClassName.orValue('-') != '')"


OUT: Final = "leave selector and volumeName out, and name a storage class or leave storageClassName out"
"""What to do where a claim is not free."""
VOLUMES: Final = (
    "A volume that another tenant has let go still holds its data, and a claim that names it, selects it by its labels "
    "or asks for one of no class would read them."
)


def secrets() -> Iterator[Rule]:
    """Rules for Secrets; only ever about their type, so their content is looked at by nobody."""
    yield Rule(
        TN863,
        CREATE,
        "object.?type.orValue('') != 'kubernetes.io/service-account-token'",
        "'lasting service account tokens are not made; ask for a short one: kubectl create token'",
        "lasting service account tokens are not made; ask for a short one: kubectl create token",
        "A token in a Secret never ends and works for whoever reads it, long after its reader has left the project.",
    )
