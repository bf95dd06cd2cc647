"""The pipeline: the stages in order, from a workspace to a checked program and an output tree."""

from tenantry.engine.back import BackEnd
from tenantry.engine.committed import committed_before
from tenantry.engine.compile import Compilation, check_workspace, compile_workspace
from tenantry.engine.front import Front, front_end
from tenantry.engine.progress import Progress, quiet
from tenantry.engine.scope import Scope

__all__ = [
    "BackEnd",
    "Compilation",
    "Front",
    "Progress",
    "Scope",
    "check_workspace",
    "committed_before",
    "compile_workspace",
    "front_end",
    "quiet",
]
