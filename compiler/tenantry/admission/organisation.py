"""Rules of an organisation as admission policies: its own CEL, with our manners.

Pure. As for our rules, Kueue's requests and objects on their way out are let off; so are updates by Kubernetes'
controllers, because a rule that does not compare with what was before would keep finalizers from coming off. Argo CD's
user is none of them, wherever it lives: it writes for tenants too.
"""

from typing import Literal, NamedTuple

from tenantry.admission.cluster import CONTROLLER, ClusterWords
from tenantry.admission.policies import tenant_conditions
from tenantry.admission.policy import Named, Operation, PolicySpec, ResourceRule, Validation, quoted

Severity = Literal["error", "warning", "information"]
Action = Literal["Deny", "Warn", "Audit"]


class OwnRule(NamedTuple):
    """A rule of the organisation; `resources` are plurals with their group after a dot (`pods`, `jobs.batch`).

    `waived` names who is let off now: (tenant, project), the project empty for a whole tenant.
    """

    name: str
    resources: tuple[str, ...]
    operations: tuple[Operation, ...]
    variables: tuple[Named, ...]
    expression: str
    message: str
    message_expression: str
    waived: tuple[tuple[str, str], ...]


def own_policy_name(rule: str) -> str:
    """The name of a rule's policy; it never meets one of ours."""
    return f"tenantry.policy.{rule}"


def own_policy(words: ClusterWords, rule: OwnRule) -> PolicySpec:
    """The policy of a rule, for objects in the namespaces of tenants."""
    waived = " || ".join(_is(words, tenant, project) for tenant, project in rule.waived)
    expression = f"(namespaceObject != null && ({waived})) || ({rule.expression})" if waived else rule.expression
    return PolicySpec(
        resources=tuple(_resource(plural, rule.operations) for plural in rule.resources),
        object_labels=(),
        conditions=(*tenant_conditions(words), _not_controllers(words)),
        variables=rule.variables,
        validations=(Validation(expression, rule.message, rule.message_expression, "Invalid"),),
    )


def action(severity: Severity) -> Action:
    """What the API server does where such a rule is broken."""
    match severity:
        case "error":
            return "Deny"
        case "warning":
            return "Warn"
        case "information":
            return "Audit"


def _not_controllers(words: ClusterWords) -> Named:
    controller = f"request.userInfo.username.startsWith({quoted(CONTROLLER)})"
    return Named(
        "not-a-controller",
        f"request.operation != 'UPDATE' || !{controller} || request.userInfo.username == {quoted(words.argocd_user)}",
    )


def _resource(plural: str, operations: tuple[Operation, ...]) -> ResourceRule:
    resource, slash, subresource = plural.partition("/")
    name, _, group = resource.partition(".")
    return ResourceRule((group,), (name + slash + subresource,), operations)


def _is(words: ClusterWords, tenant: str, project: str) -> str:
    label = "namespaceObject.metadata.?labels[?{}].orValue('') == {}"
    of_tenant = label.format(quoted(words.key("tenant")), quoted(tenant))
    if not project:
        return of_tenant
    return f"({of_tenant} && {label.format(quoted(words.key('project')), quoted(project))})"
