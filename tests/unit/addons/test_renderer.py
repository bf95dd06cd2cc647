"""Addons filled: where a mistake is shown, and in which words."""

import json
from pathlib import Path

import pytest

from tenantry import api
from tests.support.workspaces import edit
from tests.unit.addons.fleet import CONFIG_MAP, addon, said


@pytest.mark.parametrize(
    ("template", "line", "column", "length"),
    [
        ("{% set a = 1 %}\n" + CONFIG_MAP, 8, 5, 15),
        (CONFIG_MAP + "  more: {{ nope }}\n", 12, 7, 16),
        ("\n\n" + CONFIG_MAP + "  more: {{ tenant.nope }}\n", 14, 7, 23),
        (CONFIG_MAP + "{% if %}\n", 12, 5, 8),
    ],
)
def test_a_template_that_fails_is_shown_at_its_line(
    tmp_path: Path, template: str, line: int, column: int, length: int
) -> None:
    (problem,) = said(tmp_path, addon(template))

    assert problem.code.code == "TN521"
    assert problem.spot == ("clusters/addons.yaml", line, column, length)
    assert problem.message.startswith(f"addon `mirror`: line {line - 7} of the template: ")


def test_a_template_in_quotes_is_shown_as_a_whole(tmp_path: Path) -> None:
    quoted = addon("x").replace("|\n    x", '"a: 1\\n{{ nope }}"')

    (problem,) = said(tmp_path, quoted)

    assert problem.spot.line == 7
    assert "line 2 of the template: `nope` is not given" in problem.message


def test_a_template_that_is_nested_too_deep_is_shown_as_a_whole(tmp_path: Path) -> None:
    (problem,) = said(tmp_path, addon("a: {{ " + "(" * 300 + "1" + ")" * 300 + " }}\n"))

    assert problem.message == "addon `mirror`: it is nested too deep"
    assert problem.spot.line == 7


@pytest.mark.parametrize(
    ("template", "code", "words"),
    [
        ("a: b\n", "TN522", "an object has no `apiVersion`"),
        ("apiVersion: v1\n", "TN522", "an object has no `kind`"),
        (CONFIG_MAP.replace("{name: mirror}", "{name: {a: b}}"), "TN522", '`metadata.name: {"a": "b"}` is not a name'),
        (CONFIG_MAP.replace("{name: mirror}", "{name: m, namespace: [a]}"), "TN524", '["a"]` is none of demo-first'),
        (CONFIG_MAP.replace("{name: mirror}", "{name: m, namespace: true}"), "TN524", "true` is none of demo-first"),
        (CONFIG_MAP.replace("registry.example.com", r'{{ "\ud800" }}'), "TN521", "half a character"),
        (CONFIG_MAP.replace("registry.example.com", r'"{{ "\u0000" }}"'), "TN522", "U+0000"),
    ],
)
def test_a_result_that_is_no_object_is_told_in_the_words_of_yaml(
    tmp_path: Path, template: str, code: str, words: str
) -> None:
    (problem,) = said(tmp_path, addon(template))

    assert problem.code.code == code
    assert words in problem.message


def test_an_addon_for_tenants_that_leaves_the_namespace_out_is_told(tmp_path: Path) -> None:
    (problem,) = said(tmp_path, addon(CONFIG_MAP, per="tenant"))

    assert problem.message == "addon `mirror`: `metadata.namespace`, which is left out, is none of demo-first"


def test_a_template_in_which_all_is_well_says_nothing(tmp_path: Path) -> None:
    assert said(tmp_path, addon(CONFIG_MAP)) == []


NAMED = CONFIG_MAP.replace("registry.example.com", "{{ tenant.displayName }}, type: own")


def named(folder: Path, display_name: str, template: str) -> list[str]:
    """Codes that are said of an addon where the tenant has this display name."""
    api.init(folder)
    (folder / "clusters" / "addons.yaml").write_text(addon(template), encoding="utf-8")
    edit(
        folder / "tenants" / "demo" / "tenant.yaml",
        "displayName: Demo team",
        f"displayName: {json.dumps(display_name)}",
    )
    return [one.code.code for one in api.compile(api.open_workspace(folder), dry_run=True).report.items]


@pytest.mark.parametrize(
    "words", ["x, more: y", "x}, kind: Secret, z: {a: b", "{a: b}", "[a, b]", "x: y", '"x', "x}\u0020#"]
)
def test_words_of_a_tenant_never_become_keys_of_an_addon(tmp_path: Path, words: str) -> None:
    assert named(tmp_path, words, NAMED) == ["TN526"]


@pytest.mark.parametrize("words", ["x, more: y", "{a: b}", "Research & Development: Vision", "Ärzte #1"])
def test_quoted_words_of_a_tenant_may_be_anything(tmp_path: Path, words: str) -> None:
    assert named(tmp_path, words, NAMED.replace("displayName }}", "displayName | tojson }}")) == []


def test_plain_words_need_no_quotes(tmp_path: Path) -> None:
    assert named(tmp_path, "Computer vision (Ulm)", NAMED) == []


def test_words_of_a_tenant_never_change_another_text_of_an_addon(tmp_path: Path) -> None:
    assert named(tmp_path, "x, type: other} #", NAMED) == ["TN526"]


@pytest.mark.parametrize(
    ("rest", "where"),
    [
        ("data: {mirror: ~}", "data.mirror"),
        ("data:", "data"),
        ("data: {a: {{ tenant.costCenter if false }}}", "data.a"),
    ],
)
def test_an_empty_value_in_a_result_is_told_by_its_path(tmp_path: Path, rest: str, where: str) -> None:
    template = CONFIG_MAP.replace("data: {mirror: registry.example.com}", rest)

    (problem,) = said(tmp_path, addon(template))

    assert problem.code.code == "TN522"
    assert f"`{where}` is empty" in problem.message


def test_an_empty_item_of_a_list_is_told_by_its_path(tmp_path: Path) -> None:
    service = "apiVersion: v1\nkind: Service\nmetadata: {name: entry}\nspec: {ports: [{port: 80}, ~]}\n"

    (problem,) = said(tmp_path, addon(service))

    assert "`spec.ports[1]` is empty" in problem.message
