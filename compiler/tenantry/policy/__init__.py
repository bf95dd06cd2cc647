"""Rules of the organisation in CEL: checked, tried on their own examples, and asked about documents and objects."""

from tenantry.policy.change import Breach, check_change
from tenantry.policy.check import check_policies
from tenantry.policy.consent import Consent, Person
from tenantry.policy.manifests import ManifestRules
from tenantry.policy.standing import PolicyStanding, Trial, standing, try_examples

__all__ = [
    "Breach",
    "Consent",
    "ManifestRules",
    "Person",
    "PolicyStanding",
    "Trial",
    "check_change",
    "check_policies",
    "standing",
    "try_examples",
]
