"""A plan for a terminal, within 100 columns.

Pure.
"""

from tenantry.answers.sheet import Sheet
from tenantry.plan.plan import Plan
from tenantry.plan.remark import plain
from tenantry.plan.text.tables import tables
from tenantry.plan.text.words import judgement, title


def page(plan: Plan) -> str:
    """The judgement, then the tables behind it; ends in a newline."""
    sheet = Sheet()
    sheet.title(plain(title(plan)))
    sheet.title(f"{plan.base} -> {plan.head}, {plan.day}")
    for sentence in judgement(plan):
        sheet.title(plain(sentence))
    for table in tables(plan):
        sheet.title("")
        sheet.title(table.title)
        sheet.table(table.head, table.rows)
    return str(sheet)
