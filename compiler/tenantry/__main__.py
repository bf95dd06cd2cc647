"""`python -m tenantry` is the `tenantry` command."""

from tenantry.cli.main import entry

if __name__ == "__main__":
    entry()
