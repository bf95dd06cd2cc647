"""What is wrong with a template, in words for those who write templates rather than Python.

Pure. The template engine and Python speak of objects, types and their own settings; here a problem becomes a sentence
that is the same on every run.
"""

import re
from typing import Final

from jinja2 import TemplateError, UndefinedError, nodes
from jinja2.exceptions import SecurityError

TOO_DEEP: Final = "it is nested too deep"

_NODES: Final[dict[type[nodes.Node], str]] = {
    nodes.Assign: "`{% set %}`",
    nodes.AssignBlock: "`{% set %}`",
    nodes.Macro: "`{% macro %}`",
    nodes.Call: "a call",
    nodes.CallBlock: "`{% call %}`",
    nodes.FilterBlock: "`{% filter %}`",
    nodes.Import: "`{% import %}`",
    nodes.FromImport: "`{% from %}`",
    nodes.Include: "`{% include %}`",
    nodes.Extends: "`{% extends %}`",
    nodes.Block: "`{% block %}`",
    nodes.With: "`{% with %}`",
    nodes.ScopedEvalContextModifier: "`{% autoescape %}`",
    nodes.Concat: "`~`",
    nodes.Div: "`/`",
    nodes.Pow: "`**`",
    nodes.Neg: "the sign `-`",
    nodes.Pos: "the sign `+`",
    nodes.Slice: "a slice",
    nodes.Dict: "a mapping in braces",
    nodes.Keyword: "a named argument",
    nodes.For: "a loop that is `recursive`",
}
_UNDEFINED: Final = (
    (re.compile(r"'(.*)' is undefined$"), "`{}` is not given"),
    (re.compile(r"'dict object' has no attribute '(.*)'$"), "there is no `{}`"),
    (re.compile(r"'\w+ object' has no attribute '(.*)'$"), "`{}` is read from what is no mapping"),
    (re.compile(r"\w+ object has no element (.*)$"), "there is no entry {}"),
    (re.compile(r"No (first|last) item, sequence was empty\.$"), "there is no {} entry: the list is empty"),
)
_PYTHON: Final = (
    (re.compile(r"not supported between instances"), "it compares a text, a number or a list with one of the others"),
    (re.compile(r"not iterable|has no len\(\)"), "it takes for a list what is none"),
    (re.compile(r"unhashable"), "it looks for a list or a mapping where only texts and numbers are"),
    (re.compile(r"positional argument"), "it gives a filter or a test too many values, or too few"),
    (re.compile(r"Undefined is not JSON"), "it writes a value that is not there"),
)


def not_allowed(node: nodes.Node) -> str:
    """A part of a template that addons may not use."""
    return f"{_NODES.get(type(node), f'`{type(node).__name__.lower()}`')} is not allowed in an addon"


def in_words(problem: Exception) -> str:
    """Why a template cannot be filled, or read at all."""
    said = str(getattr(problem, "message", None) or problem)
    if isinstance(problem, (RecursionError, SyntaxError)):
        return TOO_DEEP
    if isinstance(problem, SecurityError):
        return "only keys of mappings can be read; nothing else has parts with names"
    if isinstance(problem, UndefinedError):
        for pattern, words in _UNDEFINED:
            if found := pattern.search(said):
                return words.format(found[1])
        return "it uses a value that is not there"
    if isinstance(problem, TemplateError):
        return said.removesuffix(".")
    if isinstance(problem, ZeroDivisionError):
        return "it divides by zero"
    if isinstance(problem, OverflowError):
        return "it computes with a number that is too large"
    return next((words for pattern, words in _PYTHON if pattern.search(said)), "it fails on these values")
