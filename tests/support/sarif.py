"""The schema of SARIF 2.1.0 as OASIS published it with errata 01, to judge what we print by.

It comes with a Go module that has it among its files, by a checksum, and lies in Go's own cache from then on.
"""

import hashlib
import json
import shutil
import subprocess
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from jsonschema import Draft4Validator, FormatChecker

_MODULE = "github.com/securego/gosec/v2@v2.30.0"
_FILE = "report/sarif/testdata/sarif-schema-2.1.0.json"
_SHA256 = "c3b4bb2d6093897483348925aaa73af03b3e3f4bd4ca38cef26dcb4212a2682e"


@cache
def schema() -> Any:
    """The schema. Skips the test where there is no Go."""
    if shutil.which("go") is None:
        pytest.skip("the schema of SARIF comes by Go, which is not here")
    with TemporaryDirectory() as nowhere:
        done = subprocess.run(
            ["go", "mod", "download", "-json", _MODULE], cwd=nowhere, capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stdout + done.stderr
    content = (Path(json.loads(done.stdout)["Dir"]) / _FILE).read_bytes()
    assert hashlib.sha256(content).hexdigest() == _SHA256
    return json.loads(content)


def violations(log: Any) -> list[str]:
    """What the schema has against a log; empty where it is valid."""
    validator = Draft4Validator(schema(), format_checker=FormatChecker())
    return [f"{error.json_path}: {error.message}" for error in validator.iter_errors(log)]
