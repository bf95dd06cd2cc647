"""Values of documents in the words of a note.

Pure.
"""

import json
from typing import Any, Final

_SHOWN_MAX: Final = 60


def was_shown(value: Any) -> str:
    """The same of what is no longer so: ``was `strict` ``, `had 3 entries`."""
    verb, _, rest = shown(value).partition(" ")
    return f"{'was' if verb == 'is' else 'had'} {rest}"


def shown(value: Any) -> str:
    """What a field says, as a predicate: ``is `strict` ``, `is empty`, `has 3 entries`."""
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, separators=(", ", ": "))
    if not value and isinstance(value, (str, list, dict)):
        return "is empty"
    if len(text) <= _SHOWN_MAX:
        return f"is `{text}`"
    if isinstance(value, (list, dict)):
        return f"has {len(value)} {'entry' if len(value) == 1 else 'entries'}"
    return f"is `{text[:_SHOWN_MAX]}...`"
