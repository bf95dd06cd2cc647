"""A report as JUnit XML, which every CI system shows: one test case for each file of specs.

Pure: returns text. A file passes or fails as people open and mend it, and files that are fine are seen to have been
looked at; codes would say nothing of them. Sources of the shape: Jenkins' junit-10.xsd, GitLab's "Unit test reports".
"""

from collections.abc import Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from tenantry.diagnostics.model import Severity
from tenantry.diagnostics.render.printable import printable
from tenantry.diagnostics.report import Located, Report


def render_junit(report: Report, files: Iterable[str]) -> str:
    """One suite: a case for each of `files` and of those that the report names, by path.

    Errors fail their file; warnings and information are its output.
    """
    found: dict[str, list[Located]] = {file: [] for file in files}
    for item in report.items:
        found.setdefault(item.spot.file, []).append(item)
    failed = sum(any(map(_is_error, items)) for items in found.values())
    counts = {"tests": str(len(found)), "failures": str(failed), "errors": "0", "skipped": "0"}
    root = Element("testsuites", counts)
    suite = SubElement(root, "testsuite", {"name": "tenantry", **counts})
    for file, items in sorted(found.items()):
        _case(suite, file, items)
    indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _case(suite: Element, file: str, items: list[Located]) -> None:
    folder, _, name = printable(file).rpartition("/")
    case = SubElement(suite, "testcase", {"classname": folder, "name": name, "file": printable(file), "time": "0"})
    errors, others = [one for one in items if _is_error(one)], [one for one in items if not _is_error(one)]
    if errors:
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        headline = {"message": printable(errors[0].message) + more, "type": errors[0].code.code}
        SubElement(case, "failure", headline).text = "\n\n".join(map(_block, errors))
    if others:
        SubElement(case, "system-out").text = "\n\n".join(map(_block, others))


def _block(item: Located) -> str:
    spot = item.spot
    lines = [
        f"{item.severity.value}[{item.code.code}]: {item.message}",
        f"--> {spot.file}:{spot.line}:{spot.column}",
        *(f"{note.text} ({note.spot.file}:{note.spot.line})" if note.spot else note.text for note in item.notes),
        *([f"help: {item.help}"] if item.help else []),
    ]
    return "\n".join(map(printable, lines))


def _is_error(item: Located) -> bool:
    return item.severity is Severity.ERROR
