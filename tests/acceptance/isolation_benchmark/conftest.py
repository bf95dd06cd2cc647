"""The benchmark asks of the same plane, with the same matrix and list of what is served, as the tests of access."""

from tests.acceptance.access.conftest import catalogue, matrix, specs

__all__ = ["catalogue", "matrix", "specs"]
