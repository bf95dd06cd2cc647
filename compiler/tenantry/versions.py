"""Which versions of the platform's parts are served: the single home of these lists.

Pure constants. A version is the minor as people write it in a spec (`"1.36"`); all else is refused by name.
Order is oldest first, so an index in `served` is an order in time.
"""

from collections.abc import Mapping
from types import MappingProxyType

from tenantry.records import record


@record
class Component:
    """A part of the platform: its key in tables, its title in messages, its served minors, oldest first."""

    key: str
    title: str
    served: tuple[str, ...]

    @property
    def oldest(self) -> str:
        return self.served[0]

    @property
    def newest(self) -> str:
        return self.served[-1]

    def serves(self, version: str) -> bool:
        """Whether `version` is written exactly as one of the served minors."""
        return version in self.served

    def at_least(self, version: str, floor: str) -> bool:
        """Whether `version` is `floor` or newer. Raises ValueError when one of them is not served."""
        return self.served.index(version) >= self.served.index(floor)


KUBERNETES = Component("kubernetes", "Kubernetes", ("1.33", "1.34", "1.35", "1.36"))
KUEUE = Component("kueue", "Kueue", ("0.17", "0.18", "0.19"))
ARGOCD = Component("argocd", "Argo CD", ("3.2", "3.3", "3.4", "3.5"))

SERVED: Mapping[str, Component] = MappingProxyType({part.key: part for part in (KUBERNETES, KUEUE, ARGOCD)})
"""Every component by its key."""
