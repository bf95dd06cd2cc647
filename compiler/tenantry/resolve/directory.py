"""Documents by identity: who defines what, what is defined twice, and what a name refers to.

Pure. A document that failed to load is known by its identity, so that names which refer to it stay silent.
"""

from collections.abc import Callable, Iterable, Iterator
from difflib import get_close_matches
from typing import NamedTuple, TypeVar

from tenantry.diagnostics import Diagnostic, DocumentRef, FilePlace, Note, Path, Where
from tenantry.diagnostics.codes.references import TN301, TN302, TN303
from tenantry.model import AnyDocument

D = TypeVar("D", bound=AnyDocument)
Name = TypeVar("Name", bound=str)


class Placed(NamedTuple):
    """A loaded document and where it stands."""

    document: AnyDocument
    place: FilePlace


class Directory:
    """All documents of a workspace by identity. `found` collects what is wrong with names."""

    def __init__(self, placed: Iterable[Placed], broken: Iterable[DocumentRef]) -> None:
        self.found: list[Diagnostic] = []
        self.broken = frozenset(broken)
        self.misplaced: set[DocumentRef] = set()
        """Documents in a folder of another tenant, and what they would be there: which of the two is meant, the person
        will say; what names either stays silent."""

        self.places: dict[DocumentRef, FilePlace] = {}
        self._documents: dict[str, dict[DocumentRef, AnyDocument]] = {}
        self._kinds_by_name: dict[str, list[DocumentRef]] = {}
        for document, place in placed:
            self._add(document, place)
        for ref in self.broken:
            self._kinds_by_name.setdefault(ref.name, []).append(ref)

    def _add(self, document: AnyDocument, place: FilePlace) -> None:
        ref = document.ref
        if ref in self.places:
            self.found.append(
                Diagnostic(
                    TN301,
                    f"{ref} is defined twice",
                    Where(place, ("metadata", "name")),
                    notes=(Note("first defined here", Where(self.places[ref], ("metadata", "name"))),),
                    help="remove one of them, or give it another name",
                )
            )
            return
        self.places[ref] = place
        self._documents.setdefault(ref.kind, {})[ref] = document
        self._kinds_by_name.setdefault(ref.name, []).append(ref)

    def of(self, kind: type[D]) -> Iterator[D]:
        """Documents of a model class, by identity."""
        documents = self._documents.get(kind.__name__.removesuffix("Document"), {})
        for ref in sorted(documents):
            document = documents[ref]
            assert isinstance(document, kind)
            yield document

    def __contains__(self, ref: DocumentRef) -> bool:
        return ref in self.places

    def knows(self, ref: DocumentRef, owner: DocumentRef, path: Path) -> bool:
        """Whether `ref`, named by `owner` at `path`, is usable; reports it where it is not defined at all."""
        if ref in self.places:
            return True
        if ref not in self.broken and ref not in self.misplaced and owner not in self.misplaced:
            self.found.append(self._unknown(ref, Where(owner, path)))
        return False

    def _unknown(self, ref: DocumentRef, where: Where) -> Diagnostic:
        others = [other for other in self._kinds_by_name.get(ref.name, ()) if other.kind != ref.kind]
        if others and not ref.tenant:
            other = others[0]
            return Diagnostic(
                TN303,
                f"`{ref.name}` is {with_article(other.kind)}; {with_article(ref.kind)} is needed here",
                where,
                notes=(Note(f"{other} is defined here", Where(other, ("metadata", "name"))),),
                help=f"name {with_article(ref.kind)}{self._closest(ref)}",
            )
        return Diagnostic(
            TN302,
            f"{_noun(ref)} is not defined",
            where,
            help=f"define it, or name one that is{self._closest(ref)}",
        )

    def _closest(self, ref: DocumentRef) -> str:
        names = [other.name for other in self._documents.get(ref.kind, {}) if other.tenant == ref.tenant]
        close = get_close_matches(ref.name, names, n=1)
        if close:
            return f"; closest: `{close[0]}`"
        shown = ", ".join(f"`{name}`" for name in sorted(names)[:5])
        return f"; there are {shown}" if shown else ""


def with_article(kind: str) -> str:
    """`a Pool`, `an IsolationProfile`."""
    return f"an {kind}" if kind[0] in "AEIO" else f"a {kind}"


def _noun(ref: DocumentRef) -> str:
    return f"{ref.kind} `{ref.tenant}/{ref.name}`" if ref.tenant else f"{ref.kind} `{ref.name}`"


def listed(
    directory: Directory, owner: DocumentRef, path: Path, names: Iterable[Name], make: Callable[[str], DocumentRef]
) -> tuple[Name, ...]:
    """Those of the names, listed by `owner` at `path`, that are defined; the others are reported."""
    return tuple(name for index, name in enumerate(names) if directory.knows(make(name), owner, (*path, index)))


def by_kind(kind: str) -> Callable[[str], DocumentRef]:
    """Identity of a fleet-owned document of `kind`, by name."""
    return lambda name: DocumentRef(kind, name)
