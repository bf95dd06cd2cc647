"""Writes what is generated: `schemas/`, `docs/reference/`, `docs/policies/` and parts of `docs/checks/`.

Run from anywhere, no arguments. Reads and writes the repository that holds this file.
"""

import sys
from pathlib import Path

from tenantry.model.reference import write_reference
from tenantry.model.schema import write_schemas

ROOT = Path(__file__).resolve().parent.parent


def main() -> None:
    """Writes every generated file anew. Raises OSError."""
    # A script's path is its own folder; the tools beside it are found from the repository, as tests find them.
    sys.path.insert(0, str(ROOT))
    from tools.check_pages import write_check_pages
    from tools.policy_pages import write_policy_pages

    write_schemas(ROOT / "schemas")
    write_reference(ROOT / "docs" / "reference")
    write_check_pages(ROOT / "docs" / "checks")
    write_policy_pages(ROOT / "docs" / "policies")


if __name__ == "__main__":
    main()
