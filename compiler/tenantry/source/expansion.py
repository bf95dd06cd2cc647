"""What aliases make of a document: whether one repeats itself, and how much they add.

Pure, and linear in what is written, however much the aliases would multiply it.
"""

from tenantry.diagnostics import Diagnostic, Note
from tenantry.diagnostics.codes.syntax import TN109, TN110, TN111
from tenantry.source.composer import MappingNode, Node, ScalarNode, SequenceNode
from tenantry.source.convert import node_spot
from tenantry.source.limits import MAX_DEPTH, MAX_EXPANSION

_CHARACTERS_PER_NODE = 100


class _RefusedError(Exception):
    def __init__(self, diagnostic: Diagnostic) -> None:
        self.diagnostic = diagnostic


def refuse_expansion(file: str, root: Node) -> Diagnostic | None:
    """The reason why the aliases of a document are refused, or None where they may stand."""
    measured: dict[int, int] = {}
    try:
        whole = _measure(file, root, measured, set(), 1)
    except _RefusedError as refused:
        return refused.diagnostic
    written = _written(root)
    if whole - written <= MAX_EXPANSION:
        return None
    return Diagnostic(
        TN110,
        f"aliases repeat {whole - written:,} values in this document; {MAX_EXPANSION:,} is the most",
        node_spot(file, _most_repeated(root, measured)),
        notes=(Note("the anchor at this place is repeated most"),),
        help="write the values out, or repeat less",
    )


def _measure(file: str, node: Node, measured: dict[int, int], open_nodes: set[int], depth: int) -> int:
    """Nodes of `node` with every alias written out."""
    if isinstance(node, ScalarNode):
        return 1 + len(node.value) // _CHARACTERS_PER_NODE
    identity = id(node)
    known = measured.get(identity)
    if known is not None:
        return known
    if identity in open_nodes:
        raise _RefusedError(
            Diagnostic(
                TN109,
                "an alias inside this value repeats the value itself",
                node_spot(file, node),
                help="write the values out",
            )
        )
    if depth > MAX_DEPTH:
        raise _RefusedError(
            Diagnostic(
                TN111,
                f"values are nested deeper than {MAX_DEPTH} levels",
                node_spot(file, node),
                help="write it flatter",
            )
        )
    open_nodes.add(identity)
    total = 1 + sum(_measure(file, child, measured, open_nodes, depth + 1) for child in _children(node))
    open_nodes.discard(identity)
    measured[identity] = total
    return total


def _children(node: Node) -> list[Node]:
    if isinstance(node, MappingNode):
        return [child for entry in node.value for child in entry]
    return list(node.value) if isinstance(node, SequenceNode) else []


def _written(root: Node) -> int:
    """Nodes that really stand in the text."""
    return sum(
        1 + (len(node.value) // _CHARACTERS_PER_NODE if isinstance(node, ScalarNode) else 0)
        for node, _ in _uses(root).values()
    )


def _most_repeated(root: Node, measured: dict[int, int]) -> Node:
    """The node whose repetitions weigh most."""

    def weight(use: tuple[Node, int]) -> int:
        node, times = use
        own = measured.get(id(node)) or 1 + len(node.value) // _CHARACTERS_PER_NODE
        return own * (times - 1)

    return max(_uses(root).values(), key=weight)[0]


def _uses(root: Node) -> dict[int, tuple[Node, int]]:
    """Every node that is written, by identity, with how many parents it has, in a fixed order."""
    uses: dict[int, tuple[Node, int]] = {id(root): (root, 1)}
    pending = [root]
    while pending:
        for child in _children(pending.pop()):
            known = uses.get(id(child))
            uses[id(child)] = (child, known[1] + 1 if known else 1)
            if known is None:
                pending.append(child)
    return uses
