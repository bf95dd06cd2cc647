"""`tenantry codeowners`: who approves, file by file, where GitHub or GitLab look for it."""

import shlex
from pathlib import Path

import click

from tenantry import api
from tenantry.cli.options import format_option, workspace_option
from tenantry.cli.output import show_json, show_report
from tenantry.diagnostics.render.json import render_json


@click.command("codeowners")
@workspace_option
@format_option
@click.option(
    "--for",
    "host",
    type=click.Choice(["github", "gitlab"]),
    default="github",
    show_default=True,
    help="Whose syntax and place: .github/CODEOWNERS or .gitlab/CODEOWNERS, at the top of the repository.",
)
@click.option(
    "--team-prefix",
    default="",
    metavar="PREFIX",
    help="What makes a team of a group's name, such as @example/ for @example/platform.",
)
@click.option(
    "--team",
    "teams",
    multiple=True,
    metavar="GROUP=TEAM",
    help="The team of a group that is called otherwise, such as research-leads=@example/leads; may be repeated.",
)
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Write there instead.")
@click.option("--check", "check_only", is_flag=True, help="Write nothing; exit with 1 where the file is stale.")
def command(
    folder: Path,
    output_format: str,
    host: str,
    team_prefix: str,
    teams: tuple[str, ...],
    out: Path | None,
    check_only: bool,
) -> int:
    """Write who approves which file, so that a pull request asks the right people.

    It is the coarse form of what `tenantry plan` decides by field. Lines that people wrote stay: only the section
    between the lines `BEGIN tenantry` and `END tenantry` is replaced.
    """
    named = dict(map(_named, teams))
    options = [f"--for {host}", *([f"--team-prefix {shlex.quote(team_prefix)}"] if team_prefix else [])]
    options += [f"--team {shlex.quote(one)}" for one in teams]
    made = api.codeowners(
        api.open_workspace(folder),
        host=host,
        team_prefix=team_prefix,
        teams=named,
        out=out,
        dry_run=check_only,
        command=" ".join(["tenantry codeowners", *options]),
    )
    report = made.checked.report
    if output_format == "json":
        rules = [{"path": path, "owners": list(owners)} for path, owners in made.rules]
        show_json({"file": str(made.path), "fresh": made.was_fresh, "rules": rules, **render_json(report)})
    else:
        show_report(report, made.checked.front.sources)
        if made.rules:
            said = "is fresh" if made.was_fresh else "is stale" if check_only else "written"
            click.echo(f"{made.path} {said}: {len(made.rules)} rules")
    return int(not made.is_fresh)


def _named(text: str) -> tuple[str, str]:
    group, equals, team = text.partition("=")
    if not (group and equals and team):
        raise click.BadParameter(f"`{text}` is not GROUP=TEAM", param_hint="--team")
    return group, team
