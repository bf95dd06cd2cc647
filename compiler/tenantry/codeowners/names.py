"""What the host of the repository calls the people of the specs: `@org/team`, `@user`, or a mail address.

Pure. What has no such name is an error and never left out: a rule without owners needs no approval.
"""

import re
from collections.abc import Mapping
from typing import Final

from tenantry.diagnostics import UnknownNameError
from tenantry.program import Fleet, Subject
from tenantry.records import record

_TEAM: Final = re.compile(r"@[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)+", re.ASCII)
_GROUP: Final = re.compile(r"@[A-Za-z0-9][\w.-]*(/[A-Za-z0-9][\w.-]*)*", re.ASCII)
_USER: Final = re.compile(r"@[A-Za-z0-9][\w.-]*", re.ASCII)
_MAIL: Final = re.compile(r"[\w.+-]+@[A-Za-z0-9][\w-]*(\.[\w-]+)+", re.ASCII)


@record
class Teams:
    """`prefix` makes a team of a group's name, as in `@example/`; `named` has those that are called otherwise.

    `nested`: whether a team always lies below an organisation, as on GitHub.
    """

    prefix: str
    named: Mapping[str, str]
    nested: bool

    def owner(self, subject: Subject, fleet: Fleet) -> str:
        """The host's name. Raises UnknownNameError where a subject has none."""
        prefix = fleet.group_prefix if subject.kind == "Group" else fleet.user_prefix
        name = subject.name.removeprefix(prefix)
        if subject.kind == "Group":
            team = self.named.get(name) or f"{self.prefix}{name}"
            if (_TEAM if self.nested else _GROUP).fullmatch(team):
                return team
            raise UnknownNameError(
                f"group `{name}` has no name that the host knows as a team: `{team}`",
                help=f"name the organisation: --team-prefix @example/ (or this team: --team {name}=@example/{name})",
            )
        if _MAIL.fullmatch(name):
            return name
        if _USER.fullmatch(f"@{name}"):
            return f"@{name}"
        raise UnknownNameError(
            f"user `{name}` has no name that the host knows", help="name users by mail address or by their login"
        )
