"""How results reach the reader: JSON for programs, text with colour where a person watches."""

import json
import os
import sys
from collections.abc import Iterable
from typing import Any, Final

import click

from tenantry import __version__
from tenantry.api import Report
from tenantry.diagnostics import Locator
from tenantry.diagnostics.render.text import render_summary, render_text

MACHINES: Final = ("sarif", "github", "junit")
"""Formats of messages alone: for code scanning, as annotations of a GitHub workflow, for the test page of a CI."""


def show_messages(report: Report, files: Iterable[str], output_format: str, *, folder: str) -> None:
    """Prints a report in one of `MACHINES`; `files` are all that were looked at.

    Hosts know files from the top of the repository: `folder` leads from there to the workspace.
    """
    known = report.below(folder)
    if output_format == "sarif":
        from tenantry.diagnostics.render.sarif import render_sarif

        show_json(render_sarif(known, version=__version__))
    elif output_format == "github":
        from tenantry.diagnostics.render.github import render_github

        click.echo(render_github(known), nl=False)
    else:
        from tenantry.diagnostics.render.junit import render_junit

        click.echo(render_junit(known, [folder + file for file in files]), nl=False)


def show_json(data: Any) -> None:
    """Prints data as JSON, indented, in the order of its keys."""
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def show_report(report: Report, locator: Locator) -> None:
    """Prints every message and their count on standard error; nothing where there is nothing to say."""
    if report.items:
        color = wants_color(sys.stderr)
        click.echo(render_text(report, locator, color=color), err=True, color=color)
        click.echo(render_summary(report, color=color), err=True, color=color)


def wants_color(stream: Any) -> bool:
    """Whether a person watches the stream and has not set NO_COLOR."""
    return not os.environ.get("NO_COLOR") and stream.isatty()
