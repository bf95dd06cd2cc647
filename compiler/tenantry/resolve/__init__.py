"""What was meant: inheritance, references and quota trees, from documents to a program."""

from tenantry.resolve.build import Resolution, resolve
from tenantry.resolve.directory import Placed

__all__ = ["Placed", "Resolution", "resolve"]
