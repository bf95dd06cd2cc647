"""What a change of the specs means: for whom, at what risk, and who has to agree.

A reader: numbers, rights and reachability come from manifests; names, owners, prices and days from the program.
"""

from tenantry.plan.conflicts import Conflict, conflicts_of
from tenantry.plan.plan import Plan, Revisions, plan
from tenantry.plan.surroundings import beside

__all__ = ["Conflict", "Plan", "Revisions", "beside", "conflicts_of", "plan"]
