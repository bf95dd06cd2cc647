"""What is measured: start-up, compiles of a generated fleet, and the same objects written by others.

Everything happens in fresh folders below one temporary folder: on some file systems, creating files soon after many
were deleted is several times slower. Nothing is deleted before the end.
"""

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from shutil import copytree

from benchmarks import kapitan
from benchmarks.changing import change_everything
from benchmarks.fleet import FleetSize, write_fleet
from benchmarks.measure import Failed, Timing, run, side_by_side, without_reading
from benchmarks.rows import Row, ratio_row, timing_row

_TENANTRY = str(Path(sys.executable).with_name("tenantry"))
_SCRIPTS = Path(__file__).parent / "scripts"
_SLOW_ROUNDS = 3
"""Rounds of what takes many seconds."""

_MEMORY_TARGET = 80 * 2**20
_DUMPS_TARGET = 6.0
_WRITER_TARGET = 1.5
_KAPITAN_TARGET = 10.0
_PLAN_OF_ALL_TARGET = 2.2
_PLAN_OF_ALL_KEPT_TARGET = 1.5


@dataclass(slots=True)
class Targets:
    """Seconds that a fleet size should take; None where none is set."""

    cold: float
    unchanged: float
    one_tenant: float | None = None
    memory: int | None = None
    dumps: float | None = None
    kapitan: float | None = None
    plan: float | None = None


TARGETS = {
    2_400: Targets(0.5, 0.5, 0.8, _MEMORY_TARGET, _DUMPS_TARGET, _KAPITAN_TARGET, plan=1.0),
    12_000: Targets(1.5, 0.5, 0.8, plan=2.5),
}
"""By manifests. Source: the project's design."""


def start_up(rounds: int) -> Iterator[Row]:
    """The interpreter alone, `--version` and `--help`."""
    section = "start-up"
    found = side_by_side(
        rounds,
        {
            "bare": lambda _: [sys.executable, "-c", "pass"],
            "version": lambda _: [_TENANTRY, "--version"],
            "help": lambda _: [_TENANTRY, "--help"],
        },
    )
    bare = found["bare"]
    yield timing_row(section, "python -c pass", bare)
    for name, most in (("version", 0.03), ("help", 0.08)):
        extra = found[name].least - bare.least
        target = f"<= bare + {most} s"
        row = timing_row(
            section, f"tenantry --{name}", found[name], ratio=f"bare + {extra:.3f} s", target=target, met=extra <= most
        )
        yield row


