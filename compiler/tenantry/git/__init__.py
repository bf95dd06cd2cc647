"""What git holds of a workspace: revisions by name, and the files of one without a checkout."""

from tenantry.git.repository import Repository, Revision
from tenantry.git.tree import CommittedTree

__all__ = ["CommittedTree", "Repository", "Revision"]
