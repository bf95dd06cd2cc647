"""A plane whose rules of the organisation are the ready policies; none of them is bound until its test binds it.

One at a time, because the server tells only the first rule that refuses.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tenantry.library import NAMES, ready_policies, ready_text
from tenantry.program import Policy
from tests.acceptance.policies.asking import before
from tests.plane.api import Object
from tests.plane.manifests import apply_all
from tests.plane.plane import Plane, start_plane
from tests.plane.processes import Processes
from tests.support.workspaces import copy_example, run

ADMISSION: tuple[Policy, ...] = tuple(policy for policy in ready_policies() if policy.scope == "admission")


@pytest.fixture(scope="package")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The worked example with the ready policies for admission in place of its own rules, compiled."""
    folder = copy_example(tmp_path_factory.mktemp("policies"), output=False)
    names = {policy.name for policy in ADMISSION}
    texts = [ready_text(name) for name in NAMES if name in names]
    (folder / "clusters" / "policies.yaml").write_text("---\n".join(texts), encoding="utf-8")
    finished = run("compile", folder=folder)
    assert finished.returncode == 0, finished.stderr
    return folder


@pytest.fixture(scope="package")
def plane(built_plane: None, workspace: Path) -> Iterator[Plane]:
    """The production cluster, everything applied but the bindings of the ready policies, with the objects that
    examples say were there before."""
    with Processes() as processes:
        made = start_plane(processes, workspace, "prod-a", pods_run=False)
        apply_all(made.argocd, [item for item in made.compiled() if not _binds_a_ready_policy(item)])
        for policy in ADMISSION:
            for example in policy.examples:
                if old := before(policy, example):
                    made.api.create(old).must()
        yield made


@pytest.fixture(scope="package")
def bindings(plane: Plane) -> dict[str, Object]:
    """The compiled binding of each ready policy, by the policy's name."""
    found = filter(_binds_a_ready_policy, plane.compiled())
    return {item["metadata"]["name"].removeprefix("tenantry.policy."): item for item in found}


def _binds_a_ready_policy(item: Object) -> bool:
    return item["kind"] == "ValidatingAdmissionPolicyBinding" and item["metadata"]["name"].startswith(
        "tenantry.policy."
    )
