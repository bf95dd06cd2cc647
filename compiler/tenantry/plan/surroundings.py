"""What stands beside the meaning of a change and must not be missed: output made by hand, folders that became links, a
base that says nothing.

Pure.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from tenantry.diagnostics import Diagnostic, Spot
from tenantry.diagnostics.codes.conformance import TN505, TN506
from tenantry.plan.approvals import Need
from tenantry.plan.listing import counted
from tenantry.plan.remark import Remark

_NAMED: Final = 3
_ODD: Final = re.compile(r"[^\w./-]", re.ASCII)

BY_HAND: Final = "output/ was edited by hand"
_DEEPER: Final = "fetch more of its history (git fetch --unshallow origin), or name a base that compiles"
NOT_KNOWN: Final = "cannot be known: the base does not compile"


class Beside(NamedTuple):
    """Remarks for the plan, and what stands in the way of a merge whatever people approve."""

    remarks: tuple[Remark, ...]
    diagnostics: tuple[Diagnostic, ...]


def beside(edited: Sequence[str], links: Iterable[str], unknown: Spot | None, base: str) -> Beside:
    """Of files below output/ that the specs do not compile to, of folders that became links, and of the place that
    keeps a base from being compiled. `base` is the name of the revision."""
    remarks, diagnostics = list(map(_link, links)), list[Diagnostic]()
    if edited:
        told, way_back = _edited(edited), _way_back(base.partition(" ")[0])
        remarks.append(Remark("", f"**{BY_HAND}**: {told}; {way_back}", "high", BY_HAND, BY_HAND))
        where = Spot(_ODD.sub("?", edited[0]), 1, 1)
        diagnostics.append(Diagnostic(TN505, f"{BY_HAND}: {told}", where, help=way_back))
    if unknown:
        message = "the base does not compile, nor does a commit before it, so nobody knows what this change means"
        diagnostics.append(Diagnostic(TN506, message, unknown, help=_DEEPER))
    return Beside(tuple(remarks), tuple(diagnostics))


def _edited(paths: Sequence[str]) -> str:
    named = ", ".join(_ODD.sub("?", path) for path in paths[:_NAMED])
    count = counted(len(paths), "file")
    return (
        f"{count}, {'first ' if len(paths) > _NAMED else ''}{named}; the specs do not compile to that, and after a "
        "merge Argo CD would apply it as it stands"
    )


def _way_back(base: str) -> str:
    return f"take it back with `git checkout {base} -- output`, or run `tenantry compile` and commit all that it writes"


def _link(folder: str) -> Remark:
    sentence = f"**{folder}/ becomes a link**: CODEOWNERS and the paths of workflows match nothing behind it"
    return Remark("", sentence, "high", "a folder is a link", f"{folder}/ becomes a link")


def no_base_remark() -> Remark:
    """That nobody knows what was before."""
    sentence = (
        "**There is nothing to compare with**: what this change takes from whom, and who may approve it, nobody knows"
    )
    return Remark("", sentence, "high", "the base does not compile", "nothing to compare with")


def no_base_need() -> Need:
    """The approval that nobody named in the change can give."""
    return Need(NOT_KNOWN, ("owners of the fleet",), ("everything",), (), "")
