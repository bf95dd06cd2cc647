"""A locator over texts, and the report of the example in the language's own page."""

from tenantry.diagnostics import Code, Diagnostic, FilePlace, Note, Severity, Spot, Where
from tenantry.diagnostics.report import Report

OVER = Code("TN412", "promise-over-guarantee", Severity.ERROR, "A tenant promises more units than it has")
ODD = Code("TN118", "ambiguous-value", Severity.WARNING, "A value means different things")
NEWS = Code("TN480", "link-one-sided", Severity.INFO, "A link waits for its other end")


class Texts:
    """Knows lines of files; resolves a `Where` to the line given as the first step of its path."""

    def __init__(self, **lines: str) -> None:
        self.lines = {file.replace("__", "/") + ".yaml": text.split("\n") for file, text in lines.items()}
        self.asked: list[str] = []

    def spot(self, where: Where) -> Spot:
        assert isinstance(where.document, FilePlace)
        self.asked.append(where.document.file)
        line = where.path[0] if where.path else 1
        assert isinstance(line, int)
        return Spot(where.document.file, line, 1)

    def line(self, file: str, line: int) -> str:
        lines = self.lines.get(file, [])
        return lines[line - 1] if 0 < line <= len(lines) else ""


VISION = "\n" * 14 + "  - {pool: h100-train,  guaranteed: 36, borrow: 32, weight: 2}\n"
TEXTS = Texts(tenants__vision__tenant=VISION)
EXAMPLE = Diagnostic(
    OVER,
    "tenants of research are promised 4 units of h100-train more than it has",
    Spot("tenants/vision/tenant.yaml", 15, 37, 2),
    marker="was 24",
    notes=(
        Note("research has  72", Spot("tenants/research/tenant.yaml", 10, 5)),
        Note("promised      76   nlp 40 (tenants/nlp/tenant.yaml:11), vision 36"),
    ),
    help="lower this to 32, or raise research (8 units of h100-train are unallocated)",
)


def report(*diagnostics: Diagnostic, texts: Texts = TEXTS) -> Report:
    return Report.of(diagnostics, texts)
