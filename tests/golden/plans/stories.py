"""Pull requests on the worked example, each an edit that somebody would make, by the name of its story."""

from collections.abc import Callable
from pathlib import Path

from tests.support.workspaces import edit

Story = Callable[[Path], None]

STORIES: dict[str, Story] = {}
"""What a story changes in a copy of the worked example."""

IN_WORDS = ("raise-in-department", "cut-under-work", "comments-and-order")
"""Stories whose text and Markdown are exact too."""


def story(made: Story) -> Story:
    """Takes a function in as a story, under its own name."""
    STORIES[made.__name__.replace("_", "-")] = made
    return made


@story
def raise_in_department(folder: Path) -> None:
    edit(folder / "tenants/vision/tenant.yaml", "guaranteed: 24, borrow: 32", "guaranteed: 32, borrow: 32")


@story
def cut_under_work(folder: Path) -> None:
    edit(folder / "tenants/nlp/tenant.yaml", "h100-train,  guaranteed: 40", "h100-train,  guaranteed: 32")


@story
def move_between_tenants(folder: Path) -> None:
    edit(folder / "tenants/nlp/tenant.yaml", "h100-train,  guaranteed: 40", "h100-train,  guaranteed: 32")
    edit(folder / "tenants/vision/tenant.yaml", "guaranteed: 24, borrow: 32", "guaranteed: 32, borrow: 32")


@story
def comments_and_order(folder: Path) -> None:
    path = folder / "tenants/vision/projects.yaml"
    documents = path.read_text().split("---\n")
    path.write_text("# moved about\n" + "---\n".join(reversed(documents)))
    edit(folder / "tenants/vision/tenant.yaml", "{name: vision}", "{name: 'vision'}")
