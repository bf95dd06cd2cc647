"""What a question is about: from the words of a person to a thing of the fleet.

Pure. A word is looked up as tenant, pool, cluster, accelerator model, rule, class, profile and so on; where two of them
share it, the person is asked to put `tenant:` and the like before it. A slash makes a project, a grant or a link of a
tenant, or behind the name of a kind a document or an object.
"""

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import Final, Literal, NamedTuple

from tenantry.diagnostics.codes import ALL_CODES
from tenantry.explain.documents import DOCUMENT_KINDS, DocumentKind, ladder_of
from tenantry.kinds import KINDS
from tenantry.program import Program
from tenantry.records import record

SubjectKind = Literal["tenant", "project", "pool", "cluster", "model", "rule", "object"] | DocumentKind

_WORDS: Final[tuple[SubjectKind, ...]] = (
    *("tenant", "pool", "cluster", "model", "rule"),
    *("class", "profile", "role", "addon", "ladder", "fleet"),
)
_SLASHED: Final[tuple[SubjectKind, ...]] = ("project", "grant", "link")
_BY_SPEC_KIND: Final[dict[str, SubjectKind]] = {
    "Tenant": "tenant",
    "Project": "project",
    "Pool": "pool",
    "Cluster": "cluster",
    "Policy": "rule",
    **{spec_kind: kind for kind, spec_kind in DOCUMENT_KINDS.items()},
}
_OBJECT_KINDS: Final = tuple(kind.kind for kind in KINDS)
_CODE: Final = re.compile("TN[0-9]+", re.IGNORECASE)
_LISTED: Final = 20
"""So many names are listed in a message; more would hide the message."""
_EXAMPLES: Final = (
    "ask about a tenant (`vision`), a project (`vision/detection`), either of them and a pool, a pool, an accelerator "
    "model, a cluster, a class, a profile, a role, a grant or a link (`vision/features`), a rule (`TN412`) or an "
    "object (`Namespace/vision-detection`)"
)


class SubjectError(Exception):
    """The question names nothing, or more than one thing; `help` says how to ask. Bad usage: exit code 2."""

    def __init__(self, message: str, *, help: str) -> None:
        super().__init__(message)
        self.help = help


class Subject(NamedTuple):
    """A thing that exists (an object: that is well named). `name` is `tenant/project` for a project, `Kind/name` or
    `Kind/namespace/name` for an object."""

    kind: SubjectKind
    name: str


