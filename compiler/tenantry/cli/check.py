"""`tenantry check`: everything that is wrong with the specs."""

import sys
from pathlib import Path

import click

from tenantry import __version__, api
from tenantry.cli.options import workspace_option
from tenantry.cli.output import show_json, show_report
from tenantry.cli.progress import Progress
from tenantry.diagnostics.render.github import render_github
from tenantry.diagnostics.render.json import render_json
from tenantry.diagnostics.render.sarif import render_sarif


@click.command("check")
@workspace_option
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "sarif", "github"]),
    default="text",
    show_default=True,
    help="How to print: for people, for programs, for code scanning, or as annotations of a GitHub workflow.",
)
def command(folder: Path, output_format: str) -> int:
    """Say everything that is wrong with the specs; nothing is written.

    Reads clusters/ and tenants/, and output/ for what was before. Exits with 1 where there is an error.
    """
    with Progress(sys.stderr) as progress:
        checked = api.check(api.open_workspace(folder), progress=progress)
    report, sources = checked.report, checked.front.sources
    if output_format == "json":
        show_json(render_json(report))
    elif output_format == "sarif":
        show_json(render_sarif(report, version=__version__))
    elif output_format == "github":
        click.echo(render_github(report), nl=False)
    else:
        show_report(report, sources)
        if not report.errors:
            click.echo(f"no errors in {len(sources.documents)} documents of {len(sources.files)} files")
    return int(report.errors > 0)
