"""Reports as JUnit XML: a case for each file."""

from xml.etree import ElementTree

from tenantry.diagnostics import Diagnostic, Note, Spot
from tenantry.diagnostics.render.junit import render_junit
from tests.unit.diagnostics.reports import EXAMPLE, NEWS, ODD, OVER, report

FILES = ["clusters/fleet.yaml", "tenants/vision/tenant.yaml"]


def test_a_file_fails_with_its_errors_and_others_pass() -> None:
    more = Diagnostic(OVER, "and more", Spot("tenants/vision/tenant.yaml", 20, 1))
    warned = Diagnostic(ODD, "odd", Spot("clusters/fleet.yaml", 2, 3))

    root = ElementTree.fromstring(render_junit(report(EXAMPLE, more, warned), FILES))

    (suite,) = root
    assert (suite.attrib["tests"], suite.attrib["failures"]) == ("2", "1")
    fleet, vision = suite
    assert fleet.attrib | {"time": ""} == {
        "classname": "clusters",
        "name": "fleet.yaml",
        "file": "clusters/fleet.yaml",
        "time": "",
    }
    assert fleet.find("failure") is None
    assert "warning[TN118]: odd\n--> clusters/fleet.yaml:2:3" in (fleet.findtext("system-out") or "")
    failure = vision.find("failure")
    assert failure is not None
    assert failure.attrib["message"].endswith("more than it has (and 1 more)")
    assert "--> tenants/vision/tenant.yaml:15:37" in (failure.text or "")
    assert "help: lower this to 32" in (failure.text or "")


def test_what_is_only_told_fails_nothing() -> None:
    told = Diagnostic(NEWS, "waits", Spot("elsewhere.yaml", 1, 1))

    root = ElementTree.fromstring(render_junit(report(told), FILES))

    assert (root.attrib["tests"], root.attrib["failures"]) == ("3", "0")


def test_no_spec_can_break_the_xml_or_add_to_it() -> None:
    evil = "</failure><testcase name='x'/>&amp;]]>\x00\x1b\x85\udcff\uffff"
    bad = Diagnostic(OVER, evil, Spot('a"<&\x01.yaml', 1, 1), notes=(Note(evil),), help=evil)

    text = render_junit(report(bad), FILES)

    root = ElementTree.fromstring(text.encode())
    assert len(root.findall(".//testcase")) == 3
    assert "</failure><testcase name='x'/>&amp;]]>\\x00" in (root.findtext(".//failure") or "")
