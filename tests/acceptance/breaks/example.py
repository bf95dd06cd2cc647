"""A compiled copy of the worked example that is broken, judged, and made whole again."""

import shutil
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tenantry import api
from tenantry.diagnostics import Severity
from tenantry.diagnostics.codes import ALL_CODES
from tenantry.diagnostics.render.text import render_text
from tenantry.diagnostics.report import Located, Report
from tests.acceptance.breaks.edits import Break
from tests.support.workspaces import copy_example

_SPECS = ("clusters", "tenants")


class Said(NamedTuple):
    """A message as far as a break expects one: code, file, line."""

    code: str
    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a break should make the front end say, and what it said; `text` is all of that as people read it."""

    expected: Said
    found: tuple[Said, ...]
    text: str

    @property
    def is_right(self) -> bool:
        return self.found == (self.expected,)


class Example:
    """The worked example below `folder`, compiled once, so that every break has a past."""

    def __init__(self, folder: Path) -> None:
        self._whole = copy_example(folder / "whole", output=False)
        self._root = folder / "broken"
        self._root.mkdir()
        self._restore()
        workspace = api.open_workspace(self._root)
        compiled = api.compile(workspace)
        assert not compiled.compilation.has_errors, render_text(compiled.report, compiled.front.sources)
        self._workspace = workspace
        self._calm = Counter(map(_said, api.check(workspace).report.items))

    def judge(self, code: str, broken: Break) -> Outcome:
        """Breaks the example, checks it as `tenantry check` does, and restores it.

        Errors and warnings count; information counts where the code itself is one, and is not there unbroken.
        """
        try:
            for edit in broken.edits:
                edit.apply(self._root)
            expected = Said(code, *broken.expected(self._root))
            checked = api.check(self._workspace)
        finally:
            self._restore()
        information = ALL_CODES[code].severity is Severity.INFO
        told = [
            item
            for item in checked.report.items
            if item.severity is not Severity.INFO or (information and _said(item) not in self._calm)
        ]
        text = render_text(Report(tuple(told)), checked.front.sources)
        return Outcome(expected, tuple(map(_said, told)), text)

    def _restore(self) -> None:
        for name in _SPECS:
            shutil.rmtree(self._root / name, ignore_errors=True)
            shutil.copytree(self._whole / name, self._root / name, copy_function=shutil.copyfile)


def _said(item: Located) -> Said:
    return Said(item.code.code, item.spot.file, item.spot.line)
