"""What README and docs show as output is what comes out today; `make golden` writes it anew."""

from pathlib import Path

import pytest

from tests.support.pages import read_page
from tests.support.repositories import Repository
from tests.support.workspaces import REPOSITORY, copy_example, edit, run

VISION = Path("tenants") / "vision" / "tenant.yaml"
AS_IT_IS = "guaranteed: 24, borrow: 32"


def test_the_readme_shows_what_a_compile_of_the_example_prints(update_golden: bool) -> None:
    printed = run("compile", "--check", folder=REPOSITORY).stdout

    _compare("README.md", "Two commands", "$ make example", printed, update=update_golden)


def test_the_readme_shows_what_a_raised_guarantee_prints(tmp_path: Path, update_golden: bool) -> None:
    edit(copy_example(tmp_path) / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")

    printed = run("compile", folder=tmp_path).stdout

    _compare("README.md", "A change", "$ tenantry compile", printed, update=update_golden)


def test_the_readme_shows_how_a_plan_of_it_begins(tmp_path: Path, update_golden: bool) -> None:
    repository = Repository.init(copy_example(tmp_path, output=False))
    commit = repository.commit("base")
    edit(tmp_path / VISION, AS_IT_IS, "guaranteed: 28, borrow: 32")

    printed = run("plan", folder=tmp_path).stdout.partition("\n\n")[0].replace(commit[:12], "4e6c0e044f34")

    _compare("README.md", "What it means", "$ tenantry plan", printed, update=update_golden)


@pytest.mark.parametrize(
    ("name", "section", "first"),
    [("README.md", "A mistake", "$ tenantry compile"), ("docs/diagnostics.md", "A message", "$ tenantry check")],
)
def test_the_page_shows_what_a_promise_too_many_prints(
    name: str, section: str, first: str, tmp_path: Path, update_golden: bool
) -> None:
    edit(copy_example(tmp_path) / VISION, AS_IT_IS, "guaranteed: 36, borrow: 32")

    printed = run(*first.split()[2:], folder=tmp_path).stderr

    _compare(name, section, first, printed, update=update_golden)


def test_the_page_shows_the_json_of_a_promise_too_many(tmp_path: Path, update_golden: bool) -> None:
    edit(copy_example(tmp_path) / VISION, AS_IT_IS, "guaranteed: 36, borrow: 32")

    printed = run("check", "--format", "json", folder=tmp_path).stdout

    _compare("docs/diagnostics.md", "Formats", "$ tenantry check --format json", printed, update=update_golden)


def test_the_readme_shows_what_a_question_prints(update_golden: bool) -> None:
    printed = run("explain", "vision/detection", "h100-train", folder=REPOSITORY).stdout

    command = "$ tenantry explain vision/detection h100-train"
    _compare("README.md", "A question", command, printed, update=update_golden)


def test_the_first_steps_show_what_init_prints(tmp_path: Path, update_golden: bool) -> None:
    printed = run("init", folder=tmp_path).stdout

    _compare("docs/start.md", "2. A small fleet", "$ tenantry init", printed, update=update_golden)


def test_the_first_steps_lead_to_a_fleet_that_compiles_as_shown(tmp_path: Path, update_golden: bool) -> None:
    specs = [text for text in _blocks("docs/start.md", "3. Make it yours") if text.startswith("apiVersion:")]
    run("init", folder=tmp_path)
    (tmp_path / "clusters" / "one").rename(tmp_path / "clusters" / "berlin")
    cluster = tmp_path / "clusters" / "berlin" / "cluster.yaml"
    pool, tenant, project = specs
    renamed = cluster.read_text().replace("name: one,", "name: berlin,")
    cluster.write_text(renamed.partition("---\n")[0] + "---\n" + pool)
    (tmp_path / "tenants" / "demo" / "tenant.yaml").write_text(tenant)
    (tmp_path / "tenants" / "demo" / "projects.yaml").write_text(project)
    (tmp_path / "tenants" / "demo").rename(tmp_path / "tenants" / "robots")

    checked, compiled, again = (run(verb, folder=tmp_path).stdout for verb in ("check", "compile", "compile"))

    _compare("docs/start.md", "3. Make it yours", "$ tenantry check", checked, update=update_golden)
    _compare("docs/start.md", "4. Compile", "$ tenantry compile", compiled, update=update_golden)
    _compare("docs/start.md", "4. Compile", "$ tenantry compile", again, nth=1, update=update_golden)


def _blocks(name: str, section: str) -> list[str]:
    return [block.text for block in read_page(REPOSITORY / name).blocks if block.section == section]


def _compare(name: str, section: str, first: str, printed: str, *, nth: int = 0, update: bool) -> None:
    """The nth block below a heading that holds the line `first` shows `printed` behind it, to the block's end."""
    block = [text for text in _blocks(name, section) if f"{first}\n" in text][nth]
    before, _, shown = block.partition(f"{first}\n")
    really = "".join(f"{line.rstrip()}\n" for line in printed.splitlines())
    if update and shown != really:
        path = REPOSITORY / name
        path.write_text(path.read_text().replace(block, f"{before}{first}\n{really}"))
        return

    assert shown == really
