"""`tenantry explain`: what something is, and which line of the specs made it so."""

from datetime import date
from pathlib import Path

import click

from tenantry import api
from tenantry.cli.columns import help_line, wrapped
from tenantry.cli.options import format_option, workspace_option
from tenantry.cli.output import show_json, show_report
from tenantry.diagnostics.render.json import render_json


def _day(context: click.Context, parameter: click.Parameter, text: str | None) -> date | None:
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise click.BadParameter(f"`{text}` is not a day; write it as 2026-11-30", context, parameter) from None


@click.command("explain")
@workspace_option
@format_option
@click.option("--as-of", callback=_day, metavar="DATE", help="As of another day than the fleet's own `asOf`.")
@click.option("--cluster", default="", metavar="NAME", help="The cluster of an object that several have.")
@click.argument("subject")
@click.argument("pool", default="")
def command(folder: Path, output_format: str, as_of: date | None, cluster: str, subject: str, pool: str) -> int:
    """Say what SUBJECT is, or with POOL what it has there, and which lines made it so.

    SUBJECT is a tenant (vision), a project (vision/detection), a pool, a cluster, an accelerator model over all
    clusters (H100-SXM5-80GB), a class, a profile, a role, a grant or a link (vision/features), a rule (TN412, or the
    name of a Policy) or an object (Namespace/vision-detection, with its namespace where it has one). With a POOL: what
    a tenant or project can count on there. Where two things share a name, put `tenant:`, `pool:`, `class:` and the
    like before it.

    Reads specs only; nothing need be compiled. Exits with 1 where the specs have errors, with 2 for an unknown SUBJECT.
    """
    from tenantry.answers.data import as_data
    from tenantry.explain import SubjectError, render

    try:
        explained = api.explain(api.open_workspace(folder), subject, pool, cluster=cluster, as_of=as_of)
    except SubjectError as problem:
        raise click.UsageError(f"{wrapped(str(problem), before='Error: ')}\n{help_line(problem.help)}") from None
    checked = explained.checked
    if explained.answer is None:
        assert checked is not None
        if output_format == "json":
            show_json(render_json(checked.report))
        else:
            show_report(checked.report, checked.front.sources)
    elif output_format == "json":
        show_json(as_data(explained.answer))
    else:
        click.echo(render(explained.answer), nl=False)
    return int(explained.answer is None)
