"""A generated fleet changed wherever a pull request may change it, so that as many objects as can be become others."""

import re
from collections.abc import Callable
from pathlib import Path

_NUMBERS = {
    r"borrow: (\d+)": 8,
    r"weight: (\d+)": 1,
    r"size: (\d+)": 1,
    r"counts: \{pods: (\d+)": 10,
    r"podDefaults: \{cpu: (\d+)": 1,
}
"""Numbers that may rise without anything else, and by how much."""


def change_everything(specs: Path) -> None:
    """Raises bounds and sizes, renames groups, opens a port in every way out, labels every tenant."""
    for path in specs.rglob("*.yaml"):
        text = path.read_text(encoding="utf-8")
        for pattern, more in _NUMBERS.items():
            text = re.sub(pattern, _raised_by(more), text)
        text = text.replace("ports: [443/TCP]", "ports: [443/TCP, 8443/TCP]")
        if path.name == "tenant.yaml":
            text = re.sub(r"(group: [a-z0-9-]+)", r"\1-new", text)
            labelled = re.sub(r"(?m)^  labels: \{", "  labels: {edition: second, ", text)
            if labelled == text:
                labelled = re.sub(r"(?m)^spec:$", "spec:\n  labels: {edition: second}", text)
            text = labelled
        path.write_text(text, encoding="utf-8")


def _raised_by(more: int) -> Callable[[re.Match[str]], str]:
    def raised(found: re.Match[str]) -> str:
        start, end = found.span(1)[0] - found.start(), found.span(1)[1] - found.start()
        return f"{found[0][:start]}{int(found[1]) + more}{found[0][end:]}"

    return raised
