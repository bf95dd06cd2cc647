"""The table of codes as a whole."""

import re

from tenantry.diagnostics.codes import ALL_CODES, syntax
from tenantry.diagnostics.model import Code


def test_every_syntax_code_is_in_its_block_and_in_the_table() -> None:
    codes = {name: code for name, code in vars(syntax).items() if isinstance(code, Code)}

    assert codes
    for name, code in codes.items():
        assert code.code == name
        assert name.startswith("TN1")
        assert ALL_CODES[name] is code


def test_names_are_unique_and_state_the_problem_in_kebab_case() -> None:
    names = [code.name for code in ALL_CODES.values()]

    assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", name) for name in names)
