"""What a question is about: from the words of a person to a thing of the fleet.

Pure. A word is looked up as tenant, pool, cluster, accelerator model and rule; where two of them share it, the person
is asked to put `tenant:` and the like before it. A slash makes a project, or behind the name of a kind an object.
"""

from collections.abc import Callable, Iterator
from difflib import get_close_matches
from typing import Final, Literal, NamedTuple

from tenantry.diagnostics.codes import ALL_CODES
from tenantry.kinds import KINDS
from tenantry.names import ProjectName, TenantName
from tenantry.program import Program
from tenantry.records import record

SubjectKind = Literal["tenant", "project", "pool", "cluster", "model", "rule", "object"]

_WORDS: Final[tuple[SubjectKind, ...]] = ("tenant", "pool", "cluster", "model", "rule")
_LISTED: Final = 20
"""So many names are listed in a message; more would hide the message."""
_EXAMPLES: Final = (
    "ask about a tenant (`vision`), a project (`vision/detection`), either of them and a pool, a pool, an accelerator "
    "model, a cluster, a rule (`TN412`) or an object (`Namespace/vision-detection`)"
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
        if colon and prefix in (*_WORDS, "project", "object"):
            return self._prefixed(prefix, rest)
        if "/" in text:
            return self._with_slash(text)
        found = [Subject(kind, name) for kind in _WORDS if (name := self._known(kind, text))]
        if len(found) == 1:
            return found[0]
        if not found:
            raise self._unknown(text, "")
        asked = " or ".join(f"`{subject.kind}:{subject.name}`" for subject in found)
        kinds = " and a ".join(subject.kind for subject in found)
        raise SubjectError(f"`{text}` is a {kinds}", help=f"ask for {asked}")

    def _prefixed(self, kind: str, name: str) -> Subject:
        if kind in ("project", "object"):
            return self._with_slash(name)
        for word in _WORDS:
            if word == kind and (known := self._known(word, name)):
                return Subject(word, known)
        raise self._unknown(name, kind)

    def _with_slash(self, text: str) -> Subject:
        first, _, rest = text.partition("/")
        kinds = {kind.kind.lower(): kind.kind for kind in KINDS}
        if first.lower() in kinds and (first != first.lower() or first not in self.program.tenants):
            if 0 <= rest.count("/") <= 1 and all(rest.split("/")):
                return Subject("object", f"{kinds[first.lower()]}/{rest}")
            raise SubjectError(f"`{text}` is no object", help="write Kind/name, or Kind/namespace/name")
        if first[:1].isupper():
            close = get_close_matches(first, kinds.values(), n=1)
            raise SubjectError(
                f"no object of kind {first} is ever made",
                help=_did_you_mean(close[0] if close else "", f"kinds: {', '.join(sorted(kinds.values()))}"),
            )
        if (TenantName(first), ProjectName(rest)) in self.program.projects:
            return Subject("project", text)
        raise self._unknown(text, "project")

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
        by_kind: dict[SubjectKind, Callable[[], Iterator[str]]] = {
            "tenant": lambda: iter(self.program.tenants),
            "project": lambda: (f"{tenant}/{project}" for tenant, project in self.program.projects),
            "pool": lambda: iter(self.program.pools),
            "cluster": lambda: iter(self.program.clusters),
            "model": lambda: (pool.accelerator.model for pool in self.program.pools.values() if pool.accelerator),
            "rule": lambda: iter((*ALL_CODES, *(policy.name for policy in self.program.policies))),
            "object": lambda: iter(()),
        }
        return tuple(sorted(set(by_kind[kind]())))

    def _unknown(self, text: str, kind: str) -> SubjectError:
        kinds: tuple[SubjectKind, ...] = ("project",) if kind == "project" else _WORDS
        known = {name: word for word in kinds if kind in ("", word) for name in self.names(word)}
        if not kind:
            known.update(dict.fromkeys(self.names("project"), "project"))
        close = get_close_matches(text, known, n=1) or get_close_matches(text.upper(), known, n=1)
        what = f"{kind} " if kind else "tenant, pool, cluster, accelerator model or rule "
        meant = f"{known[close[0]]} `{close[0]}`" if close else ""
        listing = f"{kind}s: {', '.join(known)}" if kind and 0 < len(known) <= _LISTED else _EXAMPLES
        return SubjectError(f"there is no {what}`{text}`", help=_did_you_mean(meant, listing))


def _code_by_name(name: str) -> str | None:
    return next((code.code for code in ALL_CODES.values() if code.name == name), None)


def _did_you_mean(name: str, otherwise: str) -> str:
    return f"did you mean {name}?" if name else otherwise
