"""Edits that break the worked example, at least three for every code of the front end."""

from tests.acceptance.breaks import (
    addresses,
    extent,
    grants,
    history,
    lines,
    links,
    naming,
    places,
    platform,
    pools,
    priorities,
    profiles,
    promises,
    references,
    reserved,
    shape,
    storage,
    syntax,
)
from tests.acceptance.breaks.edits import Breaks

_TABLES = (
    syntax,
    extent,
    shape,
    references,
    reserved,
    places,
    pools,
    naming,
    promises,
    grants,
    lines,
    priorities,
    links,
    addresses,
    platform,
    profiles,
    history,
    storage,
)

BREAKS: Breaks = {code: breaks for table in _TABLES for code, breaks in table.BREAKS.items()}
"""All breaks, by code."""

NOT_BROKEN = syntax.NOT_BROKEN
"""Codes without breaks, and why."""
