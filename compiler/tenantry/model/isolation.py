"""IsolationProfile: how far apart a tenant's pods are kept from everything else. Pure."""

from typing import Literal

from pydantic import Field

from tenantry.model.base import FleetDocument, Strict
from tenantry.model.fields import Distinct, Many, Maybe, SomeDistinct
from tenantry.model.texts import ImagePrefix, Sentence
from tenantry.model.values import Cidr, Count, PortRange, QuantityValue
from tenantry.quantity import Quantity

_NOTHING = Quantity.parse("0")


class EgressRule(Strict):
    """A way out of the cluster."""

    to: Cidr = Field(description="Address range that may be reached.")
    except_: Distinct[Cidr] = Field(
        (), alias="except", description="Ranges inside `to` that may not be reached; none when left out."
    )
    ports: Distinct[PortRange] = Field((), description="Ports that may be reached; every port when left out.")
    reason: Sentence = Field(description="What it is for, for those who review it.")


class EgressByProjects(Strict):
    """How far projects may add ways out themselves."""

    within: SomeDistinct[Cidr] = Field(description="Ranges that hold all egress a project may add.")


class IsolationNetwork(Strict):
    """Who may talk with whom."""

    talks_within: Literal["project", "tenant"] = Field(
        "project",
        description="How far pods reach without a Link: their own project, or all projects of the tenant on "
        "the cluster; `project` when left out.",
    )
    links: bool = Field(True, description="Whether Links are allowed; true when left out.")
    egress: Many[EgressRule] = Field((), description="Ways out of the cluster for every project; none when left out.")
    egress_by_projects: Maybe[EgressByProjects] = Field(
        None, description="How far projects may add ways out. Left out: they may add none."
    )


class Resources(Strict):
    """CPU and memory."""

    cpu: QuantityValue = Field(description="CPU cores.")
    memory: QuantityValue = Field(description="Memory.")


class ObjectCounts(Strict):
    """How many objects of each kind a project may hold; 0 forbids the kind."""

    pods: Count = Field(500, description="Pods that have not finished; 500 when left out.")
    services: Count = Field(50, description="Services; 50 when left out.")
    load_balancers: Count = Field(
        2,
        alias="services.loadbalancers",
        description="Services of type LoadBalancer, where the profile allows them; 2 when left out.",
    )
    node_ports: Count = Field(
        10,
        alias="services.nodeports",
        description="Node ports of services, where the profile allows them; 10 when left out.",
    )
    config_maps: Count = Field(200, alias="configmaps", description="ConfigMaps; 200 when left out.")
    secrets: Count = Field(200, description="Secrets; 200 when left out.")
    claims: Count = Field(50, alias="persistentvolumeclaims", description="PersistentVolumeClaims; 50 when left out.")
    jobs: Count = Field(500, alias="jobs.batch", description="Jobs, finished ones too; 500 when left out.")
    cron_jobs: Count = Field(50, alias="cronjobs.batch", description="CronJobs; 50 when left out.")
    deployments: Count = Field(100, alias="deployments.apps", description="Deployments; 100 when left out.")
    stateful_sets: Count = Field(50, alias="statefulsets.apps", description="StatefulSets; 50 when left out.")
    replica_sets: Count = Field(
        500,
        alias="replicasets.apps",
        description="ReplicaSets, which Deployments leave behind; 500 when left out.",
    )
    workloads: Count = Field(
        2_000,
        alias="workloads.kueue.x-k8s.io",
        description="Pieces of work that Kueue knows, finished ones too; 2000 when left out.",
    )


class IsolationProfileSpec(Strict):
    """Pod security, network, nodes and bounds."""

    pod_security: Literal["privileged", "baseline", "restricted"] = Field(
        description="Level of the Pod Security Standards that pods must meet."
    )
    nodes: Literal["shared", "dedicated"] = Field(
        "shared",
        description="Whether pods run on nodes with other tenants, or only in pools dedicated to the tenant; "
        "`shared` when left out.",
    )
    shared_accelerators: bool = Field(
        True, description="Whether pools with sliced or shared accelerators may be used; true when left out."
    )
    network: IsolationNetwork = Field(
        IsolationNetwork.model_construct(),
        description="Who may talk with whom; only pods of one project when left out.",
    )
    images: Distinct[ImagePrefix] = Field(
        (), description="Prefixes that image names must begin with; any image when left out."
    )
    services: Distinct[Literal["ClusterIP", "NodePort", "LoadBalancer", "ExternalName"]] = Field(
        ("ClusterIP",), description="Types of Service that may be made; `ClusterIP` when left out."
    )
    pod_defaults: Maybe[Resources] = Field(
        None, description="Requests of containers that state none. Left out: such containers request nothing."
    )
    unqueued: Resources = Field(
        Resources.model_construct(cpu=_NOTHING, memory=_NOTHING),
        description="CPU and memory for pods without a queue, per project and cluster; none when left out.",
    )
    counts: ObjectCounts = Field(
        ObjectCounts.model_construct(),
        description="How many objects a project may hold on a cluster; the defaults of each when left out.",
    )


class IsolationProfile(FleetDocument):
    """How far apart a tenant's pods are kept from everything else."""

    kind: Literal["IsolationProfile"] = Field(description="`IsolationProfile`.")
    spec: IsolationProfileSpec = Field(description="Pod security, network, nodes and bounds.")
