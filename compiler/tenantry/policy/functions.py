"""Functions of the API server's CEL that its C++ engine lacks, in Python: quantities, lists, sets, address ranges.

Pure, and ignorant of the engine: types are spelled as CEL spells them. A quantity and an address range travel as a
map with one key, because the engine takes no foreign types from Python. What cannot be computed raises ValueError,
which the engine turns into an error value.
Source: Kubernetes, "Common Expression Language", Kubernetes list, quantity, sets and CIDR libraries. Left out:
`find` and `findAll`, since Python's regular expressions are not linear in their input.
"""

from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any, Final, NamedTuple

from tenantry.quantity import Quantity

_QUANTITY: Final = "map<string,string>"
_CIDR: Final = "map<string,string>"
_LIST: Final = "list<dyn>"


class Function(NamedTuple):
    """One overload. `member`: the first parameter stands before the dot. `id` is unique among all functions."""

    name: str
    id: str
    parameters: tuple[str, ...]
    returns: str
    member: bool
    implementation: Callable[..., Any]


def functions() -> tuple[Function, ...]:
    """All overloads; those of one name stand together."""
    return (
        Function("quantity", "quantity_of", ("string",), _QUANTITY, False, _quantity),
        Function("isQuantity", "is_quantity", ("string",), "bool", False, _is_quantity),
        _member("compareTo", "quantity_compare", "int", lambda one, other: _sign(_amount(one) - _amount(other))),
        _member("isGreaterThan", "quantity_greater", "bool", lambda one, other: _amount(one) > _amount(other)),
        _member("isLessThan", "quantity_less", "bool", lambda one, other: _amount(one) < _amount(other)),
        _member("add", "quantity_add", _QUANTITY, lambda one, other: _of_milli(_amount(one) + _amount(other))),
        Function(
            "add",
            "quantity_add_int",
            (_QUANTITY, "int"),
            _QUANTITY,
            True,
            lambda one, other: _of_milli(_amount(one) + 1000 * other),
        ),
        _member("sub", "quantity_sub", _QUANTITY, lambda one, other: _of_milli(_amount(one) - _amount(other))),
        Function(
            "sub",
            "quantity_sub_int",
            (_QUANTITY, "int"),
            _QUANTITY,
            True,
            lambda one, other: _of_milli(_amount(one) - 1000 * other),
        ),
        Function("sign", "quantity_sign", (_QUANTITY,), "int", False, lambda one: _sign(_amount(one))),
        Function("isInteger", "quantity_is_integer", (_QUANTITY,), "bool", True, lambda one: _amount(one) % 1000 == 0),
        Function("asInteger", "quantity_as_integer", (_QUANTITY,), "int", True, _as_integer),
        Function(
            "asApproximateFloat", "quantity_as_float", (_QUANTITY,), "double", True, lambda one: _amount(one) / 1000
        ),
        Function("sum", "list_sum", (_LIST,), "dyn", True, lambda entries: sum(_numbers(entries))),
        Function("min", "list_min", (_LIST,), "dyn", True, lambda entries: min(_some(entries))),
        Function("max", "list_max", (_LIST,), "dyn", True, lambda entries: max(_some(entries))),
        Function(
            "isSorted", "list_is_sorted", (_LIST,), "bool", True, lambda entries: list(entries) == sorted(entries)
        ),
        Function("sets.contains", "sets_contains", (_LIST, _LIST), "bool", False, _contains),
        Function(
            "sets.equivalent",
            "sets_equivalent",
            (_LIST, _LIST),
            "bool",
            False,
            lambda one, other: _contains(one, other) and _contains(other, one),
        ),
        Function(
            "sets.intersects",
            "sets_intersects",
            (_LIST, _LIST),
            "bool",
            False,
            lambda one, other: not _hashable(one).isdisjoint(_hashable(other)),
        ),
        Function("cidr", "cidr_of", ("string",), _CIDR, False, lambda text: {"cidr": str(_range(text))}),
        Function("isCIDR", "is_cidr", ("string",), "bool", False, _is_cidr),
        Function("isIP", "is_ip", ("string",), "bool", False, _is_ip),
        Function("containsIP", "cidr_contains_ip", (_CIDR, "string"), "bool", True, _contains_ip),
        Function(
            "containsCIDR",
            "cidr_contains_cidr",
            (_CIDR, "string"),
            "bool",
            True,
            lambda one, text: _contains_network(_network(one), _range(text)),
        ),
        Function("prefixLength", "cidr_prefix_length", (_CIDR,), "int", True, lambda one: _network(one).prefixlen),
    )


