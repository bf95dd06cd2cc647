"""Resolved values with what they overrode, for people.

Pure.
"""

from tenantry.answers.sheet import Sheet
from tenantry.explain.chain import NOTHING, Resolved


def show_values(sheet: Sheet, values: tuple[Resolved, ...]) -> None:
    """Each value with its line, then what it overrode, nearest first; an empty default overrides into nothing."""
    sheet.title("  values, and the line that set each")
    for value in values:
        text = f"{value.field}: {value.value}"
        if value.origin == "default":
            sheet.hanging("    ", f"{text} (default: left out)")
        else:
            sheet.hanging("    ", text, value.place)
        for step in value.overrode:
            if step.origin == "written":
                sheet.hanging("      ", f"over {step.value}", step.place)
            elif step.value != NOTHING:
                silent = f" where {step.place.file} says nothing" if step.place else ""
                sheet.hanging("      ", f"over {step.value}, the default{silent}")
