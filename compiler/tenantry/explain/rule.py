"""Rules: what a code stands for and where it is decided; what a policy of the organisation says.

Reads the page of a code, and the package's own modules, where they lie beside this one; no specs and no output.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final, Literal

from tenantry.answers.places import Place
from tenantry.diagnostics.codes import ALL_CODES
from tenantry.explain.view import View
from tenantry.program import Policy
from tenantry.records import record

_PACKAGE: Final = Path(__file__).parents[1]
_NOT_DECIDING: Final = ("cli/", "diagnostics/", "explain/")
_PAGES: Final = "docs/checks"
_SHIPPED: Final = _PACKAGE / "_docs" / "checks"
"""Where a wheel holds the pages; a checkout has them in `docs/` alone."""


@record
class RuleAnswer:
    """A code of the tool. `page` is relative to the repository; `says` is what the page says that the code finds;
    `decided_in` are the modules that give it, relative to the repository, or for an installed package to where packages
    are."""

    kind: Literal["rule"]
    name: str
    short_name: str
    severity: str
    title: str
    page: str
    says: str
    decided_in: tuple[str, ...]


@record
class PolicyAnswer:
    """A rule of the organisation, written as a Policy."""

    kind: Literal["policy"]
    name: str
    place: Place | None
    description: str
    scope: str
    severity: str
    about: tuple[str, ...]
    expression: str
    expression_place: Place | None
    message: str
    waivers: tuple[str, ...]


def explain_rule(view: View, name: str) -> RuleAnswer | PolicyAnswer:
    """The code or the Policy called `name`."""
    return explain_code(name) or _policy(view, next(policy for policy in view.program.policies if policy.name == name))


def explain_code(text: str) -> RuleAnswer | None:
    """The code `TN412`, written in any case and with or without `rule:`; None for anything else. Needs no fleet, so
    that it also answers while the specs are wrong, which is when people ask."""
    code = ALL_CODES.get(text.removeprefix("rule:").upper())
    if code is None:
        return None
    page = f"{_PAGES}/{code.code}.md"
    return RuleAnswer(
        kind="rule",
        name=code.code,
        short_name=code.name,
        severity=code.severity.value,
        title=code.title,
        page=page,
        says=_what_it_finds(code.code),
        decided_in=tuple(_modules_with(code.code)),
    )


def _policy(view: View, policy: Policy) -> PolicyAnswer:
    return PolicyAnswer(
        kind="policy",
        name=policy.name,
        place=view.places.document(policy.ref),
        description=policy.description,
        scope=policy.scope,
        severity=policy.severity,
        about=(*policy.kinds, *policy.resources),
        expression=policy.expression,
        expression_place=view.places.of(policy.expression_where),
        message=policy.message,
        waivers=tuple(f"{waiver.subject} until {waiver.until}: {waiver.reason}" for waiver in policy.waivers),
    )


def _what_it_finds(code: str) -> str:
    """The first paragraph below that heading of the code's page, as one line; empty where the page is not at hand."""
    for folder in (_PACKAGE.parents[1] / _PAGES, _SHIPPED):
        try:
            page = (folder / f"{code}.md").read_text(encoding="utf-8")
        except OSError:
            continue
        paragraph = page.partition("\n## What it finds\n\n")[2].partition("\n\n")[0]
        return " ".join(paragraph.split())
    return ""


def _modules_with(code: str) -> Iterator[str]:
    """Modules that give the code; not those that list or print all codes."""
    root = _PACKAGE.parents[1] if (_PACKAGE.parents[1] / _PAGES).is_dir() else _PACKAGE.parent
    word = re.compile(rf"\b{code}\b")
    for path in sorted(_PACKAGE.rglob("*.py")):
        relative = path.relative_to(_PACKAGE).as_posix()
        if not relative.startswith(_NOT_DECIDING) and word.search(path.read_text(encoding="utf-8")):
            yield path.relative_to(root).as_posix()
