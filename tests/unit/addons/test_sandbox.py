"""Templates in the sandbox: what they give, and what is refused in which words."""

import subprocess
import sys
from typing import Any

import pytest

from tenantry.addons.sandbox import Sandbox, TemplateProblem

VALUES: dict[str, Any] = {
    "cluster": {"name": "one", "labels": {}},
    "tenant": {"name": "vision", "labels": {"a": "b"}},
    "project": {"name": "detection", "queues": ["q1", "q2"], "pools": []},
}


def refused(template: str) -> tuple[int, str]:
    with pytest.raises(TemplateProblem) as caught:
        Sandbox().fill(template, VALUES)
    return caught.value.line, str(caught.value)


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{{ tenant.name }}", "vision"),
        (
            "{% for q in project.queues %}{{ loop.index }}{{ q }}{% if not loop.last %},{% endif %}{% endfor %}",
            "1q1,2q2",
        ),
        ("{% for a, b in [] %}{{ a }}{{ b }}{% else %}{{ tenant.name }}{% endfor %}", "vision"),
        ("{% for x in ['a', 1] %}{{ x }}{% endfor %}", "a1"),
        ("{{ project | tojson(2) | length > 9 }}", "True"),
        ("{{ tenant.nothing | default('-') }}", "-"),
    ],
)
def test_a_template_gives_its_text(template: str, text: str) -> None:
    assert Sandbox().fill(template, VALUES) == text


@pytest.mark.parametrize("name", ["self", "x", "loop", "projects", "range", "dict", "lipsum", "namespace", "_"])
def test_a_name_that_is_no_given_value_is_refused_and_those_that_are_there_are_named(name: str) -> None:
    given = "`cluster`, `project`, `tenant`"

    assert refused(f"a\n{{{{ {name} }}}}") == (2, f"`{name}` is not given; the values are {given}")


def test_a_name_of_a_loop_is_there_in_its_body_only() -> None:
    assert refused("{% for q in project.queues %}{% endfor %}\n{{ q }}")[0] == 2
    assert refused("{% for q in q %}{% endfor %}")[1].startswith("`q` is not given")
    assert refused("{% for q in project.queues %}{% else %}{{ q }}{% endfor %}")[1].startswith("`q` is not given")


def test_of_a_loop_only_its_place_can_be_read() -> None:
    assert refused("{% for q in project.queues %}{{ loop }}{% endfor %}")[1].startswith("of `loop` there is")
    assert refused("{% for q in project.queues %}{{ loop.cycle }}{% endfor %}")[1].startswith("of `loop` there is")


@pytest.mark.parametrize(
    ("template", "words"),
    [
        ("{% set a = 1 %}", "`{% set %}` is not allowed in an addon"),
        ("{{ tenant.name ~ 'a' }}", "`~` is not allowed in an addon"),
        ("{{ tenant.name() }}", "a call is not allowed in an addon"),
        ("{{ tenant.nope }}", "there is no `nope`"),
        ("{{ tenant.name.nope }}", "`nope` is read from what is no mapping"),
        ("{{ tenant.name.upper }}", "only keys of mappings can be read; nothing else has parts with names"),
        ("{{ project.queues[9] }}", "there is no entry 9"),
        ("{{ 1 // 0 }}", "it divides by zero"),
        ("{{ 1 + 'a' }}", "`+` is for whole numbers only"),
        ("{{ [1, 'a'] | sort }}", "it compares a text, a number or a list with one of the others"),
        ("{{ 1 | length }}", "it takes for a list what is none"),
        ("{{ tenant.nope | tojson }}", "it writes a value that is not there"),
        ("{{ 1 | default(1, 2, 3, 4) }}", "it gives a filter or a test too many values, or too few"),
        ("{{ project.pools | first }}", "there is no first entry: the list is empty"),
        ("{{ project | tojson(999999999) }}", "`tojson` indents by at most 8"),
        ("{{ " + "1" * 5000 + " }}", "it holds a number of more than 40 digits"),
        ("{{ 1 | nope }}", "No filter named 'nope'"),
    ],
)
def test_what_is_wrong_is_said_in_plain_words_at_its_line(template: str, words: str) -> None:
    assert refused("first\n" + template) == (2, words)


@pytest.mark.parametrize(
    "template",
    [
        "{{ " + "(" * 300 + "1" + ")" * 300 + " }}",
        "{{ " + "[" * 17 + "]" * 17 + " }}",
        "{{ " + "not " * 900 + "1 }}",
        "{{ " + "not " * 40 + "1 }}",
        "{% if 1 %}" * 120 + "{% endif %}" * 120,
        "{{ 1" + " + 1" * 5000 + " }}",
    ],
)
def test_what_is_nested_too_deep_is_refused_in_the_same_words_wherever_it_is_asked(template: str) -> None:
    assert refused(template) == (0, "it is nested too deep")


def test_how_deep_a_template_may_be_does_not_hang_on_who_calls() -> None:
    deep = "{% if tenant.name == " + "(" * 15 + "1" + ")" * 15 + " %}x{% endif %}"

    def at_depth(frames: int) -> str:
        return at_depth(frames - 1) if frames else Sandbox().fill("{% if 1 %}" * 14 + deep + "{% endif %}" * 14, VALUES)

    assert at_depth(0) == at_depth(400) == ""


@pytest.mark.parametrize("template", [r'{{ "\ud800" }}', r'{{ "a\udfff" | tojson }}', r'{{ tenant["\ud800"] }}'])
def test_half_a_character_is_refused(template: str) -> None:
    assert refused("a\n" + template) == (2, "it holds half a character (U+D800 to U+DFFF); write the whole one")


def test_texts_are_not_multiplied_by_loops_over_lists_of_them() -> None:
    bomb = "{% for a in ['" + "x" * 999 + "'] %}{% for b in [[" + "a," * 999 + "] | join] %}{% endfor %}{% endfor %}"

    assert refused(bomb)[1] == "a list that a loop runs over holds plain texts and numbers only"


def test_a_result_is_bounded_while_it_is_made() -> None:
    assert refused("{% for q in project.queues %}" + "x" * 200_000 + "{% endfor %}") == (
        0,
        "it gives more than 262,144 characters",
    )


def test_loading_the_renderer_does_not_load_the_template_engine() -> None:
    code = "import sys, tenantry.addons; sys.exit('jinja2' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
