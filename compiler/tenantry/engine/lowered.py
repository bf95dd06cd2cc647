"""All that a program compiles to, addons included, as it is made.

Pure. Nothing is judged; `BackEnd` does that.
"""

from collections.abc import Iterator

from tenantry.addons import AddonRenderer
from tenantry.ir import Bundle
from tenantry.lower.bundles import bundles
from tenantry.program import Program


def lowered(program: Program) -> Iterator[Bundle]:
    """Every bundle of a program without errors, in the order of `lower.bundles`."""
    return bundles(program, extra=AddonRenderer(program).manifests)