@dataclass(slots=True)
class Fleet:
    """A generated fleet, compiled once: what all measurements of one size share."""

    folder: Path
    seed: int
    manifests: int
    rounds: int
    size: FleetSize = field(init=False)

    def __post_init__(self) -> None:
        self.folder.mkdir(parents=True)
        self.size = write_fleet(self.specs, seed=self.seed, manifests=self.manifests)
        run([_TENANTRY, "compile", "-C", str(self.specs), "--out", str(self.compiled)])
        run([sys.executable, str(_SCRIPTS / "load_tree.py"), *map(str, (self.compiled, self.objects, self.files))])

    @property
    def specs(self) -> Path:
        return self.folder / "specs"

    @property
    def compiled(self) -> Path:
        return self.folder / "compiled"

    @property
    def objects(self) -> Path:
        return self.folder / "objects.marshal"

    @property
    def files(self) -> Path:
        return self.folder / "files.marshal"

    @property
    def section(self) -> str:
        size = self.size
        return (
            f"{size.manifests:,} manifests: {size.tenants} tenants, {size.projects} projects, "
            f"{size.clusters} clusters, {size.objects_per_tenant:.0f} objects per tenant, "
            f"{size.documents} documents in {size.files} spec files"
        )

    def compiles(self) -> Iterator[Row]:
        """Cold, nothing changed, one tenant changed, beside scripts that only write the same objects or bytes."""
        changing, changed_out = self.folder / "changing", self.folder / "changing-output"
        copytree(self.specs, changing)
        copytree(self.compiled, changed_out)
        tenant = _changeable(changing)

        def change(number: int) -> list[str]:
            tenant.write_text(re.sub(r"borrow: \d+", f"borrow: {100 + number}", tenant.read_text(), count=1))
            return _compile(changing, changed_out)

        found = side_by_side(
            self.rounds,
            {
                "cold": lambda number: _compile(self.specs, self._fresh("cold", number)),
                "unchanged": lambda _: _compile(self.specs, self.compiled),
                "one tenant": change,
                "dumps": lambda number: _script("dump_json", self.objects, self._fresh("dumps", number)),
                "raw": lambda number: _script("write_raw", self.files, self._fresh("raw", number)),
            },
        )
        dumps, raw = without_reading(found["dumps"]), without_reading(found["raw"])
        yield from self._judged(found, dumps, raw)
        yield self._writer()

    def plans(self) -> Iterator[Row]:
        """Plans where one line changed, and where everything did that may, by turns with a cold compile.

        Each with the base compiled too, and with what it compiled to kept of an earlier plan.
        """
        one, every = self.folder / "planned-one", self.folder / "planned-every"
        cache = self.folder / "cache"
        for folder in (one, every):
            copytree(self.specs, folder)
            for words in (
                ("init", "--quiet", "--initial-branch=main"),
                ("add", "--all"),
                ("commit", "--quiet", "-m", "base"),
            ):
                run(["git", "-C", str(folder), "-c", "user.name=bench", "-c", "user.email=bench@example.com", *words])
        change_everything(every)
        tenant = _changeable(one)

        def change(number: int, kept: Path | None) -> list[str]:
            tenant.write_text(re.sub(r"borrow: \d+", f"borrow: {100 + number}", tenant.read_text(), count=1))
            return _plan(one, kept)

        for folder in (one, every):
            run(_plan(folder, cache))
        found = side_by_side(
            self.rounds,
            {
                "cold": lambda number: _compile(self.specs, self._fresh("beside-plan", number)),
                "one line changed": lambda number: change(2 * number, None),
                "one line changed, base kept": lambda number: change(2 * number + 1, cache),
                "everything changed": lambda _: _plan(every, None),
                "everything changed, base kept": lambda _: _plan(every, cache),
            },
        )
        targets = TARGETS.get(self.manifests)
        most = targets and targets.plan
        for name in ("one line changed", "one line changed, base kept"):
            yield timing_row(
                self.section,
                f"plan, {name}",
                found[name],
                target=f"<= {most} s" if most else "",
                met=found[name].least <= most if most else None,
            )
        for name, factor in (
            ("everything changed", _PLAN_OF_ALL_TARGET),
            ("everything changed, base kept", _PLAN_OF_ALL_KEPT_TARGET),
        ):
            ratio = found[name].least / found["cold"].least
            changed = sum(json.loads(found[name].samples[-1].output)["plan"]["objects"]["changed"].values())
            yield timing_row(
                self.section,
                f"plan, {name}",
                found[name],
                ratio=f"{ratio:.2f} x cold",
                target=f"<= {factor:g} x",
                met=ratio <= factor,
                note=f"{changed:,} objects differ",
            )

    def _judged(self, found: dict[str, Timing], dumps: Timing, raw: Timing) -> Iterator[Row]:
        targets, cold = TARGETS.get(self.manifests), found["cold"]
        files = json.loads(found["one tenant"].samples[-1].output)
        for name, what, most in (
            ("cold", "compile, cold", targets and targets.cold),
            ("unchanged", "compile, nothing changed", targets and targets.unchanged),
            ("one tenant", "compile, one tenant changed", targets and targets.one_tenant),
        ):
            timing = found[name]
            yield timing_row(
                self.section,
                what,
                timing,
                target=f"<= {most} s" if most else "",
                met=timing.least <= most if most else None,
                note=f"{len(files['written'])} of {len(files['written']) + files['unchanged']} files written"
                if name == "one tenant"
                else "",
            )
        if targets and targets.memory:
            yield Row(
                self.section,
                "compile, cold: peak memory",
                peak=cold.peak,
                target=f"<= {targets.memory / 2**20:.0f} MiB",
                met=cold.peak <= targets.memory,
            )
        ratio, most_dumps = cold.least / dumps.least, targets.dumps if targets else None
        yield timing_row(
            self.section,
            "only json.dumps, same objects and files",
            dumps,
            ratio=f"cold = {ratio:.1f} x",
            target=f"<= {most_dumps:g} x" if most_dumps else "",
            met=ratio <= most_dumps if most_dumps else None,
            note="whole process, less the time it needs to get at its objects",
        )
        yield timing_row(
            self.section,
            "only a write of the same bytes",
            raw,
            ratio=f"cold = {cold.least / raw.least:.1f} x",
            note="whole process, less the time it needs to get at the bytes",
        )

    def _writer(self) -> Row:
        sample = run([sys.executable, str(_SCRIPTS / "compare_writers.py"), str(self.objects), str(self.rounds)])
        rounds = [(ours, theirs) for ours, theirs in json.loads(sample.output)]
        return ratio_row(self.section, "manifest writer alone", rounds, target=_WRITER_TARGET)

    def beside_kapitan(self) -> Row:
        """The same objects by kapitan, by turns with a cold compile; a row that says so where it cannot be had."""
        try:
            program = kapitan.install()
        except Failed as problem:
            return Row(self.section, "kapitan, same objects and files", note=str(problem))
        inventory = self.folder / "kapitan"
        kapitan.write_inventory(inventory, self.objects)
        found = side_by_side(
            _SLOW_ROUNDS,
            {
                "cold": lambda number: _compile(self.specs, self._fresh("beside-kapitan", number)),
                "kapitan": lambda number: kapitan.command(program, inventory, self._fresh("kapitan", number)),
            },
        )
        written = kapitan.count_objects(self._fresh("kapitan", 0))
        if written != self.size.manifests:
            raise Failed(f"kapitan wrote {written} objects, not {self.size.manifests}")
        ratio = found["kapitan"].least / found["cold"].least
        return timing_row(
            self.section,
            "kapitan, same objects and files",
            found["kapitan"],
            ratio=f"{ratio:.1f} x cold",
            target=f">= {_KAPITAN_TARGET:g} x",
            met=ratio >= _KAPITAN_TARGET,
            note=f"kapitan {kapitan.VERSION} is handed finished objects: it reads no specs and checks nothing",
        )

    def _fresh(self, what: str, number: int) -> Path:
        """The folder of a round; each is used once."""
        return self.folder / "rounds" / f"{what}-{number}"


def _compile(specs: Path, output: Path) -> list[str]:
    return [_TENANTRY, "compile", "-C", str(specs), "--out", str(output), "--format", "json"]


def _plan(folder: Path, cache: Path | None) -> list[str]:
    """A plan that keeps what the base compiles to in `cache`, or one that keeps nothing."""
    plan = [_TENANTRY, "plan", "-C", str(folder), "--format", "json"]
    return ["env", f"XDG_CACHE_HOME={cache}", *plan] if cache else [*plan, "--no-keep"]


def _script(name: str, given: Path, output: Path) -> list[str]:
    return [sys.executable, "-I", str(_SCRIPTS / f"{name}.py"), str(given), str(output)]


def _changeable(specs: Path) -> Path:
    """The first tenant file with a bound on borrowing, which can be any number."""
    return next(path for path in sorted(specs.glob("tenants/*/tenant.yaml")) if "borrow: " in path.read_text())
