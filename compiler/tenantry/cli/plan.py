"""`tenantry plan`: what a change means, for whom, and who has to agree."""

import os
import sys
from pathlib import Path

import click

from tenantry import api
from tenantry.cli.options import workspace_option
from tenantry.cli.output import MACHINES, show_json, show_messages, show_report
from tenantry.cli.progress import Progress
from tenantry.diagnostics.render.json import render_json


@click.command("plan")
@click.argument("base", default="")
@click.argument("head", default="")
@workspace_option
@click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json", "markdown", *MACHINES]),
    default="text",
    show_default=True,
    help="How to print: for people, for programs, as a comment on a pull request; or messages, missing approvals and "
    "conflicts alone: for code scanning, as annotations of a GitHub workflow, as a test report.",
)
@click.option(
    "--with",
    "others",
    multiple=True,
    metavar="REV",
    help="Another open branch, merged too; may be repeated. BASE is then by default the tip of the main branch, HEAD "
    "the commit that is checked out. A pair that cannot both be merged ends with 1.",
)
@click.option(
    "--usage",
    multiple=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="What runs now, as `kubectl get clusterqueues -o json` prints it, one file for each cluster; may be repeated.",
)
@click.option(
    "--author",
    default="",
    metavar="NAME",
    help="Who made the change, such as ada@example.com, for policies that ask.",
)
@click.option(
    "--approved-by",
    multiple=True,
    metavar="WHO",
    help="Who agreed: a group as group:capacity, a user as user:ada@example.com or by the name alone; may be repeated. "
    "With it, what is missing ends with 1.",
)
@click.option(
    "--keep/--no-keep",
    default=True,
    show_default=True,
    help="Keep what BASE compiles to in the user's cache folder, and take it from there the next time.",
)
def command(
    folder: Path,
    base: str,
    head: str,
    output_format: str,
    others: tuple[str, ...],
    usage: tuple[Path, ...],
    author: str,
    approved_by: tuple[str, ...],
    keep: bool,
) -> int:
    """Say what turns the specs of BASE into those of HEAD: who gains, who loses, the cost, the risk, who must approve.

    BASE is a commit, by default where HEAD left the main branch; HEAD a commit, by default the files as they lie here,
    committed or not. Both sides are read from git; nothing is written in this folder. Exits with 1 where the specs of
    HEAD have an error, where a policy blocks the change, where branches conflict, or where an approval is missing and
    --approved-by was given.
    """
    from tenantry.answers.data import as_data
    from tenantry.plan.annotations import annotations
    from tenantry.plan.text.comment import comment
    from tenantry.plan.text.page import page

    workspace = api.open_workspace(folder)
    with Progress(sys.stderr) as progress:
        planned = api.plan(
            workspace,
            base,
            head,
            others=others,
            usage=usage,
            author=author,
            approved_by=approved_by,
            keep_in=_cache_folder() if keep else None,
            progress=progress,
        )
    plan, report = planned.plan, planned.report
    if output_format == "json":
        show_json({"plan": as_data(plan), **render_json(report)})
    elif output_format in MACHINES:
        after, sources = planned.sides.head.sound_program, planned.sides.head.sources
        more = annotations(plan, after, sources, judged=bool(approved_by)) if plan and after else ()
        known = planned.sides.places.on_head(report)
        show_messages(known.with_more(more), sources.files, output_format, folder=workspace.below_top)
    else:
        show_report(report, planned.sides.places)
        if plan is not None:
            click.echo(page(plan) if output_format == "text" else comment(plan), nl=False)
    return int(plan is None or report.errors > 0 or bool(plan.conflicts) or bool(approved_by and plan.missing))


def _cache_folder() -> Path:
    """Where the XDG base directory specification has what can be made anew; an empty or relative name counts as none.

    The library for that, platformdirs, would take ten milliseconds of every plan.
    """
    named = os.environ.get("XDG_CACHE_HOME", "")
    return Path(named if os.path.isabs(named) else os.path.expanduser("~/.cache"), "tenantry", "plan")  # noqa: PTH111, PTH117
