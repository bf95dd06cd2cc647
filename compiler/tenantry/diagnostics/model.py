"""Diagnostics as plain values: code, place, words, way out.

Pure. A place is either exact (`Spot`) or a document and a YAML path (`Where`), which a `Locator` turns into a
spot only when somebody reads the message.
"""

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import ClassVar, Literal, NamedTuple, Protocol

from tenantry.records import record

Path = tuple[str | int, ...]
"""Keys and list indices from the root of a document: `("spec", "quota", 0, "guaranteed")`."""

Part = Literal["value", "key"]


class Severity(Enum):
    """How bad a finding is: only an error stops a compile."""

    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class DocumentRef(NamedTuple):
    """Identity of a spec document: kind and name, with the tenant for tenant-owned kinds. Says nothing of files."""

    kind: str
    name: str
    tenant: str = ""

    def __str__(self) -> str:
        return f"{self.kind} {self.tenant}/{self.name}" if self.tenant else f"{self.kind} {self.name}"

    @classmethod
    def parse(cls, text: str) -> "DocumentRef":
        """The inverse of `str`, as manifests name their source. Raises ValueError for what is no kind and name."""
        kind, space, names = text.partition(" ")
        if not (kind and space and names):
            raise ValueError(f"a document is named by a kind and a name, not {text!r}")
        tenant, _, name = names.rpartition("/")
        return cls(kind, name, tenant)


class FilePlace(NamedTuple):
    """A document by its place: file relative to the workspace, and 0-based index among the file's documents."""

    file: str
    index: int  # type: ignore[assignment]  # tuple.index is not needed here


class Where(NamedTuple):
    """A value (or its key) in a document; the path may run past what was written, then the nearest parent counts."""

    document: DocumentRef | FilePlace
    path: Path = ()
    part: Part = "value"


class Spot(NamedTuple):
    """An exact place: 1-based line and column in code points; `length` characters are underlined, at least 1."""

    file: str
    line: int
    column: int
    length: int = 1


class Locator(Protocol):
    """Turns places into spots, and gives the source text of a line for the excerpt."""

    def spot(self, where: Where) -> Spot: ...

    def line(self, file: str, line: int) -> str: ...


@record
class Code:
    """One kind of finding: `TN412`, kebab-case name that states the problem, severity, one-line title.

    Blocks: 1xx syntax, 2xx shape, 3xx references and inheritance, 4xx meaning, 5xx emission and conformance,
    8xx refusals at admission.
    """

    code: str
    name: str
    severity: Severity
    title: str


@record
class Note:
    """One further fact under a diagnostic, with the place it comes from where there is one.

    `items` are what the fact adds up from, each with a place of its own: `promised 76   nlp 40 (file:line), vision 36`.
    """

    text: str
    where: Where | Spot | None = None
    items: tuple["Note", ...] = ()


@record
class Diagnostic:
    """One mistake, one message. `message` stands alone; `marker` is written beside the underlined text."""

    code: Code
    message: str
    where: Where | Spot
    marker: str = ""
    notes: tuple[Note, ...] = ()
    help: str = ""

    @property
    def severity(self) -> Severity:
        return self.code.severity


def any_error(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether one of them stands in the way of a compile."""
    return any(diagnostic.severity is Severity.ERROR for diagnostic in diagnostics)


class TenantryError(Exception):
    """Bad surroundings (full disk, no cluster, not a workspace): one clear sentence, and what to try."""

    exit_code: ClassVar[int] = 3

    def __init__(self, message: str, *, help: str = "") -> None:
        super().__init__(message)
        self.help = help


class UnknownNameError(TenantryError):
    """A name that a command was given means nothing here."""

    exit_code: ClassVar[int] = 2

    @classmethod
    def among(cls, what: str, name: str, known: Sequence[str]) -> "UnknownNameError":
        """`name` is no `what`; the help is the closest of those that are known, or all of them."""
        from difflib import get_close_matches

        close = get_close_matches(name, known, n=1)
        meant = f"did you mean `{close[0]}`?" if close else f"there are: {', '.join(known) or 'none'}"
        return cls(f"there is no {what} `{name}`", help=meant)


class NotAllowedError(TenantryError):
    """What is asked for needs somebody's word first."""

    exit_code: ClassVar[int] = 1
