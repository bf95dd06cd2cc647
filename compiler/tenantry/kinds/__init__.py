"""Manifest kinds: one file each. KINDS is the order in which every owner is asked; one word adds a kind."""

from typing import Final

from tenantry.kinds import (
    application,
    appproject,
    clusterqueue,
    clusterrole,
    cohort,
    configmap,
    limitrange,
    localqueue,
    mutatingadmissionpolicy,
    mutatingadmissionpolicybinding,
    namespace,
    networkpolicy,
    persistentvolumeclaim,
    poddisruptionbudget,
    priorityclass,
    prometheusrule,
    resourceflavor,
    resourcequota,
    rolebinding,
    service,
    serviceaccount,
    topology,
    validatingadmissionpolicy,
    validatingadmissionpolicybinding,
    workloadpriorityclass,
)
from tenantry.kinds.base import Kind
from tenantry.kinds.carried import carried_kind

KINDS: Final[tuple[Kind, ...]] = tuple(
    module.KIND
    for module in (
        namespace,
        serviceaccount,
        networkpolicy,
        resourcequota,
        limitrange,
        clusterrole,
        rolebinding,
        topology,
        resourceflavor,
        workloadpriorityclass,
        priorityclass,
        cohort,
        clusterqueue,
        localqueue,
        persistentvolumeclaim,
        validatingadmissionpolicy,
        mutatingadmissionpolicy,
        validatingadmissionpolicybinding,
        mutatingadmissionpolicybinding,
        configmap,
        service,
        poddisruptionbudget,
        prometheusrule,
        appproject,
        application,
    )
)

ADDON_KINDS: Final[tuple[Kind, ...]] = (
    carried_kind("v1", "ConfigMap"),
    service.KIND,
    poddisruptionbudget.KIND,
    prometheusrule.KIND,
)
"""Kinds that addons may make; their ConfigMaps are carried as they come, and stand with the addons."""
