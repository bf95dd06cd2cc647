"""Edits that break the worked example, at least three for every code of the front end."""

from tests.acceptance.breaks import (
    connections,
    grants,
    history,
    lines,
    naming,
    platform,
    pools,
    priorities,
    promises,
    references,
    storage,
)
from tests.acceptance.breaks.edits import Breaks

_TABLES = (
    references,
    pools,
    naming,
    promises,
    grants,
    lines,
    priorities,
    connections,
    platform,
    history,
    storage,
)

BREAKS: Breaks = {code: breaks for table in _TABLES for code, breaks in table.BREAKS.items()}
"""All breaks, by code."""
