"""The pipeline: the stages in order, from a workspace to a checked program and an output tree."""

from tenantry.engine.compile import Compilation, Progress, check_workspace, compile_workspace, quiet
from tenantry.engine.front import Front, front_end

__all__ = ["Compilation", "Front", "Progress", "check_workspace", "compile_workspace", "front_end", "quiet"]
