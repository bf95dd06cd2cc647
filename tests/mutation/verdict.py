"""What a failed test says about a mutant: a pytest plugin that writes each failure down, and how it is judged.

Run as `pytest -p tests.mutation.verdict`, with the file to write named in the environment. A failed assertion in the
body of a test is about what the real components did. Anything else (an error while a plane starts, a wait that took
too long, another exception) may have come from the machine as well, and is believed only after a look without the
mutant.
"""

import json
import os
import re
from collections.abc import Generator
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest

FILE = "TENANTRY_MUTATION_FAILURES"
"""Environment variable that names the file."""

_LATE = re.compile(r"after \d+ s |not at rest after |5\d\d: ")
"""How waits that ended begin, and answers of a server that is in trouble."""
_SHORT = 300


@dataclass(frozen=True)
class Failure:
    """One failed phase of a test: which (setup, call or teardown), the exception's class, and what it said."""

    test: str
    phase: str
    error: str
    message: str

    @property
    def is_plain(self) -> bool:
        """Whether it is an assertion about behaviour, and no wait that ended."""
        return self.phase == "call" and self.error == "AssertionError" and not _LATE.match(self.message)

    def __str__(self) -> str:
        return f"{self.test} ({self.phase}) {self.error}: {self.message}"


def failures_in(path: Path) -> list[Failure]:
    """What a run has written; empty where it failed in no test."""
    if not path.exists():
        return []
    return [Failure(**json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Appends a line for each failed phase."""
    report = yield
    if report.failed and call.excinfo and FILE in os.environ:
        message = " ".join(str(call.excinfo.value).split())[:_SHORT]
        failure = Failure(item.nodeid, call.when, call.excinfo.typename, message)
        with Path(os.environ[FILE]).open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(failure)) + "\n")
    return report
