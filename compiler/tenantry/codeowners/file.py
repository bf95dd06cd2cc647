"""The CODEOWNERS file on disk: where it lies, what stands there, and how it is replaced.

Reads and writes this one file.
"""

from pathlib import Path

from tenantry.diagnostics import TenantryError
from tenantry.emit.replacing import Replacing
from tenantry.records import record
from tenantry.workspace import Workspace


@record
class OwnersFile:
    """A file `name` below `top`."""

    top: Path
    name: str

    @staticmethod
    def of(workspace: Workspace, name: str, out: Path | None) -> "OwnersFile":
        """The file `name` of the repository around a workspace, or `out`. Without a repository: of the workspace."""
        if out:
            return OwnersFile(out.parent, out.name)
        above = workspace.below_top.count("/")
        return OwnersFile(workspace.root.parents[above - 1] if above else workspace.root, name)

    @property
    def path(self) -> Path:
        return self.top / self.name

    def read(self) -> str:
        """What stands there; empty where nothing does. Raises TenantryError where it cannot be read as text."""
        try:
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""
        except (OSError, UnicodeDecodeError) as problem:
            raise TenantryError(
                f"{self.path} cannot be read: {problem}", help="mend the file, or remove it"
            ) from problem

    def write(self, text: str) -> None:
        """Replaces the file as a whole. Raises TenantryError where the disk refuses."""
        try:
            Replacing(self.top).replace(self.name, text.encode())
        except OSError as problem:
            raise TenantryError(
                f"{self.path} cannot be written: {problem.strerror}", help="mend the permissions"
            ) from problem
