"""YAML text to nodes with marks, by libyaml where PyYAML was built with it.

The resolver is switched off, so every scalar keeps its text and only an explicit tag shows as a tag: types are
given by `scalars`, and composing costs less than half of PyYAML's own loading.
"""

import re
from typing import TYPE_CHECKING, Any, Protocol

import yaml
from yaml.composer import Composer
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

__all__ = [
    "MappingNode",
    "Node",
    "NodeStream",
    "ScalarNode",
    "SequenceNode",
    "YAMLError",
    "compose",
    "lone_tags",
]

YAMLError = yaml.YAMLError
_LONE_TAG = re.compile(rb"(?:^|[\s,:\[{])!(?=\s|\Z)", re.MULTILINE)


class NodeStream(Protocol):
    """Documents of one text, one after the other; both calls raise YAMLError where the text is not YAML."""

    def check_node(self) -> bool: ...

    def get_node(self) -> Any: ...


class _NoResolver:
    """Stands in for PyYAML's resolver: gives no node a tag that nobody wrote."""

    def resolve(self, _kind: Any, _value: Any, _implicit: Any) -> None:
        return None

    def descend_resolver(self, _parent: Any, _index: Any) -> None:
        return None

    def ascend_resolver(self) -> None:
        return None


class _PureStream(_NoResolver, Reader, Scanner, Parser, Composer):
    """The same nodes and marks in pure Python, about eight times slower."""

    def __init__(self, data: bytes) -> None:
        Reader.__init__(self, data)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)


if TYPE_CHECKING or not yaml.__with_libyaml__:
    _Stream = _PureStream
else:
    from yaml._yaml import CParser

    class _Stream(_NoResolver, CParser):
        """The nodes of libyaml."""


def compose(data: bytes) -> NodeStream:
    """The documents of `data`, UTF-8 without byte order mark, as they are asked for."""
    return _Stream(data)


def lone_tags(data: bytes) -> list[Any]:
    """Start marks of tags that are a bare `!`, which no node shows though it turns `! 12` into a text.

    Looks at the tokens only where the text has such a character at all; stops where the text is not YAML.
    """
    if not _LONE_TAG.search(data):
        return []
    marks = []
    try:
        for token in yaml.scan(data, Loader=yaml.CSafeLoader if yaml.__with_libyaml__ else yaml.SafeLoader):
            if isinstance(token, yaml.TagToken) and "".join(part or "" for part in token.value) == "!":
                marks.append(token.start_mark)
    except YAMLError:
        pass
    return marks
