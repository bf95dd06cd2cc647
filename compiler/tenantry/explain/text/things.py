"""The answers about objects, rules and policies, for people.

Pure.
"""

from tenantry.answers.sheet import Sheet
from tenantry.explain.object import ObjectAnswer
from tenantry.explain.rule import PolicyAnswer, RuleAnswer


def object_page(answer: ObjectAnswer) -> str:
    """The page of an object."""
    sheet = Sheet()
    sheet.title(f"{answer.name} ({answer.api_version}) of {answer.area}")
    sheet.row("made by", answer.source, answer.place)
    sheet.row("held by", answer.file)
    for value in answer.values:
        sheet.row("from", value.what, value.place)
    return str(sheet)


def rule_page(answer: RuleAnswer) -> str:
    """The page of a code."""
    sheet = Sheet()
    sheet.title(f"{answer.name} {answer.short_name} ({answer.severity}): {answer.title}")
    if answer.says:
        sheet.row("", answer.says)
    sheet.row("page", answer.page)
    for module in answer.decided_in:
        sheet.row("decided in", module)
    return str(sheet)


def policy_page(answer: PolicyAnswer) -> str:
    """The page of a policy."""
    sheet = Sheet()
    sheet.title(f"policy {answer.name} ({answer.severity}, {answer.scope}): {answer.description}", answer.place)
    sheet.row("about", ", ".join(answer.about))
    sheet.row("true if", " ".join(answer.expression.split()), answer.expression_place)
    sheet.row("says", answer.message)
    for waiver in answer.waivers:
        sheet.row("waived", waiver)
    return str(sheet)
