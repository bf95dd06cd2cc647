"""The real server's answers on access, against the matrix that the specs promise: no answer differs.

Part of the questions is asked one by one as reviews; `python -m tests.acceptance.access` asks all of them.
"""

from collections.abc import Callable

import pytest

from tests.acceptance.access.catalogue import Catalogue
from tests.acceptance.access.judging import unequal, unequal_rules
from tests.acceptance.access.people import Cast
from tests.acceptance.access.sizes import what_fits
from tests.oracle.access_matrix import Matrix
from tests.plane.plane import Plane

pytestmark = pytest.mark.xdist_group("access")

_LEAST_REVIEWS = 20_000


def test_projects_live_in_the_namespaces_that_the_specs_promise(example_plane: Plane, matrix: Matrix) -> None:
    ours = example_plane.api.list("v1", "Namespace", labelSelector="app.kubernetes.io/managed-by=tenantry")
    assert {item["metadata"]["name"] for item in ours} == set(matrix.namespaces)


def test_every_kind_that_is_served_is_asked_about(catalogue: Catalogue) -> None:
    groups = {row.group for row in catalogue.resources}
    assert {"", "batch", "kueue.x-k8s.io", "argoproj.io", "monitoring.coreos.com", "resource.k8s.io"} <= groups
    resources = {row.resource for row in catalogue.resources}
    assert {"pods/exec", "serviceaccounts/token", "localqueues/status", "certificatesigningrequests"} <= resources


def test_the_server_answers_as_the_specs_promise(
    example_plane: Plane,
    matrix: Matrix,
    catalogue: Catalogue,
    cast: Cast,
    record_property: Callable[[str, object], None],
) -> None:
    asked = what_fits(matrix, catalogue, cast)
    differing = unequal(example_plane.kubernetes, matrix, asked)
    record_property("reviews asked", len(asked))
    record_property("reviews unequal", len(differing))
    assert len(asked) >= _LEAST_REVIEWS
    assert sum(matrix.allows(user, question) for user, question in asked) > _LEAST_REVIEWS // 20
    assert not differing


def test_the_server_finds_for_everybody_in_every_namespace_the_rules_that_the_specs_promise(
    example_plane: Plane, matrix: Matrix, cast: Cast
) -> None:
    asked, differing = unequal_rules(example_plane.api, matrix, cast)
    assert asked > 1_000
    assert not differing
