"""Fields that an API server or Kueue refuses to change on an object that exists, and the way round each.

Pure. Argo CD would try such a change again and again, and the object would stay as it was. Sources: the transition
rules of Kueue's CRDs (ResourceFlavor, Topology, LocalQueue), and Kubernetes' own validation of the other kinds.
A WorkloadPriorityClass is not here: Kueue takes a new value. Neither is the size of a claim that grows, which a storage
class with `allowVolumeExpansion` allows.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from tenantry.ir import Body
from tenantry.quantity import Quantity


class FrozenField(NamedTuple):
    """A field that differs though it cannot be changed: its path, what it was and is to be, what to do instead."""

    field: str
    before: str
    after: str
    steps: str


def frozen_fields(kind: str, before: Body, after: Body) -> Iterator[FrozenField]:
    """Every such field of an object that both sides have."""
    for rule in _RULES.get(kind, ()):
        if rule.holds(before, after):
            for field in rule.fields:
                was, now = _at(before, field), _at(after, field)
                if was != now:
                    yield FrozenField(field, _text(was), _text(now), rule.steps)


class _Rule(NamedTuple):
    fields: tuple[str, ...]
    steps: str
    holds: Callable[[Body, Body], bool] = lambda *_: True


def _has_topology(before: Body, _: Body) -> bool:
    return bool(_at(before, "spec.topologyName"))


def _shrinks(before: Body, after: Body) -> bool:
    was, now = (_at(one, "spec.resources.requests.storage") for one in (before, after))
    return bool(was and now) and Quantity.parse(now) < Quantity.parse(was)


def _stays_closed(before: Body, _: Body) -> bool:
    return _at(before, "immutable") is True


_NEW_POOL: Final = "define a Pool with a new name, move the lines there, and drain this one"
_NEW_VOLUME: Final = "add a volume with a new name, copy the data, and remove the old one in a later commit"
_NEW_STEP: Final = (
    "give the priority a new name and remove the old one in a later commit; or delete the PriorityClass by hand: Argo "
    "CD makes it again, and pods that exist keep the number they have"
)
_REPLACED: Final = "delete the object by hand: Argo CD makes it again"

_RULES: Final[Mapping[str, tuple[_Rule, ...]]] = {
    "ResourceFlavor": (_Rule(("spec.nodeLabels", "spec.tolerations", "spec.topologyName"), _NEW_POOL, _has_topology),),
    "Topology": (_Rule(("spec.levels",), _NEW_POOL),),
    "LocalQueue": (
        _Rule(("spec.clusterQueue",), "drain the queue, remove it in a commit of its own, then add the other"),
    ),
    "PriorityClass": (_Rule(("value", "preemptionPolicy"), _NEW_STEP),),
    "PersistentVolumeClaim": (
        _Rule(
            (
                *("spec.accessModes", "spec.storageClassName", "spec.volumeMode", "spec.volumeName"),
                *("spec.selector", "spec.dataSource", "spec.dataSourceRef"),
            ),
            _NEW_VOLUME,
        ),
        _Rule(("spec.resources.requests.storage",), f"a volume never shrinks: {_NEW_VOLUME}", _shrinks),
    ),
    "RoleBinding": (_Rule(("roleRef",), f"{_REPLACED}, and nobody has its rights in between"),),
    "Service": (
        _Rule(("spec.clusterIP", "spec.ipFamilies", "spec.loadBalancerClass"), f"{_REPLACED}, with another address"),
    ),
    "ConfigMap": (_Rule(("data", "binaryData", "immutable"), _REPLACED, _stays_closed),),
}


def _at(body: Body, path: str) -> Any:
    value: Any = body
    for name in path.split("."):
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _text(value: Any) -> str:
    """A value on one line, the way YAML's flow style has it."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Mapping):
        return f"{{{', '.join(f'{key}: {_text(part)}' for key, part in sorted(value.items()))}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(_text, value))}]"
    return str(value)
