"""`tenantry policy`: the rules of an organisation tried on their examples, listed, and ready ones to copy."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from tenantry import api
from tenantry.cli.options import format_option, workspace_option
from tenantry.cli.output import show_json, show_report
from tenantry.diagnostics.render.json import render_json

if TYPE_CHECKING:
    from tenantry.policy import PolicyStanding, Trial


@click.group("policy")
@workspace_option
@click.pass_context
def command(context: click.Context, folder: Path) -> None:
    """Try the examples of policies, list policies, and copy ready ones."""
    # The workspace may be named before the verb, between its two words, or last.
    context.default_map = {name: {"folder": folder} for name in command.commands}


@command.command("test")
@workspace_option
@format_option
@click.argument("names", nargs=-1, metavar="[NAME]...")
def test(folder: Path, output_format: str, names: tuple[str, ...]) -> int:
    """Run the examples of the policies NAME, or of all policies of the workspace.

    An example is a case that the policy must let through, or must report. Exits with 1 where one does not come out as
    stated, or where a policy does not compile.
    """
    from tenantry.answers.data import as_data
    from tenantry.answers.sheet import Sheet

    tested = api.try_policies(api.open_workspace(folder), names)
    trials, report = tested.trials, tested.report
    if output_format == "json":
        shown = [{key: value for key, value in one._asdict().items() if key != "problems"} for one in trials]
        show_json({"policies": as_data(shown), **render_json(report)})
    else:
        show_report(report, tested.front.sources)
        sheet = Sheet()
        if trials:
            rows = [(one.policy, str(one.passed), str(one.failed), _verdict(one), one.scope) for one in trials]
            sheet.table(("", "passed", "failed", "", ""), rows)
        elif not report.errors:
            sheet.title("there are no policies")
        click.echo(str(sheet), nl=False)
    return int(report.errors > 0)


@command.command("list")
@workspace_option
@format_option
def listing(folder: Path, output_format: str) -> int:
    """List the policies of the workspace with scope, severity and who is let through until when.

    Exits with 1 where the specs cannot be resolved.
    """
    from tenantry.answers.data import as_data

    found = api.policies(api.open_workspace(folder))
    checked = found.checked
    if checked.front.program is None:
        if output_format == "json":
            show_json(render_json(checked.report))
        else:
            show_report(checked.report, checked.front.sources)
        return 1
    if output_format == "json":
        show_json({"policies": as_data(found.policies)})
    else:
        click.echo(_page(found.policies) or "there are no policies\n", nl=False)
    return 0


@command.command("library")
@format_option
@click.argument("name", default="")
def library(output_format: str, name: str) -> int:
    """List ready policies, or print NAME as YAML, to be copied below clusters/ and adapted.

    Each has its examples, and a page in docs/policies/.
    """
    from tenantry.answers.data import as_data

    if name:
        text = api.ready_policy(name)
        if output_format == "json":
            show_json({"policy": name, "yaml": text})
        else:
            click.echo(text, nl=False)
    elif output_format == "json":
        show_json({"policies": as_data(api.ready_policies())})
    else:
        click.echo(_page(api.ready_policies()), nl=False)
    return 0


def _verdict(trial: "Trial") -> str:
    return "" if trial.passed + trial.failed else "does not compile"


def _page(policies: "Iterable[PolicyStanding]") -> str:
    """A policy in a line, below it why it exists and who is let through."""
    from tenantry.answers.sheet import Sheet

    sheet = Sheet()
    for one in policies:
        sheet.hanging(f"{one.policy}:", f"{one.severity}, {one.scope} of {', '.join(one.asked_about)}")
        sheet.hanging("    ", one.description)
        for waiver in one.waivers:
            over = ", which is over" if waiver.over else ""
            sheet.hanging("    ", f"lets {waiver.subject} through until {waiver.until}{over}: {waiver.reason}")
    return str(sheet)
