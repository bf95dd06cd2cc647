"""The one boundary between the program and the shell: exit codes, and what is said when things go wrong.

0 done, also with warnings; 1 errors or stale output; 2 usage; 3 surroundings; 70 our bug, with a report file.
"""

import errno
import os
import sys
from importlib import import_module
from typing import Any, Final

import click

from tenantry import __version__
from tenantry.cli.verbs import VERBS

DONE: Final = 0
ERRORS: Final = 1
USAGE: Final = 2
OUR_BUG: Final = 70

_NO_ROOM = ("what there is to say could not be written: no room is left", "make room, or send the output elsewhere")
_SURROUNDINGS: Final = {
    errno.ENOSPC: _NO_ROOM,
    errno.EDQUOT: _NO_ROOM,
    errno.EFBIG: _NO_ROOM,
    errno.ENOENT: ("the current folder is no longer there", "go to one that is"),
}
"""What errors of the system without a file name mean: they come from our own output and the current folder."""


class _Verbs(click.Group):
    """Verbs that are imported when they are run, not when they are listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        command = import_module(f"tenantry.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(VERBS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        try:
            return super().resolve_command(ctx, args)
        except click.UsageError as problem:
            from difflib import get_close_matches

            close = get_close_matches(args[0], VERBS, n=1)
            meant = f" Did you mean `{close[0]}`?" if close else ""
            raise click.UsageError(problem.message + meant, ctx) from None


@click.group(
    cls=_Verbs,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 done, 1 errors or stale output, 2 usage, 3 surroundings, 70 our bug.",
)
@click.version_option(__version__, prog_name="tenantry", message="%(prog)s %(version)s")
@click.option("-C", "folder", metavar="DIR", help="The workspace; may stand after the command too.")
@click.pass_context
def tenantry(context: click.Context, folder: str | None) -> None:
    """Compile the tenants, pools, quotas and isolation rules of a GPU cloud into Kubernetes manifests."""
    if folder is not None:
        context.default_map = {verb: {"folder": folder} for verb in VERBS}


def run(arguments: list[str]) -> int:
    """Runs the command line and gives its exit code; never raises."""
    # Plug-ins of other packages have no business in a compiler, and cost time at start-up.
    os.environ["PYDANTIC_DISABLE_PLUGINS"] = "__all__"
    try:
        result = tenantry.main(arguments, prog_name="tenantry", standalone_mode=False)
    except click.exceptions.Abort:
        click.echo("interrupted", err=True)
        return 130
    except click.ClickException as problem:
        problem.show()
        return USAGE
    except BrokenPipeError:
        # The reader of our output went away; that is its right.
        _drop_output()
        return DONE
    except Exception as problem:
        return _explain(problem)
    return result if isinstance(result, int) else DONE


def _drop_output() -> None:
    """What is still to be printed goes nowhere, and raises nothing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _explain(problem: Exception) -> int:
    from tenantry.cli.columns import help_line
    from tenantry.diagnostics import TenantryError

    if isinstance(problem, OSError) and problem.filename is None and problem.errno in _SURROUNDINGS:
        _drop_output()
        message, help = _SURROUNDINGS[problem.errno]
        problem = TenantryError(message, help=help)
    if isinstance(problem, TenantryError):
        # None lets click decide by whether a person watches.
        color = False if os.environ.get("NO_COLOR") else None
        click.echo(click.style("error", fg="red", bold=True) + f": {problem}", err=True, color=color)
        if problem.help:
            click.echo(help_line(problem.help), err=True)
        return problem.exit_code
    click.echo(
        f"tenantry has crashed, and that is our fault, not yours. Nothing was left half-written.\n"
        f"Please open an issue with {_report(problem)}",
        err=True,
    )
    return OUR_BUG


def _report(problem: Exception) -> str:
    """Writes the traceback into a file of its own, and says where; without the specs themselves. Where no file can be
    written, the report itself."""
    import platform
    import tempfile
    import traceback
    from datetime import UTC, datetime

    lines: list[Any] = [
        f"tenantry {__version__}, Python {platform.python_version()}, {platform.platform()}",
        f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}, arguments: {sys.argv[1:]}",
        "",
        *traceback.format_exception(problem),
    ]
    report = "\n".join(map(str, lines))
    try:
        with tempfile.NamedTemporaryFile("w", prefix="tenantry-crash-", suffix=".txt", delete=False) as file:
            file.write(report)
    except OSError:
        return f"this report:\n\n{report}"
    return f"the report {file.name}"
