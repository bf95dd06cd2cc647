"""Numbers with their unit: pool units, Kubernetes quantities, durations; all exact integers."""

from tenantry.quantity.amount import Amount
from tenantry.quantity.duration import Duration
from tenantry.quantity.quantity import Quantity

__all__ = ["Amount", "Duration", "Quantity"]
