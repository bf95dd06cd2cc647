"""`tenantry schema`: the JSON Schema of the spec language."""

import click

from tenantry import api
from tenantry.cli.output import show_json


@click.command("schema")
@click.argument("kind", required=False)
@click.option("--list", "list_kinds", is_flag=True, help="List the kinds instead.")
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json"]),
    default="json",
    show_default=True,
    help="How to print; a schema is JSON either way, a list is a line per kind or a JSON list.",
)
def command(kind: str | None, list_kinds: bool, output_format: str) -> int:
    """Print the JSON Schema of KIND, or of all kinds at once for editors.

    Editors use it through a first line `# yaml-language-server: $schema=PATH`.
    """
    if not list_kinds:
        show_json(api.schema(kind))
    elif output_format == "json":
        show_json(list(api.schema_kinds()))
    else:
        click.echo("\n".join(api.schema_kinds()))
    return 0
