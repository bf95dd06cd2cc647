"""The protected annotations of a tenant's Namespace: what it may do, where the admission rules read it.

Pure. The rules are the same for every tenant of a cluster; all that differs stands here, as text that CEL
takes apart with `split(',')`, `split('=')` and `split(':')`. Entries keep the order they are given in; a part
that is empty gives no annotation. Only the platform may change these keys.
"""

from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple

from tenantry.program import STATES, State

Nodes = Literal["shared", "dedicated", "none"]

QUEUES: Final = "queues"
"""`training.h100-train,development.h100-slices`"""
UNITS: Final = "units"
"""`training.h100-train=nvidia.com/gpu:23000:253952:3145728`: milli-CPU, Mi of memory and Mi of disk of a unit."""
DEVICES: Final = "devices"
"""`training.h100-train=rdma/hca:128:128`: so many other devices come with so many units."""
CLASS_DEFAULTS: Final = "class-defaults"
"""`training.h100-train=normal:604800`: default priority, longest run time in seconds (0 = no bound)."""
POOL_LABELS: Final = "pool-labels"
"""`tenants.example.com/pool=h100-train`: node labels that pods may select."""
QUEUE_LABELS: Final = "queue-labels"
"""`training.h100-train=tenants.example.com/pool:h100-train`: what the nodes of a queue's pool bear."""
PRIORITIES: Final = "priorities"
IMAGES: Final = "images"
"""Image prefixes; left out = any registry."""
SERVICES: Final = "service-types"
NODES: Final = "nodes"
"""Where pods without a queue run: `shared`; nowhere, because the tenant has `dedicated` nodes or the cluster `none`."""
STATE: Final = "state"
POD_DEFAULTS: Final = "pod-defaults"
"""`1000:4096`: milli-CPU and Mi that a container gets which asks for neither."""

_SEPARATORS: Final = ",=:"


class DeviceShare(NamedTuple):
    """Devices beside the unit itself: `amount` of `resource` come with every `units` units, rounded down."""

    resource: str
    amount: int
    units: int


class QueueFacts(NamedTuple):
    """A LocalQueue and what its class and pool promise; `max_run_time_seconds` 0 = no bound.

    `resource` is `cpu` where the pool has no accelerator; then a unit is one core. `node_labels` are those of the
    pool's nodes, where a tenant may run nowhere else.
    """

    local_queue: str
    resource: str
    unit_cpu_milli: int
    unit_memory_mebibytes: int
    default_priority: str
    max_run_time_seconds: int
    devices: tuple[DeviceShare, ...] = ()
    unit_storage_mebibytes: int = 0
    node_labels: tuple[tuple[str, str], ...] = ()


class NamespaceFacts(NamedTuple):
    """All that the rules know of a namespace. `images` and `pod_defaults` (milli-CPU, Mi) may be missing."""

    queues: tuple[QueueFacts, ...]
    pool_labels: tuple[tuple[str, str], ...]
    priorities: tuple[str, ...]
    images: tuple[str, ...]
    services: tuple[str, ...]
    nodes: Nodes
    state: State
    pod_defaults: tuple[int, int] | None


def namespace_annotations(
    *,
    domain: str,
    queues: tuple[QueueFacts, ...],
    pool_labels: tuple[tuple[str, str], ...],
    priorities: tuple[str, ...],
    images: tuple[str, ...],
    services: tuple[str, ...],
    nodes: Nodes,
    state: State,
    pod_defaults: tuple[int, int] | None,
) -> tuple[tuple[str, str], ...]:
    """The annotations, sorted by key. `pool_labels` are the (key, value) node labels of the queues' pools.

    `pod_defaults` are the LimitRange's, milli-CPU and Mi. Raises `ValueError` for a name or prefix that holds
    one of the separators, because the rules could not take it apart.
    """
    facts = {
        QUEUES: _listed(queue.local_queue for queue in queues),
        UNITS: ",".join(
            _entry(
                queue.local_queue,
                queue.resource,
                queue.unit_cpu_milli,
                queue.unit_memory_mebibytes,
                queue.unit_storage_mebibytes,
            )
            for queue in queues
        ),
        DEVICES: ",".join(_entry(queue.local_queue, *device) for queue in queues for device in queue.devices),
        CLASS_DEFAULTS: ",".join(
            _entry(queue.local_queue, queue.default_priority, queue.max_run_time_seconds) for queue in queues
        ),
        QUEUE_LABELS: ",".join(_entry(queue.local_queue, *label) for queue in queues for label in queue.node_labels),
        POOL_LABELS: ",".join(_entry(key, value) for key, value in pool_labels),
        PRIORITIES: _listed(priorities),
        IMAGES: _listed(images),
        SERVICES: _listed(services),
        NODES: nodes,
        STATE: state,
        POD_DEFAULTS: ":".join(map(str, pod_defaults)) if pod_defaults else "",
    }
    return tuple(sorted((f"{domain}/{name}", text) for name, text in facts.items() if text))


