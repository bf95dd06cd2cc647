"""Every isolation profile passes every check of the multi-tenancy benchmark, but for what is exempt and argued.

Made on the real server by whoever may most in a tenant of that profile.
"""

import re

import pytest

from tests.acceptance.access.catalogue import Catalogue
from tests.acceptance.isolation_benchmark.checks import CHECKS, OBJECT_KEYS, Check
from tests.acceptance.isolation_benchmark.exceptions import EVERY, EXEMPTIONS, falls_expected
from tests.acceptance.isolation_benchmark.subject import Subject, subject_of
from tests.oracle.access_matrix import Matrix
from tests.oracle.rbac import Question
from tests.oracle.specs import Specs
from tests.plane.api import Object
from tests.plane.plane import Plane
from tests.plane.waiting import wait_for
from tests.plane.workloads import container, pod
from tests.support.workspaces import REPOSITORY

pytestmark = pytest.mark.xdist_group("access")

_PAGE = REPOSITORY / "docs" / "benchmark.md"


@pytest.fixture(scope="module", params=EVERY)
def profile(request: pytest.FixtureRequest) -> str:
    """Each isolation profile of the worked example."""
    return str(request.param)


@pytest.fixture(scope="module")
def subject(profile: str, example_plane: Plane, catalogue: Catalogue, matrix: Matrix) -> Subject:
    """A tenant under the profile."""
    return subject_of(example_plane, catalogue, matrix, profile)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.name.replace(" ", "-"))
def test_a_profile_passes_but_for_what_is_exempt(check: Check, subject: Subject, profile: str) -> None:
    assert sorted(check.run(subject)) == falls_expected(check.name, profile)


def test_there_are_19_checks_for_every_profile_of_the_worked_example(specs: Specs) -> None:
    assert len({check.name for check in CHECKS}) == 19
    assert set(EVERY) == set(specs.of("IsolationProfile"))


def test_the_mightiest_member_stands_for_the_most_that_a_role_gives(
    subject: Subject, matrix: Matrix, profile: str
) -> None:
    assert matrix.rights(subject.user, subject.namespace) == matrix.role_rights("admin")
    assert matrix.specs.profile_of(matrix.namespaces[subject.namespace].partition("/")[0]) == profile


# ---- what the reasons of exemptions say is so


def test_kinds_without_a_quota_can_be_created_by_nobody(subject: Subject) -> None:
    unbounded = [fall.removeprefix("no quota on ") for fall in falls_expected("object quota", "baseline")]
    assert set(unbounded) < set(OBJECT_KEYS)
    assert not subject.may(*(Question("create", "", resource, subject.namespace) for resource in unbounded))


def test_a_quota_on_ephemeral_storage_would_not_bind_pods_that_state_none(example_plane: Plane) -> None:
    api, name = example_plane.api, "benchmark-storage"
    namespace: Object = {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}
    quota = {
        "apiVersion": "v1",
        "kind": "ResourceQuota",
        "metadata": {"name": "storage", "namespace": name},
        "spec": {"hard": {"requests.ephemeral-storage": "1Mi"}},
    }
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default", "namespace": name}}
    stating = pod(name, "stating", container())
    stating["spec"]["containers"][0]["resources"]["requests"]["ephemeral-storage"] = "1Gi"
    try:
        api.create(namespace).must()
        api.create(quota).must()
        wait_for(lambda: api.get(quota).must().get("status", {}).get("hard"), "the quota is enforced")
        wait_for(lambda: api.get(account).ok, "the service account is there")
        wait_for(lambda: "exceeded quota" in api.create(stating, dry_run=True).message, "the quota is seen")
        api.create(pod(name, "silent", container()), dry_run=True).must()
    finally:
        api.delete(namespace)
        wait_for(lambda: not api.get(namespace).ok, "the namespace is gone", seconds=60)


def test_the_page_names_every_check_and_argues_every_exemption() -> None:
    page = _PAGE.read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("|")]
    results = {row[0]: row for row in rows if len(row) == 6 and re.fullmatch(r"PL\d-.*", row[1])}
    assert set(results) == {check.name for check in CHECKS}
    for check in CHECKS:
        falls = [bool(falls_expected(check.name, profile)) for profile in EVERY]
        assert results[check.name][1] == check.number
        assert results[check.name][3:] == ["exempt" if fall else "passes" for fall in falls], check.name
    for one in EXEMPTIONS:
        assert f"**{one.check}**" in page
        assert one.reason in " ".join(page.split()), one.check
