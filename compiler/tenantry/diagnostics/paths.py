"""A path into a document in the words of those who write one. Pure."""

import json
from typing import Final

from tenantry.diagnostics.model import Path

_PLAIN_KEY: Final = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-")


def place(path: Path) -> str:
    """`spec.limits[0].max["nvidia.com/gpu"]`; the root is called `the object itself`."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif step and _PLAIN_KEY.issuperset(step):
            text += f".{step}" if text else step
        else:
            text += f"[{json.dumps(step, ensure_ascii=False)}]"
    return text or "the object itself"