@record
class Directory:
    """Everything in a fleet that can be asked about by name."""

    program: Program

    def find(self, text: str) -> Subject:
        """The thing that `text` means. Raises SubjectError for nothing and for more than one."""
        prefix, colon, rest = text.partition(":")
        if colon and prefix == "object":
            return self._object(rest)
        for kind in (*_WORDS, *_SLASHED):
            if colon and prefix == kind:
                return self._only(rest, (kind,), prefix)
        if "/" in text:
            return self._with_slash(text)
        return self._only(text, _WORDS, "")

    def _only(self, text: str, kinds: tuple[SubjectKind, ...], asked: str) -> Subject:
        """The one thing of these kinds with that name."""
        found = [Subject(kind, name) for kind in kinds if (name := self._known(kind, text))]
        if len(found) == 1:
            return found[0]
        if not found:
            raise self._unknown(text, kinds, asked)
        ways = " or ".join(f"`{subject.kind}:{subject.name}`" for subject in found)
        raise SubjectError(f"`{text}` is {' and '.join(_a(one.kind) for one in found)}", help=f"ask for {ways}")

    def _with_slash(self, text: str) -> Subject:
        first, _, rest = text.partition("/")
        if first in _BY_SPEC_KIND:
            kind = _BY_SPEC_KIND[first]
            return self._only(rest, (kind,), kind)
        if first[:1].isupper() or (first in map(str.lower, _OBJECT_KINDS) and first not in self.program.tenants):
            return self._object(text)
        return self._only(text, _SLASHED, "")

    def _object(self, text: str) -> Subject:
        first, _, rest = text.partition("/")
        kinds = {kind.lower(): kind for kind in _OBJECT_KINDS}
        if first.lower() not in kinds:
            close = get_close_matches(first, (*_OBJECT_KINDS, *_BY_SPEC_KIND), n=1)
            raise SubjectError(
                f"no object of kind {first} is ever made",
                help=_did_you_mean(close[0] if close else "", f"kinds: {', '.join(sorted(_OBJECT_KINDS))}"),
            )
        if not (0 <= rest.count("/") <= 1 and all(rest.split("/"))):
            raise SubjectError(f"`{text}` is no object", help="write Kind/name, or Kind/namespace/name")
        return Subject("object", f"{kinds[first.lower()]}/{rest}")

    def _known(self, kind: SubjectKind, name: str) -> str | None:
        """The name as the fleet has it; models and rules are found in any case."""
        if kind in ("model", "rule"):
            lower = name.lower()
            return next((known for known in self.names(kind) if known.lower() == lower), None) or (
                _code_by_name(lower) if kind == "rule" else None
            )
        return name if name in self.names(kind) else None

    def names(self, kind: SubjectKind) -> tuple[str, ...]:
        """All names of a kind, sorted; empty for objects, which are too many to be listed."""
        program = self.program
        by_kind: dict[SubjectKind, Callable[[], Iterable[str]]] = {
            "tenant": lambda: iter(program.tenants),
            "project": lambda: (f"{tenant}/{project}" for tenant, project in program.projects),
            "pool": lambda: iter(program.pools),
            "cluster": lambda: iter(program.clusters),
            "model": lambda: (pool.accelerator.model for pool in program.pools.values() if pool.accelerator),
            "rule": lambda: iter((*ALL_CODES, *(policy.name for policy in program.policies))),
            "class": lambda: iter(program.classes),
            "profile": lambda: iter(program.profiles),
            "role": lambda: iter(program.roles),
            "addon": lambda: (addon.name for addon in program.addons),
            "ladder": lambda: {ladder_of(step) for step in program.priorities.values()},
            "fleet": lambda: iter((program.fleet.name,)),
            "grant": lambda: (f"{grant.tenant}/{grant.ref.name}" for grant in program.grants),
            "link": lambda: (f"{link.tenant}/{link.name}" for link in program.links),
            "object": lambda: iter(()),
        }
        return tuple(sorted(set(by_kind[kind]())))

    def _unknown(self, text: str, kinds: tuple[SubjectKind, ...], asked: str) -> SubjectError:
        """What to say where none of `kinds` has the name; `asked` is the kind that the person named, if any."""
        if _CODE.fullmatch(text) and "rule" in kinds:
            return SubjectError(f"there is no code `{text.upper()}`", help=f"the codes there are: {_blocks_of_codes()}")
        wider = kinds if asked else (*_WORDS, *_SLASHED)
        known = {name: kind for kind in reversed(wider) for name in self.names(kind)}
        close = get_close_matches(text, known, n=1) or get_close_matches(text.upper(), known, n=1)
        meant = f"{known[close[0]]} `{close[0]}`" if close else ""
        what = f"there is no {asked} `{text}`" if asked else f"nothing here is called `{text}`"
        listing = f"{_plural(asked)}: {', '.join(known)}" if asked and 0 < len(known) <= _LISTED else _EXAMPLES
        return SubjectError(what, help=_did_you_mean(meant, listing))


def _a(kind: str) -> str:
    return f"an {kind}" if kind == "addon" else f"a {kind}"


def _plural(kind: str) -> str:
    return f"{kind}es" if kind == "class" else f"{kind}s"


def _blocks_of_codes() -> str:
    """`TN101 to TN123, TN201 to TN214, ...`: the codes of each hundred."""
    blocks: dict[str, list[str]] = {}
    for code in sorted(ALL_CODES):
        blocks.setdefault(code[:3], []).append(code)
    spans = [f"{block[0]} to {block[-1]}" for block in blocks.values()]
    return f"{', '.join(spans)}; docs/checks/README.md lists them"


def _code_by_name(name: str) -> str | None:
    return next((code.code for code in ALL_CODES.values() if code.name == name), None)


def _did_you_mean(name: str, otherwise: str) -> str:
    return f"did you mean {name}?" if name else otherwise
