"""The one resource group of a Cohort or ClusterQueue: what is rationed, and what is only listed beside it.

Pure. A tree serves one pool, so there is one group with one flavor, named like the pool. The unit of the pool
comes first; amounts are canonical texts. Source of the shape: Kueue v1beta2 `ResourceGroup`, 0.17 to 0.19.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.ir import Body
from tenantry.program import Pool
from tenantry.quantity import Amount, Quantity
from tenantry.records import record

KUEUE_API: Final = "kueue.x-k8s.io/v1beta2"

Listed = tuple[tuple[str, Quantity], ...]
"""Resources that a queue must name to admit a pod that asks for them, with what it may use; in order."""

_NO_LIMIT: Final = Amount.UNLIMITED


@record
class Ration:
    """What a node of a pool's tree keeps of the pool's unit, and its limits towards its parent; in units."""

    flavor: str
    resource: str
    nominal: int
    borrow: Amount
    lend: Amount

    @property
    def says_nothing(self) -> bool:
        """Whether Kueue would act the same without it: nothing kept, nothing limited."""
        return self.nominal == 0 and self.borrow.is_unlimited and self.lend.is_unlimited


def listed_beside_unit(pool: Pool) -> Listed:
    """What queues of `pool` list beside its unit: CPU, memory, ephemeral storage, then other devices by name.

    Each with the pool's whole amount in every queue and without limits, so that Kueue never rations it. Units
    bound these resources already: a pod may not ask more of them per unit than the unit's share.

    Why the whole amount: Kueue's fair share of a node is the largest ratio, over all resources, of what it
    uses above its subtree's quota to what its parent can lend (`dominantResourceShare` in Kueue's
    `pkg/cache/scheduler/fair_sharing.go`). Nobody uses more than the whole pool, and a cohort with work has a
    queue with that much below it, so nothing of these resources is ever borrowed and the unit alone decides.
    Rationed in proportion they would make a tenant a borrower by its CPU and cost it guaranteed units (seen).
    """
    whole = pool.whole
    amounts = (
        ("cpu", whole.cpu),
        ("memory", whole.memory),
        ("ephemeral-storage", whole.ephemeral_storage),
        *((name, Quantity.of_units(count)) for name, count in sorted(whole.devices)),
    )
    return tuple((name, amount) for name, amount in amounts if name != pool.resource)


def encode_groups(ration: Ration, listed: Listed = ()) -> list[Body]:
    """`spec.resourceGroups`. Kueue wants the resources of a flavor in the order of `coveredResources`."""
    unit: Body = {"name": ration.resource, "nominalQuota": _units(ration.nominal)}
    if not ration.borrow.is_unlimited:
        unit["borrowingLimit"] = _units(ration.borrow.value)
    if not ration.lend.is_unlimited:
        unit["lendingLimit"] = _units(ration.lend.value)
    resources = [unit]
    resources.extend({"name": name, "nominalQuota": amount.canonical()} for name, amount in listed)
    return [
        {
            "coveredResources": [resource["name"] for resource in resources],
            "flavors": [{"name": ration.flavor, "resources": resources}],
        }
    ]


def decode_groups(groups: list[Body]) -> tuple[Ration, Listed]:
    """The inverse of `encode_groups`. Raises `ValueError` for more than one group or flavor: not ours."""
    (group,) = groups
    (flavor,) = group["flavors"]
    unit, *others = flavor["resources"]
    ration = Ration(
        flavor=flavor["name"],
        resource=unit["name"],
        nominal=Quantity.parse(unit["nominalQuota"]).units,
        borrow=_limit(unit, "borrowingLimit"),
        lend=_limit(unit, "lendingLimit"),
    )
    return ration, tuple(_listed(others))


def encode_weight(weight: int) -> Body:
    """`spec.fairSharing`. A text: the default is the number 1 in some writes and the text "1" in others."""
    return {"weight": _units(weight)}


def decode_weight(fair_sharing: Body) -> int:
    """The inverse of `encode_weight`."""
    return Quantity.parse(fair_sharing["weight"]).units


def _units(count: int) -> str:
    return Quantity.of_units(count).canonical()


def _limit(resource: Body, field: str) -> Amount:
    return Amount.of(Quantity.parse(resource[field]).units) if field in resource else _NO_LIMIT


def _listed(resources: list[Body]) -> Iterator[tuple[str, Quantity]]:
    for resource in resources:
        yield resource["name"], Quantity.parse(resource["nominalQuota"])
