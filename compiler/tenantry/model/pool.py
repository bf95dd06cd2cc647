"""Pool: like nodes of one cluster, and the unit in which they are sold. Pure."""

from typing import Literal, Self

from pydantic import ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from tenantry.model.base import FleetDocument, Strict
from tenantry.model.fields import Distinct, Maybe, Some, SomeDistinct
from tenantry.model.texts import (
    ClassRef,
    ClusterRef,
    DeviceResource,
    LabelKey,
    LabelMap,
    LabelValue,
    MigProfile,
    ProfileRef,
    Sentence,
    TenantRef,
    Word,
)
from tenantry.model.values import AtLeastOne, Price, QuantityValue, Units
from tenantry.quantity import Quantity

_NOTHING = Quantity.parse("0")
_REPLICAS_MAX = 1_000


class NodeShape(Strict):
    """What one node has."""

    cpu: QuantityValue = Field(description="CPU cores of a node.")
    memory: QuantityValue = Field(description="Memory of a node.")
    ephemeral_storage: QuantityValue = Field(description="Local disk of a node that pods may use.")
    devices: dict[DeviceResource, AtLeastOne] = Field(
        {},
        description="Other devices of a node by resource name, such as `rdma/hca: 8`; none when left out. A "
        "unit brings its share of them.",
    )


class SystemReserved(Strict):
    """What each node keeps for the system; never sold."""

    cpu: QuantityValue = Field(_NOTHING, description="CPU cores kept per node; 0 when left out.")
    memory: QuantityValue = Field(_NOTHING, description="Memory kept per node; 0 when left out.")
    ephemeral_storage: QuantityValue = Field(_NOTHING, description="Local disk kept per node; 0 when left out.")


class Mig(Strict):
    """Accelerators cut into hardware slices, all of one shape."""

    profile: MigProfile = Field(description="Shape of a slice, such as `1g.10gb`.")
    per_accelerator: int = Field(ge=1, le=_REPLICAS_MAX, description="Slices of each accelerator.")


class TimeSlicing(Strict):
    """Accelerators shared in turns, without isolation of memory or faults."""

    replicas: int = Field(ge=2, le=_REPLICAS_MAX, description="Sharers of each accelerator.")


class Mps(Strict):
    """Accelerators shared at the same time by the Multi-Process Service, without isolation of faults."""

    replicas: int = Field(ge=2, le=_REPLICAS_MAX, description="Sharers of each accelerator.")


class Sharing(Strict):
    """How an accelerator is shared: exactly one of the three."""

    model_config = ConfigDict(
        json_schema_extra={"oneOf": [{"required": [way]} for way in ("mig", "timeSlicing", "mps")]}
    )

    mig: Maybe[Mig] = Field(None, description="Hardware slices of one shape. Left out: another way is used.")
    time_slicing: Maybe[TimeSlicing] = Field(None, description="Sharing in turns. Left out: another way is used.")
    mps: Maybe[Mps] = Field(None, description="Sharing at the same time. Left out: another way is used.")

    @model_validator(mode="after")
    def _names_exactly_one(self) -> Self:
        if [self.mig, self.time_slicing, self.mps].count(None) != 2:
            raise PydanticCustomError("one_of", "needs exactly one of `mig`, `timeSlicing` and `mps`")
        return self


class Accelerator(Strict):
    """The accelerators of a node."""

    vendor: Literal["nvidia", "amd", "intel", "other"] = Field(
        description="Maker, which decides the resource name; with `other` write `resource`."
    )
    model: Word = Field(description="Model, the same word wherever it is the same accelerator: `H100-SXM5-80GB`.")
    resource: Maybe[DeviceResource] = Field(
        None,
        description="Resource name that pods ask for. Left out: the vendor's usual one (`nvidia.com/gpu`, "
        "`amd.com/gpu`, `gpu.intel.com/i915`), with `mig` the one of the slice.",
    )
    memory: Maybe[QuantityValue] = Field(
        None, description="Memory of one whole accelerator, as a fact to show and check. Left out: not known."
    )
    per_node: int = Field(ge=1, le=_REPLICAS_MAX, description="Whole accelerators of a node.")
    driver: Maybe[Word] = Field(
        None, description="Driver branch that the nodes must have, as a fact to check. Left out: not checked."
    )
    sharing: Maybe[Sharing] = Field(None, description="How each accelerator is shared. Left out: it is sold whole.")

    @model_validator(mode="after")
    def _has_a_resource_name(self) -> Self:
        if self.vendor == "other" and self.resource is None:
            raise PydanticCustomError(
                "one_of", "needs `resource`, because vendor `other` has no usual resource name", {"at": "vendor"}
            )
        return self


class Taint(Strict):
    """A taint on every node of the pool."""

    key: LabelKey = Field(description="Key of the taint.")
    value: LabelValue = Field("", description="Value of the taint; empty when left out.")
    effect: Literal["NoSchedule", "NoExecute"] = Field(
        "NoSchedule", description="What it does to pods that do not tolerate it; `NoSchedule` when left out."
    )


class Spares(Strict):
    """Units that are kept back and never sold."""

    units: Units = Field(description="Units kept back.")
    reason: Sentence = Field(description="Why, for those who wonder where they are.")


class PoolSpec(Strict):
    """Nodes, unit, and who may use them."""

    cluster: ClusterRef = Field(description="Name of the Cluster that has the nodes.")
    nodes: AtLeastOne = Field(description="Number of nodes, at least 1.")
    node: NodeShape = Field(description="What one node has.")
    system_reserved: SystemReserved = Field(
        SystemReserved.model_construct(cpu=_NOTHING, memory=_NOTHING, ephemeral_storage=_NOTHING),
        description="What each node keeps for the system, never sold; nothing when left out.",
    )
    accelerator: Maybe[Accelerator] = Field(
        None, description="The accelerators of a node. Left out: a pool of CPU cores, sold by the core."
    )
    labels: LabelMap = Field(
        {}, description="Labels that tell its nodes from all others. Left out: `<domain>/pool: <name>`."
    )
    taints: Maybe[Some[Taint]] = Field(
        None,
        description="Taints on its nodes; only queued work tolerates them. Left out: `<domain>/pool: "
        "<name>`, NoSchedule.",
    )
    topology: Distinct[LabelKey] = Field(
        (),
        description="Node labels from the widest to the narrowest level, for placing work close together; "
        "none when left out: placement does not look at topology.",
    )
    classes: SomeDistinct[ClassRef] = Field(description="Names of the WorkloadClasses it serves; at least one.")
    spares: Maybe[Spares] = Field(None, description="Units kept back. Left out: all units are for sale.")
    price: Price = Field(description="Price of one unit for one hour, in the fleet's currency.")
    dedicated_to: Maybe[TenantRef] = Field(
        None,
        description="Tenant that has the whole pool without a line, with those below it. Left out: lines divide it.",
    )
    profiles: Maybe[SomeDistinct[ProfileRef]] = Field(
        None,
        description="Names of the IsolationProfiles whose tenants may use it. Left out: every profile that fits.",
    )


class Pool(FleetDocument):
    """Like nodes of one cluster, sold by the unit: a whole accelerator, a slice, or a core."""

    kind: Literal["Pool"] = Field(description="`Pool`.")
    spec: PoolSpec = Field(description="Nodes, unit, and who may use them.")
