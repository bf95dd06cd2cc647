"""Upstream schemas as plain, closed JSON Schema, and what repeats in one written once.

Pure. Understands the two dialects that there are: Kubernetes' definitions and the OpenAPI of CRDs; a keyword that
it does not know stops the build, so that no rule is lost in silence.
"""

import json
import re
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from tenantry.conform.wording import QUANTITY_PATTERN

Node = dict[str, Any]

BASE64 = r"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$"
BOUNDS = {"int32": (-(2**31), 2**31 - 1), "int64": (-(2**63), 2**63 - 1)}
KEPT = {
    *("enum", "maximum", "minimum", "uniqueItems"),
    *("maxItems", "maxLength", "maxProperties", "minItems", "minLength", "minProperties"),
}
DROPPED = {"$id", "$schema", "default", "description", "example", "nullable", "title"}
REWRITTEN = {
    *("$ref", "additionalProperties", "anyOf", "format", "items", "oneOf", "pattern", "properties"),
    *("required", "type"),
}
KNOWN = KEPT | DROPPED | REWRITTEN
SHARED_FROM_CHARACTERS = 100


@dataclass(frozen=True)
class Dialect:
    """How a source writes schemas: where references lead, whether an object without fields is closed."""

    definitions: Mapping[str, Node]
    closes_empty_objects: bool

    def plain(self, node: Node, place: str, inside: tuple[str, ...] = ()) -> Node:
        """`node` as plain JSON Schema: no prose, references, nulls. SystemExit on a keyword unknown here."""
        if "$ref" in node:
            return self._referred(node["$ref"].rsplit("/", 1)[-1], place, inside)
        unknown = {key for key in node if key not in KNOWN and not key.startswith("x-kubernetes-")}
        if unknown:
            sys.exit(f"{place}: keywords {sorted(unknown)} are not understood by this tool")
        if "anyOf" in node or "oneOf" in node:
            return self._choice(node, place)
        kinds = _kinds(node)
        out: Node = {"type": kinds[0]} if len(kinds) == 1 else {"type": kinds} if kinds else {}
        out |= {key: node[key] for key in sorted(KEPT) if key in node}
        if "enum" in out:
            out["enum"] = [value for value in out["enum"] if value is not None]
        if "pattern" in node:
            out["pattern"] = without_inline_flags(node["pattern"])
        out |= _bounds(node, out)
        if node.get("x-kubernetes-list-type") == "set":
            out["uniqueItems"] = True
        if "items" in node:
            out["items"] = self.plain(node["items"], f"{place}[]", inside)
        if kinds == ["object"]:
            out |= self._object(node, place, inside)
        return out

    def _referred(self, name: str, place: str, inside: tuple[str, ...]) -> Node:
        if name in inside:
            sys.exit(f"{place}: {name} contains itself, which an inlined schema cannot say")
        if name.endswith(".Quantity"):
            return {"type": ["string", "number"], "pattern": QUANTITY_PATTERN}
        return self.plain(self.definitions[name], place, (*inside, name))

    def _choice(self, node: Node, place: str) -> Node:
        """Upstream only chooses between number and text; a list of types says the same, with one message."""
        branches = node.get("anyOf") or node["oneOf"]
        if any(set(branch) != {"type"} for branch in branches) or set(node) & {"properties", "items"}:
            sys.exit(f"{place}: this choice is more than one between simple types")
        rest = {key: value for key, value in node.items() if key not in ("anyOf", "oneOf", "type")}
        return self.plain({**rest, "type": [kind for branch in branches for kind in _kinds(branch)]}, place)

    def _object(self, node: Node, place: str, inside: tuple[str, ...]) -> Node:
        out: Node = {}
        fields = node.get("properties", {})
        if fields:
            out["properties"] = {
                name: self.plain(value, f"{place}.{name}", inside) for name, value in sorted(fields.items())
            }
        if node.get("required"):
            out["required"] = sorted(node["required"])
        values = node.get("additionalProperties")
        if isinstance(values, dict):
            out["additionalProperties"] = self.plain(values, f"{place}.*", inside)
        elif not node.get("x-kubernetes-preserve-unknown-fields") and (fields or self.closes_empty_objects):
            out["additionalProperties"] = False
        return out


def _kinds(node: Node) -> list[str]:
    written = node.get("type", [])
    return [kind for kind in ([written] if isinstance(written, str) else written) if kind != "null"]


def _bounds(node: Node, out: Node) -> Node:
    shape = node.get("format")
    if shape == "byte":
        return {"pattern": BASE64}
    if shape not in BOUNDS:
        return {}
    low, high = BOUNDS[shape]
    return {"minimum": max(low, out.get("minimum", low)), "maximum": min(high, out.get("maximum", high))}


def without_inline_flags(pattern: str) -> str:
    """Go's `^(?i)abc` as `^[aA][bB][cC]`: JSON Schema's dialect has no flags inside an expression."""
    start, flag, rest = pattern.partition("(?i)")
    if not flag:
        return pattern
    tokens = re.findall(r"\[[^]]*\]|\\.|.", rest)
    return start + "".join(_either_case(token) for token in tokens)


def _either_case(token: str) -> str:
    if token.startswith("["):
        ranges = re.findall(r"[a-z]-[a-z]|[A-Z]-[A-Z]", token)
        return token[:-1] + "".join(found.swapcase() for found in ranges) + "]"
    return f"[{token.lower()}{token.upper()}]" if token.isalpha() else token


@dataclass
class Sharing:
    """Finds subtrees of one schema that occur more than once, so that each is written and compiled once."""

    uses: dict[str, int] = field(default_factory=dict)
    names: dict[str, str] = field(default_factory=dict)
    definitions: dict[str, Node] = field(default_factory=dict)

    def share(self, schema: Node) -> Node:
        """`schema` with repeated subtrees under `$defs`; the root itself is never shared."""
        for child in _children(schema):
            self._count(child)
        out = self._inner(schema)
        return {**out, "$defs": self.definitions} if self.definitions else out

    def _count(self, node: Node) -> None:
        text = compact(node)
        self.uses[text] = self.uses.get(text, 0) + 1
        if self.uses[text] == 1:
            for child in _children(node):
                self._count(child)

    def _write(self, node: Node) -> Node:
        text = compact(node)
        if self.uses[text] == 1 or len(text) < SHARED_FROM_CHARACTERS:
            return self._inner(node)
        if text not in self.names:
            self.names[text] = f"s{len(self.names)}"
            self.definitions[self.names[text]] = self._inner(node)
        return {"$ref": f"#/$defs/{self.names[text]}"}

    def _inner(self, node: Node) -> Node:
        out = dict(node)
        if "properties" in node:
            out["properties"] = {name: self._write(value) for name, value in node["properties"].items()}
        for key in ("items", "additionalProperties"):
            if isinstance(node.get(key), dict):
                out[key] = self._write(node[key])
        return out


def _children(node: Node) -> Iterator[Node]:
    yield from node.get("properties", {}).values()
    for key in ("items", "additionalProperties"):
        if isinstance(node.get(key), dict):
            yield node[key]


def compact(value: object) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
