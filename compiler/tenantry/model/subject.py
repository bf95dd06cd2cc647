"""People and groups, the one way they are written: `{group: name}` or `{user: name}`. Pure."""

from typing import Self

from pydantic import ConfigDict, Field, model_validator
from pydantic_core import PydanticCustomError

from tenantry.model.base import Strict
from tenantry.model.fields import Maybe
from tenantry.model.texts import Principal, RoleRef


class Subject(Strict):
    """A user or a group: exactly one of the two."""

    model_config = ConfigDict(json_schema_extra={"oneOf": [{"required": ["group"]}, {"required": ["user"]}]})

    group: Maybe[Principal] = Field(
        None, description="Name of a group, without the fleet's group prefix. Left out: `user` says who."
    )
    user: Maybe[Principal] = Field(
        None, description="Name of a user, without the fleet's user prefix. Left out: `group` says who."
    )

    @model_validator(mode="after")
    def _names_exactly_one(self) -> Self:
        if (self.group is None) == (self.user is None):
            raise PydanticCustomError("one_of", "needs exactly one of `group` and `user`")
        return self


class Member(Subject):
    """A user or a group with a role."""

    role: RoleRef = Field(description="Name of the RoleProfile that says what they may do.")
