"""What git holds of a workspace: revisions by name, and the files of one without a checkout."""

from tenantry.git.merging import Merge, Merger
from tenantry.git.repository import Repository, Revision
from tenantry.git.tree import CommittedTree

__all__ = ["CommittedTree", "Merge", "Merger", "Repository", "Revision"]
