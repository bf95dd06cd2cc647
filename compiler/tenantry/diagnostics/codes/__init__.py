"""The one table of codes; a block per stage, each in its own file."""

from tenantry.diagnostics.codes import (
    addons,
    admission,
    conformance,
    isolation,
    policy,
    quota,
    references,
    shape,
    syntax,
)
from tenantry.diagnostics.model import Code

ALL_CODES: dict[str, Code] = {
    code.code: code
    for block in (syntax, shape, references, quota, isolation, conformance, addons, policy, admission)
    for code in vars(block).values()
    if isinstance(code, Code)
}
"""Every code by its text, in the order of the blocks."""
