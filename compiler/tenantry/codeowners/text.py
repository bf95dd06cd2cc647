"""Rules as a section of a CODEOWNERS file, which may hold more that people wrote by hand.

Pure. Sources: GitHub, "About code owners"; GitLab, "Code Owners syntax". Both take gitignore's patterns from the top
of the repository, and the last one that fits; our section goes last in the file, so that it counts.
"""

import re
from collections.abc import Iterable
from typing import Final

from tenantry.codeowners.names import Teams
from tenantry.codeowners.rules import Rule
from tenantry.diagnostics import TenantryError
from tenantry.program import Fleet, Subject
from tenantry.records import record

_BEGIN: Final = "# BEGIN tenantry"
_END: Final = "# END tenantry"
_SECTION: Final = re.compile(rf"^{_BEGIN}\b.*?^{_END}$\n?", re.MULTILINE | re.DOTALL)
_SPECIAL: Final = re.compile(r"[^\w./@+,=-]")


@record
class Host:
    """Where a host looks for the file, and the files by which it is told what has to pass; from the top."""

    name: str
    file: str
    own: tuple[str, ...]
    nested_teams: bool


HOSTS: Final = {
    "github": Host("github", ".github/CODEOWNERS", (".github/",), nested_teams=True),
    "gitlab": Host("gitlab", ".gitlab/CODEOWNERS", (".gitlab/", ".gitlab-ci.yml"), nested_teams=False),
}
"""The hosts whose syntax is written, by name."""


def written(found: Iterable[Rule], fleet: Fleet, host: Host, teams: Teams, *, prefix: str, command: str) -> str:
    """The section, from its first to its last line. `prefix` leads from the top of the repository to the workspace,
    and ends in a slash where it is not empty.

    Raises UnknownNameError where somebody has no name there, and TenantryError for a folder that no pattern can name.
    """
    if _SPECIAL.search(prefix):
        raise TenantryError(
            f"no pattern of CODEOWNERS can name the folder `{prefix}`", help="give the folder a plainer name"
        )
    lines = [
        f"{_BEGIN}: written by `{command}`",
        "# By file, who may approve; the last pattern that fits counts, and one of its owners is enough.",
        "# `tenantry plan` decides by field, and its status is the one to require.",
    ]
    lines += [_line(f"/{path}", fleet.owners, fleet, teams) for path in host.own]
    lines += [_line(f"/{prefix}{rule.path}", rule.owners, fleet, teams) for rule in found]
    return "\n".join([*lines, _END]) + "\n"


def with_section(existing: str, section: str) -> str:
    """A whole file with the section in it: in the place of an older one, else behind what stands there."""
    if _SECTION.search(existing):
        return _SECTION.sub(lambda _: section, existing, count=1)
    if existing and not existing.endswith("\n"):
        existing += "\n"
    return f"{existing}\n{section}" if existing else section


def _line(path: str, owners: tuple[Subject, ...], fleet: Fleet, teams: Teams) -> str:
    return " ".join((path, *dict.fromkeys(teams.owner(owner, fleet) for owner in owners)))