def decode_namespace_annotations(domain: str, annotations: Mapping[str, str]) -> NamespaceFacts:
    """The facts that `namespace_annotations` wrote; other annotations are ignored.

    Raises `ValueError` or `KeyError` where the text was not written by it.
    """

    def entries(name: str) -> list[tuple[str, list[str]]]:
        text = annotations.get(f"{domain}/{name}", "")
        split = (entry.split("=", 1) for entry in text.split(",") if entry)
        return [(key, rest.split(":")) for key, rest in split]

    def names(name: str) -> tuple[str, ...]:
        return tuple(entry for entry in annotations.get(f"{domain}/{name}", "").split(",") if entry)

    units = dict(entries(UNITS))
    defaults = dict(entries(CLASS_DEFAULTS))
    devices = entries(DEVICES)
    labels = entries(QUEUE_LABELS)
    pod_defaults = annotations.get(f"{domain}/{POD_DEFAULTS}", "")
    return NamespaceFacts(
        queues=tuple(
            QueueFacts(
                local_queue=queue,
                resource=units[queue][0],
                unit_cpu_milli=int(units[queue][1]),
                unit_memory_mebibytes=int(units[queue][2]),
                default_priority=defaults[queue][0],
                max_run_time_seconds=int(defaults[queue][1]),
                devices=tuple(
                    DeviceShare(parts[0], int(parts[1]), int(parts[2])) for owner, parts in devices if owner == queue
                ),
                # What was compiled by an earlier version says nothing of disks.
                unit_storage_mebibytes=int(units[queue][3]) if len(units[queue]) > 3 else 0,
                node_labels=tuple((parts[0], parts[1]) for owner, parts in labels if owner == queue),
            )
            for queue in names(QUEUES)
        ),
        pool_labels=tuple((key, parts[0]) for key, parts in entries(POOL_LABELS)),
        priorities=names(PRIORITIES),
        images=names(IMAGES),
        services=names(SERVICES),
        nodes=_nodes(annotations.get(f"{domain}/{NODES}", "")),
        state=_state(annotations.get(f"{domain}/{STATE}", "")),
        pod_defaults=_pair(pod_defaults) if pod_defaults else None,
    )


def _entry(key: str, *parts: str | int) -> str:
    texts = [str(part) for part in parts]
    for text in (key, *texts):
        _refuse(text, _SEPARATORS)
    return f"{key}={':'.join(texts)}"


def _listed(names: Iterable[str]) -> str:
    texts = tuple(names)
    for text in texts:
        # A registry may have a port, so a colon is fine in a plain list.
        _refuse(text, ",")
    return ",".join(texts)


def _refuse(text: str, separators: str) -> None:
    if any(separator in text for separator in separators):
        raise ValueError(f"`{text}` holds one of `{separators}`, which part the entries of an annotation")


def _nodes(text: str) -> Nodes:
    match text:
        case "shared" | "dedicated" | "none":
            return text
    raise ValueError(f"`{text}` is none of shared, dedicated and none")


def _state(text: str) -> State:
    for state in STATES:
        if text == state:
            return state
    raise ValueError(f"`{text}` is no state")


def _pair(text: str) -> tuple[int, int]:
    cpu, memory = text.split(":")
    return int(cpu), int(memory)
