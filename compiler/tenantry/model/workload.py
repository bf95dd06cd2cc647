"""WorkloadClass and PriorityLadder: how work queues, and which work goes first. Pure."""

from typing import Literal

from pydantic import Field

from tenantry.model.base import FleetDocument, Strict
from tenantry.model.fields import Many, Maybe, Some
from tenantry.model.subject import Subject
from tenantry.model.texts import PriorityRef, Sentence
from tenantry.model.values import SomeTime

_PRIORITY_MAX = 1_000_000_000
"""Above this, values belong to Kubernetes itself. Source: PriorityClass validation."""


class WorkloadClassSpec(Strict):
    """How work of this class queues."""

    queueing: Literal["BestEffortFIFO", "StrictFIFO"] = Field(
        "BestEffortFIFO",
        description="Whether work that does not fit lets later work pass; `BestEffortFIFO` (it does) when left out.",
    )
    borrows: bool = Field(
        True,
        description="Whether it may use more than its guarantee while others idle; true when left out. A "
        "class that never borrows runs on class lines, and nobody reclaims from it.",
    )
    within_cluster_queue: Maybe[Literal["Never", "LowerPriority", "LowerOrNewerEqualPriority"]] = Field(
        None,
        description="Which running work of the same queue waiting work may end. Left out: `LowerPriority`, "
        "and `Never` where the class does not borrow.",
    )
    default_priority: Maybe[PriorityRef] = Field(
        None, description="Priority of work of this class that names none. Left out: the fleet's."
    )
    max_run_time: Maybe[SomeTime] = Field(
        None,
        description="Longest run time of one piece of work, after which Kueue ends it; StatefulSets, which Kueue never "
        "ends, are then refused. Left out: no limit.",
    )
    shared_accelerators: bool = Field(
        True,
        description="Whether it may run on slices and accelerators shared by others; true when left out.",
    )


class WorkloadClass(FleetDocument):
    """A kind of work, such as training, inference or development."""

    kind: Literal["WorkloadClass"] = Field(description="`WorkloadClass`.")
    spec: WorkloadClassSpec = Field(description="How work of this class queues.")


class Priority(Strict):
    """One step of the ladder."""

    name: PriorityRef = Field(description="Name that people write on their work.")
    value: int = Field(
        ge=-_PRIORITY_MAX,
        le=_PRIORITY_MAX,
        description="Rank; higher goes first. Between -1000000000 and 1000000000.",
    )
    approved_by: Many[Subject] = Field(
        (), description="Who approves that a tenant may use it. Left out: the fleet's owners."
    )
    description: Sentence = Field("", description="When to use it; nothing is said when left out.")


class PriorityLadderSpec(Strict):
    """The priorities of the fleet."""

    priorities: Some[Priority] = Field(description="The priorities, in any order; at least one.")


class PriorityLadder(FleetDocument):
    """The priorities that work may have; one document per fleet."""

    kind: Literal["PriorityLadder"] = Field(description="`PriorityLadder`.")
    spec: PriorityLadderSpec = Field(description="The priorities of the fleet.")
