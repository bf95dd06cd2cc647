"""What one unit of a pool is, in the words of those who ask for it.

Pure.
"""

from decimal import Decimal
from typing import Final

from tenantry.program import Pool
from tenantry.quantity import Quantity
from tenantry.records import record

HOURS_PER_MONTH: Final = 730


@record
class Unit:
    """One unit: the resource that counts it, and the share of the node that comes with it."""

    resource: str
    cpu: Quantity
    memory: Quantity
    ephemeral_storage: Quantity
    devices: tuple[tuple[str, int], ...]

    @classmethod
    def of(cls, pool: Pool) -> "Unit":
        """The unit that `pool` sells."""
        share = pool.unit
        return cls(pool.resource, share.cpu, share.memory, share.ephemeral_storage, share.devices)

    def __str__(self) -> str:
        """`1 nvidia.com/gpu, 23 CPU, 248Gi`, then devices and ephemeral storage where there are any."""
        parts = [f"1 {self.resource}", f"{self.cpu} CPU"] if self.resource != "cpu" else ["1 CPU"]
        parts.append(str(self.memory))
        parts.extend(f"{count} {name}" for name, count in self.devices if count)
        if self.ephemeral_storage.milli:
            parts.append(f"{self.ephemeral_storage} ephemeral storage")
        return ", ".join(parts)


@record
class Price:
    """What a unit costs; a month has 730 hours."""

    currency: str
    per_hour: Decimal
    per_month: Decimal

    @classmethod
    def of(cls, pool: Pool, currency: str) -> "Price":
        """The price of one unit of `pool`."""
        return cls(currency, pool.price, pool.price * HOURS_PER_MONTH)

    def __str__(self) -> str:
        """`EUR 2.60 per unit and hour, 1,898.00 a month`."""
        return f"{self.currency} {self.per_hour:,.2f} per unit and hour, {self.per_month:,.2f} a month"
