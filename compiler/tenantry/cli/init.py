"""`tenantry init`: a small fleet that compiles, in an empty folder."""

from pathlib import Path

import click

from tenantry import api
from tenantry.cli.options import format_option, workspace_option
from tenantry.cli.output import show_json


@click.command("init")
@workspace_option
@format_option
def command(folder: Path, output_format: str) -> int:
    """Make a small fleet that compiles: one cluster, one pool, one tenant with one project.

    Writes clusters/, tenants/ and .gitignore; refuses a folder that already holds one of the first two.
    """
    written = api.init(folder)
    if output_format == "json":
        show_json({"written": list(written)})
    else:
        for path in written:
            click.echo(f"wrote  {path}")
        click.echo("next: make it yours, clusters/fleet.yaml first; then: tenantry compile")
    return 0
