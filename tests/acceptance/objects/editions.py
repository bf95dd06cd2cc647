"""Fleets for a plane to judge, each in two editions: an earlier one, and the current one compiled over its output."""

import shutil
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from random import Random

from benchmarks.plan import plan_fleet
from benchmarks.spec_text import spec_files

from tests.acceptance.objects.emitted import ARGOCD, Part, kueue_version, part, parts
from tests.acceptance.objects.variety import documents_of, other_edition, read_specs, write_specs
from tests.plane.api import Object
from tests.support.workspaces import REPOSITORY, run

WRITTEN = Path(__file__).parent / "fleets"
"""Fleets written by hand, for what the worked example and generated fleets leave out."""

PROJECTS = 12
"""Projects of a generated fleet: one cluster with most kinds of tenants."""


@dataclass(frozen=True)
class Editions:
    """Two compiled workspaces of one fleet."""

    name: str
    older: Path
    current: Path

    def parts(self, *, old_kueue: bool) -> Iterator[tuple[Part, Part]]:
        """Earlier and current edition of each part whose cluster declares a Kueue below 0.19, or of all others."""
        for name in parts(self.current):
            is_old = name != ARGOCD and kueue_version(self.current, name) != "0.19"
            if is_old == old_kueue:
                yield part(self.older, name), part(self.current, name)


def example_specs() -> dict[str, list[Object]]:
    """The worked example."""
    return read_specs(REPOSITORY)


def written_specs(name: str) -> dict[str, list[Object]]:
    """A fleet written by hand."""
    return read_specs(WRITTEN / name)


def generated_specs(seed: int) -> dict[str, list[Object]]:
    """A generated fleet, in an edition that its seed gives it."""
    specs = {name: documents_of(text) for name, text in spec_files(plan_fleet(seed, PROJECTS)).items()}
    return other_edition(specs, Random(f"{seed}/current"))


def two_editions(folder: Path, name: str, specs: Mapping[str, list[Object]], seed: int) -> Editions:
    """Compiles an earlier edition of these specs, drawn with the seed, and then the specs themselves."""
    older, current = folder / name / "older", folder / name / "current"
    _compile(write_specs(older, other_edition(specs, Random(f"{seed}/older"))))
    shutil.copytree(older, current)
    _compile(write_specs(current, specs))
    return Editions(name, older, current)


def _compile(workspace: Path) -> None:
    finished = run("compile", "--allow-deletes", "1000", folder=workspace)
    assert finished.returncode == 0, finished.stderr
