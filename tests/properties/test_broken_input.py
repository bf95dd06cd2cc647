"""The worked example with random damage: whatever is wrong is said, never with a traceback and never late.

`TENANTRY_BROKEN_INPUTS=5000` tries more than the few that fit into every run.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import FrameType

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenantry import api
from tenantry.diagnostics.render.json import render_json
from tenantry.diagnostics.render.text import render_summary, render_text
from tests.support.edits import damaged
from tests.support.fleets import write_files
from tests.support.workspaces import REPOSITORY, tree_of

EXAMPLES = int(os.environ.get("TENANTRY_BROKEN_INPUTS", "60"))
MOST_SECONDS = 5.0
"""What one check may take, at most: some forty times what the undamaged example takes."""

SPECS = {
    f"{area}/{name}": content
    for area in ("clusters", "tenants")
    for name, content in tree_of(REPOSITORY / area).items()
}


@contextmanager
def in_time() -> Iterator[None]:
    """Fails the test where the block takes too long, also where it never ends."""

    def late(_: int, __: FrameType | None) -> None:
        raise TimeoutError(f"not done after {MOST_SECONDS} s")

    before = signal.signal(signal.SIGALRM, late)
    signal.setitimer(signal.ITIMER_REAL, MOST_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32).map(Random))
def test_damaged_specs_are_judged_or_compiled_but_never_crash_or_hang(random: Random) -> None:
    files = damaged(SPECS, random)
    with TemporaryDirectory() as temporary:
        folder = Path(temporary)
        _write(folder, files)

        with in_time():
            checked = api.check(api.open_workspace(folder))
            shown = render_text(checked.report, checked.front.sources)
            summary = render_summary(checked.report)
            data = render_json(checked.report)
            compiled = api.compile(api.open_workspace(folder))

        errors = data["summary"]["errors"]
        assert bool(errors) is checked.front.has_errors
        assert compiled.compilation.has_errors is bool(errors)
        assert bool(tree_of(folder / "output")) is not bool(errors)
        if errors:
            assert shown
            assert str(errors) in summary
        for item in data["diagnostics"]:
            assert item["code"].startswith("TN")
            assert item["message"]
            assert item["line"] >= 1


def _write(folder: Path, files: dict[str, bytes]) -> None:
    write_files(folder, dict.fromkeys(("clusters/.keep", "tenants/.keep"), ""))
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
