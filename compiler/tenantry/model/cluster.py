"""Cluster: versions, network facts and installed parts of one Kubernetes cluster. Pure."""

from typing import Literal

from pydantic import Field

from tenantry.model.base import FleetDocument, Strict
from tenantry.model.fields import Distinct, Maybe, SomeDistinct
from tenantry.model.fleet import Installation
from tenantry.model.texts import Name, NamespaceRef, ObjectName, Principal, Revision, Server, Version
from tenantry.model.values import Address, Cidr, Count, TimeSpan
from tenantry.names import NamespaceName
from tenantry.quantity import Duration

Integration = Literal[
    "job",
    "pod",
    "deployment",
    "statefulset",
    "jobset",
    "leaderworkerset",
    "mpijob",
    "pytorchjob",
    "tfjob",
    "xgboostjob",
    "paddlejob",
    "jaxjob",
    "trainjob",
    "raycluster",
    "rayjob",
    "rayservice",
    "appwrapper",
    "sparkapplication",
]
"""Kinds of work that Kueue can queue."""


class ClusterKueue(Strict):
    """The Kueue of a cluster."""

    version: Version = Field(description='Version, major and minor: "0.17" to "0.19".')
    namespace: NamespaceRef = Field(
        NamespaceName("kueue-system"),
        description="Namespace in which Kueue runs; `kueue-system` when left out.",
    )
    configuration: Installation = Field(
        "configMap",
        description="How its own configuration is installed, which decides the form of the fragment to "
        "merge; `configMap` when left out.",
    )
    pods_ready_timeout: TimeSpan = Field(
        Duration.parse("1h"),
        description="How long admitted work may wait for all its pods to be ready before it is put back; 1h "
        "when left out.",
    )
    fair_sharing: bool = Field(
        True,
        description="Whether fair sharing is on; true when left out. The quota model needs it: false is refused.",
    )
    integrations: SomeDistinct[Integration] = Field(
        ("job", "pod", "deployment", "statefulset"),
        description="Kinds of work that Kueue queues; job, pod, deployment and statefulset when left out, "
        "which are always needed.",
    )
    operators: SomeDistinct[Principal] = Field(
        (),
        description="User names of the operators behind the other kinds of work. They alone may make pods and Jobs "
        "of what Kueue has admitted as a whole; none when left out: work of those kinds then makes none.",
    )


class ClusterArgoCD(Strict):
    """How the fleet's Argo CD reaches a cluster."""

    server: Server = Field(description="Address of the cluster's API server as Argo CD knows it.")
    revision: Maybe[Revision] = Field(
        None,
        description="Branch or tag this cluster follows, for a roll-out in rings. Left out: the fleet's revision.",
    )
    user: Principal = Field(
        description="User name as which Argo CD writes in the cluster; only it may change what is owned."
    )


class ClusterDns(Strict):
    """Where pods ask for names."""

    service: Address = Field(description="Cluster IP of the DNS service.")
    node_local: Maybe[Address] = Field(
        None, description="Address of NodeLocal DNSCache on every node. Left out: there is none."
    )


class ClusterNetwork(Strict):
    """Addresses and network parts of a cluster."""

    pods: SomeDistinct[Cidr] = Field(description="Address ranges of pods.")
    services: SomeDistinct[Cidr] = Field(description="Address ranges of services.")
    nodes: SomeDistinct[Cidr] = Field(description="Address ranges of nodes.")
    dns: ClusterDns = Field(description="Where pods ask for names.")
    cni: Literal["cilium", "calico", "ovn-kubernetes", "antrea", "other"] = Field(
        description="The network plugin, because plugins differ in what a NetworkPolicy can do."
    )
    ingress_namespaces: Distinct[NamespaceRef] = Field(
        (), description="Namespaces whose pods may reach every tenant's services; none when left out."
    )
    monitoring_namespaces: Distinct[NamespaceRef] = Field(
        (), description="Namespaces whose pods may read metrics from every tenant's pods; none when left out."
    )


class ClusterSpec(Strict):
    """Versions, network facts and installed parts."""

    kubernetes: Version = Field(description='Version of Kubernetes, major and minor: "1.33" to "1.36".')
    kueue: ClusterKueue = Field(description="The Kueue of the cluster.")
    argocd: ClusterArgoCD = Field(description="How the fleet's Argo CD reaches the cluster.")
    shared_nodes: Count = Field(
        0,
        description="Untainted nodes that belong to no pool, for pods without a queue; 0 when left out: such "
        "pods are refused.",
    )
    network: ClusterNetwork = Field(description="Addresses and network parts.")
    storage_classes: dict[Name, ObjectName] = Field(
        {},
        description="Word that projects use for a kind of storage, and the StorageClass it means here; none "
        "when left out: no project can have volumes here.",
    )


class Cluster(FleetDocument):
    """One Kubernetes cluster of the fleet."""

    kind: Literal["Cluster"] = Field(description="`Cluster`.")
    spec: ClusterSpec = Field(description="Versions, network facts and installed parts.")
