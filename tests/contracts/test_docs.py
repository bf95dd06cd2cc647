"""What the pages say is so: links lead somewhere, commands and paths exist, specs on them load."""

import re
from collections.abc import Iterator
from importlib import import_module

import click
import pytest

from tenantry.cli.verbs import VERBS
from tenantry.model.load import load
from tenantry.source import read_text
from tests.support.pages import Page, anchor, pages, read_page
from tests.support.workspaces import REPOSITORY

PAGES = pages()
_COMMAND = re.compile(r"(?:^|[;|&] |\$ |`)tenantry +([a-z][a-z-]*)([^`]*)")
_MAKE = re.compile(r"^(?:\$ )?make +([a-z][a-z-]*)")
_OPTION = re.compile(r"(?<!\S)(--?[A-Za-z][a-z-]*)")
_PATH = re.compile(r"[\w.]+(?:/[\w.-]+)*(?:\.py|\.toml|\.yaml|\.md|/)")
_TARGETS = set(re.findall(r"^([a-z][a-z-]*):", (REPOSITORY / "Makefile").read_text(), flags=re.MULTILINE))


def _ids(page: Page) -> str:
    return page.path


@pytest.mark.parametrize("page", PAGES, ids=_ids)
def test_every_relative_link_leads_to_a_file_and_a_heading_of_it(page: Page) -> None:
    broken = []
    for link in page.links:
        target, _, heading = link.partition("#")
        if "://" in target:
            continue
        path = (REPOSITORY / page.path).parent / target if target else REPOSITORY / page.path
        if not path.exists() or (heading and heading not in map(anchor, read_page(path.resolve()).headings)):
            broken.append(link)

    assert broken == []


@pytest.mark.parametrize("page", PAGES, ids=_ids)
def test_every_command_that_is_named_exists_with_its_options(page: Page) -> None:
    unknown = []
    for code in _code(page):
        for verb, rest in _COMMAND.findall(code):
            if verb not in VERBS:
                unknown.append(f"tenantry {verb}")
                continue
            command = import_module(f"tenantry.cli.{verb}").command
            assert isinstance(command, click.Command)
            known = {option for parameter in command.params for option in parameter.opts}
            if isinstance(command, click.Group) and rest.split():
                below = command.commands.get(rest.split()[0])
                unknown += [] if below else [f"tenantry {verb}{rest}"]
                known |= {option for parameter in below.params for option in parameter.opts} if below else set()
            unknown += [f"tenantry {verb} {option}" for option in _OPTION.findall(rest) if option not in known]
        unknown += [f"make {target}" for target in _MAKE.findall(code) if target not in _TARGETS]

    assert unknown == []


@pytest.mark.parametrize("page", PAGES, ids=_ids)
def test_every_whole_spec_on_a_page_loads(page: Page) -> None:
    # The examples of docs/checks are wrong on purpose; test_check_pages.py looks at them.
    wanted = [block for block in page.blocks if block.language == "yaml" and "tenantry.dev/v1alpha1" in block.text]
    if page.path.startswith("docs/checks/"):
        wanted = [block for block in wanted if block.section != "Example"]
    problems = []
    for block in wanted:
        content = read_text(f"{page.path}:{block.line}", block.text.encode())
        problems += content.diagnostics
        for document in content.documents:
            problems += load(document)[1] if document.sound else []

    assert problems == []


@pytest.mark.parametrize("name", ["README.md", "docs/architecture.md"])
def test_every_file_and_folder_that_contributors_are_sent_to_exists(name: str) -> None:
    missing = [
        code
        for code in read_page(REPOSITORY / name).inline_code
        if _PATH.fullmatch(code)
        and not any((base / code).exists() for base in (REPOSITORY, REPOSITORY / "compiler" / "tenantry"))
    ]

    assert missing == []


def test_the_index_names_every_page() -> None:
    index = read_page(REPOSITORY / "docs" / "README.md")

    assert {path.name for path in (REPOSITORY / "docs").glob("*.md")} - set(index.links) == {"README.md"}


def test_the_readme_is_short() -> None:
    assert len((REPOSITORY / "README.md").read_text().splitlines()) < 200


def _code(page: Page) -> Iterator[str]:
    yield from page.inline_code
    for block in page.blocks:
        yield from block.text.splitlines()


def test_every_page_that_the_code_names_exists() -> None:
    missing = {
        page
        for path in (REPOSITORY / "compiler").rglob("*.py")
        for page in re.findall(r"docs/[\w/]+\.md", path.read_text(encoding="utf-8"))
        if not (REPOSITORY / page).exists()
    }

    assert missing == set()
