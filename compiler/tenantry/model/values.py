"""The values of the language: units, quantities, durations, dates, prices, ports, networks, states.

Pure. Each becomes an exact value object; nothing stays text that has a unit.
"""

import re
from collections.abc import Callable
from datetime import date
from decimal import Decimal, InvalidOperation
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Annotated, Any

from pydantic import Field

from tenantry.model.reads import Reads
from tenantry.program import Port
from tenantry.quantity import Duration, Quantity

_DATE = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
_PORT = "([0-9]{1,5})(?:-([0-9]{1,5}))?/(TCP|UDP|SCTP)"
_PORT_MAX = 65_535
_UNITS_MAX = 1_000_000
_PRICE_DECIMALS = 6

IpNetwork = IPv4Network | IPv6Network
IpAddress = IPv4Address | IPv6Address


def _scalar(value: Any) -> str:
    """What was written, as text. Raises ValueError for mappings, lists, truths and nothing."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError
    return str(value)


def _quantity(value: Any) -> Quantity:
    quantity = Quantity.parse(_scalar(value))
    if quantity.milli < 0:
        raise ValueError(f"`{value}` is below 0")
    return quantity


def _some_quantity(value: Any) -> Quantity:
    quantity = _quantity(value)
    if quantity.milli == 0:
        raise ValueError(f"`{value}` is not above 0")
    return quantity


def _duration(value: Any) -> Duration:
    return Duration.parse(_scalar(value))


def _some_duration(value: Any) -> Duration:
    duration = _duration(value)
    if duration.seconds == 0:
        raise ValueError(f"`{value}` is not above 0")
    return duration


def _date(value: Any) -> date:
    written = _scalar(value)
    if re.fullmatch(_DATE, written) is None:
        raise ValueError
    try:
        return date.fromisoformat(written)
    except ValueError:
        raise ValueError(f"`{written}` is not a day of the calendar") from None


def _price(value: Any) -> Decimal:
    # A YAML number comes as a float; its shortest text is what was written, and that is exact.
    try:
        price = Decimal(_scalar(value))
    except InvalidOperation:
        raise ValueError from None
    if not price.is_finite() or not 0 <= price <= _UNITS_MAX or price != round(price, _PRICE_DECIMALS):
        raise ValueError
    return price


def _port(value: Any) -> Port:
    written = _scalar(value)
    found = re.fullmatch(_PORT, written)
    if found is None:
        raise ValueError(f"`{written}` is not a port; write `{written}/TCP`" if written.isdecimal() else "")
    first, last = int(found[1]), int(found[2] or found[1])
    if not 1 <= first <= last <= _PORT_MAX:
        raise ValueError(f"`{written}` is not a port: they go from 1 to {_PORT_MAX}, the smaller one first")
    protocol: Any = found[3]
    return Port(first, last, protocol)


def _network(value: Any) -> IpNetwork:
    written = _scalar(value)
    address, slash, bits = written.partition("/")
    if not slash or "%" in address or not bits.isdecimal():
        raise ValueError
    try:
        network = ip_network(written, strict=False)
    except ValueError:
        raise ValueError from None
    if network.network_address != ip_address(address):
        raise ValueError(f"`{written}` is an address inside a network; write the network, `{network}`")
    return network


def _address(value: Any) -> IpAddress:
    written = _scalar(value)
    if "%" in written:
        raise ValueError
    try:
        return ip_address(written)
    except ValueError:
        raise ValueError from None


Units = Annotated[int, Field(ge=0, le=_UNITS_MAX)]
"""Units of a pool: whole accelerators, slices, or cores of a pool without accelerators."""

Count = Annotated[int, Field(ge=0, le=_UNITS_MAX)]
AtLeastOne = Annotated[int, Field(ge=1, le=_UNITS_MAX)]


def _reads_quantity(parse: Callable[[Any], Quantity]) -> Reads:
    schema = {"type": ["string", "number"], "title": "quantity", "minimum": 0}
    return Reads("a quantity", "`2`, `2000m`, `0.5` or `64Gi`", "quantity", parse, schema)


def _reads_duration(parse: Callable[[Any], Duration]) -> Reads:
    schema = {"type": "string", "title": "duration", "pattern": "^([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?$"}
    return Reads("a duration", "`30m`, `12h` or `7d`", "duration", parse, schema)


QuantityValue = Annotated[Quantity, _reads_quantity(_quantity)]
SomeQuantity = Annotated[Quantity, _reads_quantity(_some_quantity)]
"""More than nothing: what the API server takes for the size of a claim."""

TimeSpan = Annotated[Duration, _reads_duration(_duration)]
SomeTime = Annotated[Duration, _reads_duration(_some_duration)]
"""More than nothing: what Kueue takes for a longest run time."""

Day = Annotated[
    date,
    Reads(
        "a date",
        "year, month and day, such as `2026-11-30`",
        "date",
        _date,
        {"type": "string", "title": "date", "format": "date", "pattern": f"^{_DATE}$"},
    ),
]
Price = Annotated[
    Decimal,
    Reads(
        "a price",
        f"a number such as `2.60`, at most {_PRICE_DECIMALS} decimals, at most {_UNITS_MAX}",
        "number",
        _price,
        {"type": ["number", "string"], "title": "price", "minimum": 0, "maximum": _UNITS_MAX},
    ),
]
PortRange = Annotated[
    Port,
    Reads(
        "a port",
        "`8080/TCP`, `8000-8100/TCP` or `53/UDP`",
        "port",
        _port,
        {"type": "string", "title": "port", "pattern": f"^{_PORT}$"},
    ),
]
Cidr = Annotated[
    IpNetwork,
    Reads(
        "a network",
        "an address range such as `10.20.0.0/16`",
        "network",
        _network,
        {"type": "string", "title": "network", "pattern": "^[0-9a-fA-F.:]+/[0-9]{1,3}$"},
    ),
]
Address = Annotated[
    IpAddress,
    Reads(
        "an IP address",
        "one such as `10.96.0.10`",
        "network",
        _address,
        {"type": "string", "title": "IP address", "pattern": "^[0-9a-fA-F.:]+$"},
    ),
]
