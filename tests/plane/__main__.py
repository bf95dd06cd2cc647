"""`python -m tests.plane`: builds what is missing of the test plane, or says why it cannot be had."""

import os
import shutil
import sys

from tests.plane.brought import UnusableError, other_versions, where_from
from tests.plane.build import BuildError, build_missing
from tests.plane.store import missing
from tests.plane.tidy import alone, tidy


def main() -> int:
    """Builds and tidies; 1 where something cannot be built or run, or, in CI, is missing or of another version."""
    in_ci = bool(os.environ.get("TENANTRY_CI"))
    try:
        others = other_versions()
        if lacking := missing():
            if shutil.which("go") is None:
                return _left_out(lacking, "there is no Go here", in_ci=in_ci)
            if left_out := build_missing():
                return _left_out(left_out, "there is no C compiler here", in_ci=in_ci)
    except (BuildError, UnusableError) as failed:
        print(f"control plane: {failed}", file=sys.stderr)
        return 1
    with alone(wait=False) as nobody_builds:
        if nobody_builds:
            tidy()
    _say(f"complete: {where_from()}")
    for sentence in others:
        _say(f"warning: {sentence}")
    return 1 if others and in_ci else 0


def _left_out(names: list[str], why: str, *, in_ci: bool) -> int:
    _say(f"{', '.join(names)} not built, because {why}")
    _say("the tests that need it do not run; see docs/testing.md")
    return 1 if in_ci else 0


def _say(text: str) -> None:
    print(f"control plane: {text}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
