"""How results reach the reader: JSON for programs, text with colour where a person watches."""

import json
import os
import sys
from typing import Any

import click

from tenantry.api import Report
from tenantry.diagnostics import Locator
from tenantry.diagnostics.render.text import render_summary, render_text


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
