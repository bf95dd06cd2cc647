"""`python -m tests.plane`: builds what is missing of the test plane, or says why it cannot be had."""

import os
import shutil
import sys

from tests.plane.build import BuildError, build_missing
from tests.plane.store import cache, missing

lacking = missing()
if not lacking:
    print(f"control plane: complete in {cache()}")
    sys.exit(0)
if shutil.which("go") is None:
    print(f"control plane: {', '.join(lacking)} not built, because there is no Go here")
    print("control plane: the tests that need it do not run; see docs/testing.md")
    sys.exit(1 if os.environ.get("TENANTRY_CI") else 0)
try:
    build_missing()
except BuildError as failed:
    print(f"control plane: {failed}", file=sys.stderr)
    sys.exit(1)
print(f"control plane: complete in {cache()}")
