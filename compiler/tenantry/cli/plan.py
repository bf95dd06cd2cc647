"""`tenantry plan`: what a change means, for whom, and who has to agree."""

import sys
from pathlib import Path

import click

from tenantry import api
from tenantry.cli.options import workspace_option
from tenantry.cli.output import show_json, show_report
from tenantry.cli.progress import Progress
from tenantry.diagnostics.render.json import render_json


@click.command("plan")
@click.argument("base", default="")
@click.argument("head", default="")
@workspace_option
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "markdown"]),
    default="text",
    show_default=True,
    help="How to print: for people, for programs, or as a comment on a pull request.",
)
@click.option(
    "--approved-by",
    multiple=True,
    metavar="WHO",
    help="A user or group that agreed, such as group:capacity; may be repeated. With it, what is missing ends with 1.",
)
def command(folder: Path, base: str, head: str, output_format: str, approved_by: tuple[str, ...]) -> int:
    """Say what turns the specs of BASE into those of HEAD: who gains, who loses, the cost, the risk, who must approve.

    BASE is a commit, by default where HEAD left the main branch; HEAD a commit, by default the files as they lie here,
    committed or not. Both sides are read from git; nothing is written. Exits with 1 where the specs of HEAD have an
    error, or where an approval is missing and --approved-by was given.
    """
    from tenantry.answers.data import as_data
    from tenantry.plan.text.comment import comment
    from tenantry.plan.text.page import page

    with Progress(sys.stderr) as progress:
        planned = api.plan(api.open_workspace(folder), base, head, approved_by=approved_by, progress=progress)
    plan, report = planned.plan, planned.report
    if output_format == "json":
        show_json({"plan": as_data(plan), **render_json(report)})
    else:
        show_report(report, planned.sides.head.sources)
        if plan is not None:
            click.echo(page(plan) if output_format == "text" else comment(plan), nl=False)
    return int(plan is None or bool(approved_by and plan.missing))
