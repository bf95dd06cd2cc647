"""Policy: a rule of the organisation in CEL, with its own examples. Pure."""

from typing import Any, Literal, Self

from pydantic import Field, model_validator
from pydantic_core import PydanticCustomError

from tenantry.model.base import FleetDocument, Strict
from tenantry.model.fields import Distinct, Many, Maybe, Some, SomeDistinct
from tenantry.model.texts import ApiResource, Expression, Sentence, VariableName
from tenantry.model.values import Day

ProgramKind = Literal[
    "Fleet",
    "Cluster",
    "Pool",
    "WorkloadClass",
    "IsolationProfile",
    "RoleProfile",
    "Tenant",
    "Project",
    "Grant",
    "Link",
]
"""What a rule over the program or over a change can look at."""


class PolicyMatch(Strict):
    """What the rule is asked about, one at a time."""

    kinds: Distinct[ProgramKind] = Field(
        (),
        description="With scope `program` or `change`: kinds of document, such as `Tenant`; needed there, "
        "else left out.",
    )
    resources: Distinct[ApiResource] = Field(
        (),
        description="With scope `manifests` or `admission`: resources, such as `pods` or `jobs.batch`; "
        "needed there, else left out.",
    )
    operations: SomeDistinct[Literal["CREATE", "UPDATE", "DELETE"]] = Field(
        ("CREATE", "UPDATE"),
        description="With scope `admission`: which requests are asked about; `CREATE` and `UPDATE` when left out.",
    )


class PolicyVariable(Strict):
    """A value with a name, to keep the expression short."""

    name: VariableName = Field(description="Name; read as `variables.<name>`.")
    expression: Expression = Field(description="CEL expression that gives the value; may use the variables before it.")


class PolicyExample(Strict):
    """One case: the values that the expression sees."""

    name: Maybe[Sentence] = Field(None, description="What the case shows. Left out: its number is its name.")
    subject: Maybe[dict[str, Any]] = Field(
        None, description="With scope `program`: the resolved document asked about. Left out: not given."
    )
    fleet: Maybe[dict[str, Any]] = Field(
        None, description="With scope `program` or `change`: the resolved fleet. Left out: an empty one."
    )
    fleet_before: Maybe[dict[str, Any]] = Field(
        None, description="With scope `change`: the resolved fleet before. Left out: as `fleet`."
    )
    object: Maybe[dict[str, Any]] = Field(
        None,
        description="With scope `manifests` or `admission`: the object asked about. Left out: none, as in a DELETE.",
    )
    old_object: Maybe[dict[str, Any]] = Field(
        None, description="With scope `admission`: the object before. Left out: none, as in a CREATE."
    )
    before: Maybe[dict[str, Any]] = Field(
        None, description="With scope `change`: the resolved document before. Left out: it is new."
    )
    after: Maybe[dict[str, Any]] = Field(
        None, description="With scope `change`: the resolved document after. Left out: it is removed."
    )
    author: Maybe[Sentence] = Field(
        None, description="With scope `change`: who made the change, as `user:ada`. Left out: not known."
    )
    approvals: Many[Sentence] = Field(
        (),
        description="With scope `change`: users and groups that approved it, as `group:capacity`; none when left out.",
    )


class PolicyExamples(Strict):
    """Cases that show what the rule means; they are run by `tenantry check`."""

    must_pass: Some[PolicyExample] = Field(description="Cases that the rule lets through; at least one.")
    must_fail: Some[PolicyExample] = Field(description="Cases that the rule reports; at least one.")


class Waiver(Strict):
    """An exception with an end."""

    subject: Sentence = Field(
        description="What is let through: kind and name, such as `Tenant vision` or `Project vision/detection`."
    )
    until: Day = Field(description="Last day it holds, to its end (UTC).")
    reason: Sentence = Field(description="Why, for those who review it.")


class PolicySpec(Strict):
    """The rule, what it looks at, and what it says."""

    description: Sentence = Field(description="Why the rule exists.")
    scope: Literal["program", "manifests", "change", "admission"] = Field(
        description="What the rule looks at: the resolved documents (`subject`, `fleet`); the emitted "
        "objects (`object`); what a change does to a document (`before`, `after`, `author`, `approvals`, "
        "`fleet`, `fleetBefore`); or, with `admission`, emitted objects here and every object in tenants' "
        "namespaces at the API server (`object`, `oldObject`)."
    )
    match: PolicyMatch = Field(description="What the rule is asked about, one at a time.")
    variables: Many[PolicyVariable] = Field(
        (), description="Values with names, for the expressions; none when left out."
    )
    expression: Expression = Field(description="CEL expression that is true where all is well.")
    message: Sentence = Field(description="What is said where it is false; one sentence that stands alone.")
    message_expression: Maybe[Expression] = Field(
        None,
        description="CEL expression that gives the message with values; `message` is said where it fails. "
        "Left out: `message` as it is.",
    )
    severity: Literal["error", "warning", "information"] = Field(
        "error",
        description="`error` stops a compile, blocks a change and refuses at admission, `warning` is said, "
        "`information` is told; `error` when left out.",
    )
    examples: PolicyExamples = Field(description="Cases that show what the rule means.")
    waivers: Many[Waiver] = Field((), description="Exceptions with an end; none when left out.")

    @model_validator(mode="after")
    def _matches_what_the_scope_has(self) -> Self:
        over_documents = self.scope in ("program", "change")
        needed, other = ("kinds", "resources") if over_documents else ("resources", "kinds")
        if not getattr(self.match, needed) or getattr(self.match, other):
            raise PydanticCustomError(
                "one_of",
                "needs `{needed}` and no `{other}`, because the scope of the rule is `{scope}`",
                {"needed": needed, "other": other, "scope": self.scope, "at": "match"},
            )
        return self


class Policy(FleetDocument):
    """A rule of the organisation, checked before the merge and where it makes sense at admission."""

    kind: Literal["Policy"] = Field(description="`Policy`.")
    spec: PolicySpec = Field(description="The rule, what it looks at, and what it says.")
