"""`tenantry check`: everything that is wrong with the specs."""

import sys
from pathlib import Path

import click

from tenantry import api
from tenantry.cli.options import workspace_option
from tenantry.cli.output import MACHINES, show_json, show_messages, show_report
from tenantry.cli.progress import Progress
from tenantry.diagnostics.render.json import render_json


@click.command("check")
@workspace_option
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", *MACHINES]),
    default="text",
    show_default=True,
    help="How to print: for people, for programs, for code scanning, as annotations of a GitHub workflow, or as a "
    "test report.",
)
def command(folder: Path, output_format: str) -> int:
    """Say everything that is wrong with the specs; nothing is written.

    Reads clusters/ and tenants/, and output/ for what was before. Exits with 1 where there is an error.
    """
    workspace = api.open_workspace(folder)
    with Progress(sys.stderr) as progress:
        checked = api.check(workspace, progress=progress)
    report, sources = checked.report, checked.front.sources
    if output_format == "json":
        show_json(render_json(report))
    elif output_format in MACHINES:
        show_messages(report, sources.files, output_format, folder=workspace.below_top)
    else:
        show_report(report, sources)
        if not report.errors:
            click.echo(f"no errors in {len(sources.documents)} documents of {len(sources.files)} files")
    return int(report.errors > 0)
