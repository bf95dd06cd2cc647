"""The text of one spec file to its documents.

Pure. Bad input is a diagnostic, never an exception; documents come in the order of the text.
"""

from itertools import islice

from tenantry.diagnostics import Diagnostic, FilePlace, Spot
from tenantry.diagnostics.codes.syntax import TN107, TN113, TN117
from tenantry.records import record
from tenantry.source.composer import MappingNode, Node, ScalarNode, YAMLError, compose, lone_tags
from tenantry.source.convert import Converter, node_spot
from tenantry.source.decode import decode
from tenantry.source.document import Document
from tenantry.source.expansion import refuse_expansion
from tenantry.source.findings import Findings
from tenantry.source.limits import MAX_DOCUMENTS, MAX_FINDINGS, MAX_TEXT
from tenantry.source.syntax import explain


@record
class FileContent:
    """What one file gave. `complete` is False where documents may be missing because the text is broken."""

    text: str
    documents: list[Document]
    diagnostics: list[Diagnostic]
    complete: bool = True


def read_text(file: str, data: bytes, converter: Converter | None = None) -> FileContent:
    """The documents in `data`, the bytes of a file known as `file`. Raises nothing.

    `converter` spares work where many files are read one after the other.
    """
    text = decode(file, data)
    if isinstance(text, Diagnostic):
        return FileContent(data.decode("utf-8", "replace"), [], [text], complete=False)
    data = text.encode()
    findings = Findings(file)
    documents: list[Document] = []
    complete = True
    try:
        complete = _read_documents(data, documents, findings, converter or Converter())
    except (YAMLError, RecursionError) as error:
        findings.add(explain(file, text, error))
        complete = False
    if b"!" in data and _report_lone_tags(data, findings):
        documents = [Document(document.place, document.tree, sound=False) for document in documents]
        complete = False
    return FileContent(text, documents, findings.all(), complete)


def _read_documents(data: bytes, documents: list[Document], findings: Findings, converter: Converter) -> bool:
    """Adds to `documents` what can be read, and says whether that is all. Raises YAMLError, RecursionError."""
    has_aliases = b"*" in data and b"&" in data
    look_closely = b"\\" in data or len(data) > MAX_TEXT
    file = findings.file
    complete = True
    stream = compose(data)
    index = -1
    while stream.check_node():
        root = stream.get_node()
        index += 1
        if index == MAX_DOCUMENTS:
            findings.add(_too_many_documents(file, root))
            return False
        if _is_empty(root):
            continue
        refused = _not_a_mapping(file, root)
        if refused is None and has_aliases:
            refused = refuse_expansion(file, root)
        if refused is not None:
            findings.add(refused)
            complete = False
            continue
        before = findings.errors
        tree = converter.convert(findings, root, look_closely=look_closely)
        complete = complete and not converter.ran_together
        documents.append(Document(FilePlace(file, index), tree, sound=findings.errors == before))
    return complete


def _is_empty(node: Node) -> bool:
    """Nothing between two `---`."""
    return isinstance(node, ScalarNode) and node.value == "" and not node.style and node.tag is None


def _not_a_mapping(file: str, node: Node) -> Diagnostic | None:
    if isinstance(node, MappingNode):
        return None
    what = "a single value" if isinstance(node, ScalarNode) else "a list"
    return Diagnostic(
        TN117,
        f"this document is {what}; a spec is a mapping that begins with apiVersion and kind",
        node_spot(file, node),
        help="write `key: value`, with a space after the colon"
        if isinstance(node, ScalarNode)
        else "separate the documents with `---` instead of listing them",
    )


def _too_many_documents(file: str, node: Node) -> Diagnostic:
    return Diagnostic(
        TN113,
        f"this file holds more than {MAX_DOCUMENTS:,} documents",
        node_spot(file, node),
        help="split it into several files",
    )


def _report_lone_tags(data: bytes, findings: Findings) -> bool:
    """Whether a tag stands in the text that no node shows."""
    marks = lone_tags(data)
    for mark in islice(marks, MAX_FINDINGS):
        spot = Spot(findings.file, mark.line + 1, mark.column + 1)
        findings.add(
            Diagnostic(
                TN107, "values have no tags here", spot, help='remove the `!`; put a text in quotes, such as "!"'
            )
        )
    return bool(marks)
