"""The parts that validating and mutating policies and their bindings share, written and read back.

Pure. Every default of the API server is spelled out: `matchPolicy`, empty selectors, `scope`. Versions are always
`*`, so that a new version of an API opens no gap.
"""

from collections.abc import Iterable
from typing import Any, Final

from tenantry.admission.policy import Named, ResourceRule
from tenantry.ir import Body
from tenantry.kinds.base import Pairs

ADMISSION_API: Final = "admissionregistration.k8s.io/v1"


def encode_match(resources: Iterable[ResourceRule], object_labels: Pairs) -> Body:
    """`matchConstraints`, every namespace."""
    return {
        "matchPolicy": "Equivalent",
        "namespaceSelector": {},
        "objectSelector": {"matchLabels": dict(object_labels)} if object_labels else {},
        "resourceRules": [
            {
                "apiGroups": list(rule.groups),
                "apiVersions": ["*"],
                "operations": list(rule.operations),
                "resources": list(rule.resources),
                "scope": "*",
            }
            for rule in resources
        ],
    }


def decode_match(match: Body) -> tuple[tuple[ResourceRule, ...], Pairs]:
    """Resource rules and object labels."""
    rules = tuple(
        ResourceRule(tuple(rule["apiGroups"]), tuple(rule["resources"]), tuple(rule["operations"]))
        for rule in match["resourceRules"]
    )
    return rules, tuple(match["objectSelector"].get("matchLabels", {}).items())


def encode_named(entries: Iterable[Named]) -> list[Body]:
    """Variables or match conditions; order is meaning."""
    return [{"expression": entry.expression, "name": entry.name} for entry in entries]


def decode_named(entries: Iterable[Body]) -> tuple[Named, ...]:
    return tuple(Named(entry["name"], entry["expression"]) for entry in entries)


def encode_namespaces(label: str) -> Body:
    """`matchResources` of a binding: the namespaces that bear a label."""
    return {
        "matchPolicy": "Equivalent",
        "namespaceSelector": {"matchExpressions": [{"key": label, "operator": "Exists"}]},
        "objectSelector": {},
    }


def decode_namespaces(spec: Body) -> str:
    """The label of a binding's namespaces; empty where it holds in every namespace.

    Raises ValueError for a selector that tenantry does not write.
    """
    match: dict[str, Any] = spec.get("matchResources", {})
    if not match:
        return ""
    wanted = match["namespaceSelector"].get("matchExpressions", ())
    if len(wanted) != 1 or wanted[0]["operator"] != "Exists":
        raise ValueError("a namespace selector other than one label that exists is not one of ours")
    return str(wanted[0]["key"])
