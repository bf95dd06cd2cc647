"""The answer about a document that has no page of its own, for people.

Pure.
"""

from tenantry.answers.sheet import Sheet
from tenantry.explain.documents import DocumentAnswer
from tenantry.explain.text.values import show_values


def document_page(answer: DocumentAnswer) -> str:
    """The page of a document."""
    sheet = Sheet()
    sheet.title(answer.document, answer.place)
    for effect in answer.effects:
        sheet.row("effect", effect)
    show_values(sheet, answer.values)
    for use in answer.used_by:
        sheet.row("with" if answer.kind == "link" else "used by", use.who, use.place)
    if answer.kind in ("class", "profile", "role") and not answer.used_by:
        sheet.row("used by", "nobody yet")
    return str(sheet)
