"""What the tests of access share: the plane, what its server serves, the matrix of the specs, and whom to ask for."""

from pathlib import Path

import pytest

from tests.acceptance.access.catalogue import Catalogue, discover
from tests.acceptance.access.people import Cast, cast_of
from tests.oracle.access_matrix import Matrix
from tests.oracle.specs import Specs
from tests.plane.plane import Plane

__all__ = ["cast", "catalogue", "matrix", "specs"]


@pytest.fixture(scope="package")
def specs(example_workspace: Path) -> Specs:
    """The worked example's specs, read without the compiler."""
    return Specs.read(example_workspace)


@pytest.fixture(scope="package")
def matrix(specs: Specs) -> Matrix:
    """The access that the specs promise on the production cluster."""
    return Matrix(specs, "prod-a")


@pytest.fixture(scope="package")
def cast(matrix: Matrix) -> Cast:
    """Everybody to ask for."""
    return cast_of(matrix)


@pytest.fixture(scope="package")
def catalogue(example_plane: Plane) -> Catalogue:
    """What the server serves."""
    return discover(example_plane.api)