def _member(name: str, id: str, returns: str, implementation: Callable[[Any, Any], Any]) -> Function:
    return Function(name, id, (_QUANTITY, _QUANTITY), returns, True, implementation)


def _quantity(text: str) -> dict[str, str]:
    return _of_milli(Quantity.parse(text).milli)


def _of_milli(milli: int) -> dict[str, str]:
    return {"quantity": Quantity.of_milli(milli).canonical()}


def _is_quantity(text: str) -> bool:
    try:
        Quantity.parse(text)
    except ValueError:
        return False
    return True


def _amount(quantity: Any) -> int:
    """Milli-units of a quantity in its one-key form."""
    if "quantity" not in quantity:
        raise ValueError("not a quantity; write quantity('2Gi')")
    return Quantity.parse(str(quantity["quantity"])).milli


def _as_integer(quantity: Any) -> int:
    milli = _amount(quantity)
    if milli % 1000:
        raise ValueError("the quantity is not a whole number")
    return milli // 1000


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _numbers(entries: Iterable[Any]) -> list[Any]:
    numbers = list(entries)
    if not all(isinstance(number, (int, float)) and not isinstance(number, bool) for number in numbers):
        raise ValueError("sum() needs a list of numbers")
    return numbers


def _some(entries: Iterable[Any]) -> list[Any]:
    found = list(entries)
    if not found:
        raise ValueError("min() and max() need a list with entries")
    return found


def _hashable(entries: Iterable[Any]) -> set[Any]:
    found = list(entries)
    if not all(isinstance(entry, (str, int, float, bool)) for entry in found):
        raise ValueError("sets need lists of texts, numbers or truth values")
    return set(found)


def _contains(one: Iterable[Any], other: Iterable[Any]) -> bool:
    return _hashable(one) >= _hashable(other)


def _is_cidr(text: str) -> bool:
    try:
        _range(text)
    except ValueError:
        return False
    return True


def _range(text: str) -> IPv4Network | IPv6Network:
    if "/" not in text:
        raise ValueError(f"`{text}` is not an address range; write 10.0.0.0/8")
    address, _, length = text.partition("/")
    if not (_is_ip(address) and length.isascii() and length.isdigit() and str(int(length)) == length):
        raise ValueError(f"`{text}` is not an address range; write 10.0.0.0/8")
    return ip_network(text, strict=False)


def _is_ip(text: str) -> bool:
    """As the API server has it: without a zone, and no IPv4 address in the form of an IPv6 one."""
    try:
        address = ip_address(text)
    except ValueError:
        return False
    return address.version == 4 or (address.ipv4_mapped is None and not address.scope_id)


def _network(cidr: Any) -> IPv4Network | IPv6Network:
    if "cidr" not in cidr:
        raise ValueError("not an address range; write cidr('10.0.0.0/8')")
    return ip_network(str(cidr["cidr"]))


def _contains_ip(cidr: Any, text: str) -> bool:
    if not _is_ip(text):
        raise ValueError(f"`{text}` is not an address; write 10.0.0.1")
    return ip_address(text) in _network(cidr)


def _contains_network(outer: IPv4Network | IPv6Network, inner: IPv4Network | IPv6Network) -> bool:
    return (
        outer.version == inner.version
        and int(outer.network_address) <= int(inner.network_address)
        and int(outer.broadcast_address) >= int(inner.broadcast_address)
    )
