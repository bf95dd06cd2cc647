"""What the tests of an area share: a runner with tenantry on it, a repository, a host."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.acceptance.ci.hub import Hub, serving
from tests.acceptance.ci.runner import Job
from tests.support.repositories import Repository
from tests.support.workspaces import copy_example


@pytest.fixture(scope="package")
def runner(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The runner's own folder, with tenantry installed there by the action's first step."""
    folder = tmp_path_factory.mktemp("runner")
    step = Job(folder, folder).run("Install", '"$GITHUB_ACTION_PATH/install.sh"')
    assert step.code == 0, step.stderr
    return folder


@pytest.fixture
def origin(tmp_path: Path) -> Repository:
    """The worked example, committed on main."""
    repository = Repository.init(copy_example(tmp_path / "origin"))
    repository.commit("Fleet")
    return repository


@pytest.fixture
def hub() -> Iterator[Hub]:
    """An empty host that answers."""
    with serving(Hub()) as host:
        yield host
