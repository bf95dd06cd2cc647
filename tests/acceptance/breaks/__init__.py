"""Edits that break the worked example, at least three for every code of the front end."""

from tests.acceptance.breaks import references
from tests.acceptance.breaks.edits import Breaks

_TABLES = (references,)

BREAKS: Breaks = {code: breaks for table in _TABLES for code, breaks in table.BREAKS.items()}
"""All breaks, by code."""
