"""Who approves, file by file, as a CODEOWNERS file of GitHub or GitLab."""

from tenantry.codeowners.file import OwnersFile
from tenantry.codeowners.names import Teams
from tenantry.codeowners.rules import Rule, rules
from tenantry.codeowners.text import HOSTS, Host, with_section, written

__all__ = ["HOSTS", "Host", "OwnersFile", "Rule", "Teams", "rules", "with_section", "written"]
