"""What the admission tests share: the worked example's production cluster, and who acts in it."""

import pytest

from tests.acceptance.admission.actors import Project, projects
from tests.plane.api import Object
from tests.plane.plane import Plane
from tests.plane.waiting import wait_for
from tests.plane.workloads import pod


@pytest.fixture(scope="package")
def members(example_plane: Plane) -> dict[str, Project]:
    """Every project of prod-a by its namespace. The rules hold already: policies bite a moment after they are made."""
    found = projects(example_plane.output, example_plane.cluster)
    probe: Object = pod(next(iter(found)), "probe", nodeName="shared-0")
    wait_for(
        lambda: "TN833" in example_plane.api.create(probe, dry_run=True).message, "admission policies bite", seconds=20
    )
    return found
