"""Which clusters and tenants a compile is narrowed to. Pure."""

from collections.abc import Iterable

from tenantry.diagnostics import UnknownNameError
from tenantry.lower.bundles import FLEET_FOLDER
from tenantry.program import Program
from tenantry.records import record

_FEW_NAMES = 5


@record
class Scope:
    """The clusters and tenants asked for; an empty set asks for all of them."""

    clusters: frozenset[str] = frozenset()
    tenants: frozenset[str] = frozenset()

    @property
    def is_whole(self) -> bool:
        """Whether nothing is left out."""
        return not (self.clusters or self.tenants)

    def holds(self, folder: str) -> bool:
        """Whether a folder such as `prod-a/vision` is one of those asked for."""
        cluster, owner = folder.split("/")
        return (not self.clusters or cluster in self.clusters) and (not self.tenants or owner in self.tenants)

    def refuse_unknown(self, program: Program, folders: Iterable[str]) -> None:
        """Raises UnknownNameError for a name that neither the specs nor the output tree know.

        What the specs no longer name may be asked for as long as one of the output tree's `folders` is its own.
        """
        standing = [folder.split("/") for folder in folders if folder != FLEET_FOLDER]
        for noun, asked, known in (
            ("cluster", self.clusters, {*program.clusters, *(area for area, _ in standing)}),
            ("tenant", self.tenants, {*program.tenants, *(owner for _, owner in standing if owner[0] != "_")}),
        ):
            for name in sorted(asked.difference(known)):
                raise UnknownNameError(f"there is no {noun} `{name}`", help=_known(name, sorted(known), f"{noun}s/"))


def _known(name: str, known: list[str], folder: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(name, known, n=1)
    if close:
        return f"did you mean `{close[0]}`?"
    if len(known) > _FEW_NAMES:
        return f"see {folder}"
    return f"there {'is' if len(known) == 1 else 'are'} {' and '.join(known)}"
