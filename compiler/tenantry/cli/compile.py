"""`tenantry compile`: the manifests of every cluster, or whether they are fresh."""

import sys
from pathlib import Path

import click

from tenantry import api
from tenantry.cli.options import format_option, workspace_option
from tenantry.cli.output import show_json, show_report
from tenantry.cli.progress import Progress
from tenantry.diagnostics.render.json import render_json


@click.command("compile")
@workspace_option
@format_option
@click.option(
    "--check", "check_only", is_flag=True, help="Write nothing; exit with 1 and the list where output/ is stale."
)
@click.option(
    "--out", type=click.Path(path_type=Path, file_okay=False), metavar="DIR", help="Write there instead of output/."
)
@click.option("--cluster", "clusters", multiple=True, metavar="NAME", help="Only this cluster; may be repeated.")
@click.option("--tenant", "tenants", multiple=True, metavar="NAME", help="Only this tenant; may be repeated.")
@click.option(
    "--allow-deletes",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Let up to N objects go; needed for more than 20 and a tenth of all.",
)
def command(
    folder: Path,
    output_format: str,
    check_only: bool,
    out: Path | None,
    clusters: tuple[str, ...],
    tenants: tuple[str, ...],
    allow_deletes: int,
) -> int:
    """Write the manifests of every cluster into output/.

    Any error, and nothing is written. Files are replaced whole and only where they differ; only files that an
    inventory of the tool lists are deleted. The whole fleet is always checked, whatever --cluster and --tenant narrow.
    """
    with Progress(sys.stderr) as progress:
        result = api.compile(
            api.open_workspace(folder),
            out=out,
            dry_run=check_only,
            clusters=frozenset(clusters),
            tenants=frozenset(tenants),
            allow_deletes=allow_deletes,
            progress=progress,
        )
    compilation, report = result.compilation, result.report
    stale = check_only and not compilation.is_fresh
    if output_format == "json":
        show_json(
            {
                "written": list(compilation.written),
                "unchanged": compilation.unchanged,
                "deleted": list(compilation.deleted),
                "objects": compilation.objects,
                "by_kind": dict(compilation.by_kind),
                "checked_only": check_only,
                "remainders": [remainder._asdict() for remainder in compilation.remainders],
                **render_json(report),
            }
        )
    else:
        show_report(report, result.front.sources)
        if not report.errors:
            _show(compilation, check_only=check_only)
    return int(report.errors > 0 or stale)


def _show(compilation: api.Compilation, *, check_only: bool) -> None:
    verb = ("would write", "would delete") if check_only else ("wrote", "deleted")
    for path in compilation.written:
        click.echo(f"{verb[0]}  {path}")
    for path in compilation.deleted:
        click.echo(f"{verb[1]}  {path}")
    for remainder in compilation.remainders:
        click.echo(f"{remainder.keeper} keeps {remainder.after} of {remainder.pool} (was {remainder.before})")
    files = len(compilation.written) + compilation.unchanged
    if compilation.is_fresh:
        click.echo(f"output is fresh: {compilation.objects} objects in {files} files")
        return
    changed = (
        f"{len(compilation.written)} written, {len(compilation.deleted)} deleted, {compilation.unchanged} unchanged"
    )
    click.echo(f"{compilation.objects} objects in {files} files: {changed}" + (" (stale)" if check_only else ""))
