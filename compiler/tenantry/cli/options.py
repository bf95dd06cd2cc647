"""Options that several verbs share."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

Decorated = Callable[..., Any]


def workspace_option(function: Decorated) -> Decorated:
    """`-C DIR`: the folder that holds clusters/ and tenants/."""
    return click.option(
        "-C",
        "folder",
        type=click.Path(path_type=Path),
        default=Path(),
        metavar="DIR",
        help="The workspace: the folder that holds clusters/ and tenants/. Default: the current one.",
    )(function)


def format_option(function: Decorated) -> Decorated:
    """`--format text|json`: the same facts for people or for programs."""
    return click.option(
        "--format",
        "output_format",
        type=click.Choice(["text", "json"]),
        default="text",
        show_default=True,
        help="How to print: the same facts for people or for programs.",
    )(function)
