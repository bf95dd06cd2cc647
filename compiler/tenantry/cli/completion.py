"""`tenantry completion`: the completion script of a shell."""

import click
from click.shell_completion import get_completion_class


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> int:
    """Print the completion script of SHELL; add its output to the shell's start-up file."""
    from tenantry.cli.boundary import tenantry

    completion = get_completion_class(shell)
    assert completion is not None
    click.echo(completion(tenantry, {}, "tenantry", "_TENANTRY_COMPLETE").source())
    return 0
