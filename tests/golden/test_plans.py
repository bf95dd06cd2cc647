"""Plans of pull requests on the worked example, exact: as data, and some as people read them."""

import json
import re
from pathlib import Path

import pytest

from tests.golden.plans.stories import BASES, BLOCKED, IN_WORDS, STORIES
from tests.support.repositories import Repository
from tests.support.workspaces import copy_example, run

PLANS = Path(__file__).parent / "plans"
_COMMIT = re.compile(r"\b[0-9a-f]{12}\b")


@pytest.fixture(scope="module")
def committed(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """The worked example, committed on main."""
    folder = copy_example(tmp_path_factory.mktemp("plans") / "fleet")
    repository = Repository.init(folder)
    repository.commit("base")
    return repository


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A cache folder; from the second story on it holds what the worked example compiles to."""
    return str(tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize("name", sorted(STORIES))
def test_a_change_is_planned_exactly(name: str, committed: Repository, cache: str, update_golden: bool) -> None:
    start = committed.git("rev-parse", "HEAD")
    if name in BASES:
        BASES[name](committed.folder)
        committed.commit("what was before the story")
    STORIES[name](committed.folder)
    try:
        for suffix, form in (("json", "json"), ("txt", "text"), ("md", "markdown")):
            if suffix == "json" or name in IN_WORDS:
                keep = "--keep" if suffix == "json" else "--no-keep"
                finished = run("plan", "--format", form, keep, folder=committed.folder, env={"XDG_CACHE_HOME": cache})
                assert finished.returncode == int(name in BLOCKED), finished.stderr
                _compare(PLANS / f"{name}.{suffix}", _COMMIT.sub("<commit>", finished.stdout), update=update_golden)
    finally:
        committed.git("reset", "--quiet", "--hard", start)
        committed.git("clean", "--quiet", "--force", "-d")


@pytest.mark.parametrize(("suffix", "form"), [("txt", "text"), ("md", "markdown")])
def test_a_first_import_is_planned_exactly(suffix: str, form: str, tmp_path: Path, update_golden: bool) -> None:
    """A repository that had no fleet yet gets the worked example: the first lines say what it is, the rest counts."""
    repository = Repository.init(tmp_path)
    (tmp_path / "README.md").write_text("a repository\n")
    repository.commit("no fleet yet")
    copy_example(tmp_path, output=False)

    finished = run("plan", "--format", form, "--no-keep", folder=tmp_path)

    assert finished.returncode == 0, finished.stderr
    _compare(PLANS / f"first-import.{suffix}", _COMMIT.sub("<commit>", finished.stdout), update=update_golden)


def _compare(path: Path, text: str, *, update: bool) -> None:
    if update:
        path.write_text(text, encoding="utf-8")
    expected = path.read_text(encoding="utf-8")
    assert text == expected if path.suffix != ".json" else json.loads(text) == json.loads(expected)


def test_every_expectation_belongs_to_a_story() -> None:
    expected = {f"{name}.json" for name in STORIES} | {
        f"{name}.{suffix}" for name in IN_WORDS for suffix in ("txt", "md")
    }
    expected |= {"first-import.txt", "first-import.md"}
    assert {path.name for path in PLANS.iterdir() if path.suffix in (".json", ".txt", ".md")} == expected
