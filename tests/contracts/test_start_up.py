"""What a command loads: by modules, because modules are what start-up time is made of and their names are no noise."""

import json
import os
import subprocess
import sys

HEAVY = frozenset(
    {
        "asyncio",
        "cel_expr_python",
        "git",
        "jinja2",
        "jsonschema",
        "jsonschema_rs",
        "kubernetes",
        "pydantic",
        "pydantic_core",
        "rich",
        "ruamel",
        "yaml",
    }
)
"""Top-level packages that no command may load before it knows what it is asked to do."""

_PROBE = """
import json, sys
bare = set(sys.modules)
sys.argv = ["tenantry", *json.loads(sys.argv[1])]
from tenantry.cli.main import entry
try:
    entry()
except SystemExit as end:
    assert not end.code, end.code
sys.stderr.write("\\n" + json.dumps(sorted(set(sys.modules) - bare)))
"""


def loaded_by(*arguments: str) -> frozenset[str]:
    """Every module that a command loads beyond those of the bare interpreter."""
    finished = subprocess.run(
        [sys.executable, "-c", _PROBE, json.dumps(arguments)],
        env={**os.environ, "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return frozenset(json.loads(finished.stderr.rpartition("\n")[2]))


def packages(modules: frozenset[str]) -> frozenset[str]:
    return frozenset(name.partition(".")[0] for name in modules)


def test_the_version_is_told_without_loading_anything_but_its_own_two_modules() -> None:
    modules = loaded_by("--version")

    assert {name for name in modules if name.startswith("tenantry")} == {
        "tenantry",
        "tenantry.cli",
        "tenantry.cli.main",
    }
    assert not packages(modules) & {*HEAVY, "click", "json", "pathlib", "dataclasses"}


def test_help_loads_click_and_no_part_of_the_compiler() -> None:
    modules = loaded_by("--help")

    assert "click" in packages(modules)
    assert not packages(modules) & HEAVY
    own = {name for name in modules if name.startswith("tenantry")}
    assert own == {"tenantry", "tenantry.cli", "tenantry.cli.main", "tenantry.cli.boundary", "tenantry.cli.verbs"}


def test_help_of_a_verb_loads_no_template_engine_schema_judge_or_expression_language() -> None:
    assert not packages(loaded_by("schema", "--help")) & {"jinja2", "jsonschema_rs", "cel_expr_python", "asyncio"}


def test_a_compile_loads_no_library_that_it_has_no_use_for(tmp_path: object) -> None:
    loaded_by("init", "-C", str(tmp_path))

    modules = packages(loaded_by("compile", "-C", str(tmp_path)))

    assert {"pydantic", "yaml", "jsonschema_rs"} <= modules
    assert not modules & {"asyncio", "git", "jsonschema", "kubernetes", "rich", "ruamel"}
