"""Which page shows which answer.

Pure.
"""

from tenantry.explain.ask import Answer
from tenantry.explain.documents import DocumentAnswer
from tenantry.explain.hardware import ClusterAnswer, ModelAnswer, PoolAnswer
from tenantry.explain.object import ObjectAnswer
from tenantry.explain.people import ProjectAnswer, TenantAnswer
from tenantry.explain.quota import QuotaAnswer
from tenantry.explain.rule import PolicyAnswer, RuleAnswer
from tenantry.explain.text.documents import document_page
from tenantry.explain.text.hardware import cluster_page, model_page, pool_page
from tenantry.explain.text.people import project_page, tenant_page
from tenantry.explain.text.quota import quota_page
from tenantry.explain.text.things import object_page, policy_page, rule_page


def render(answer: Answer) -> str:
    """The page for people; ends in a newline."""
    match answer:
        case QuotaAnswer():
            return quota_page(answer)
        case TenantAnswer():
            return tenant_page(answer)
        case ProjectAnswer():
            return project_page(answer)
        case PoolAnswer() | ModelAnswer() | ClusterAnswer():
            return _hardware(answer)
        case ObjectAnswer():
            return object_page(answer)
        case RuleAnswer():
            return rule_page(answer)
        case PolicyAnswer():
            return policy_page(answer)
        case DocumentAnswer():
            return document_page(answer)


def _hardware(answer: PoolAnswer | ModelAnswer | ClusterAnswer) -> str:
    match answer:
        case PoolAnswer():
            return pool_page(answer)
        case ModelAnswer():
            return model_page(answer)
        case ClusterAnswer():
            return cluster_page(answer)
