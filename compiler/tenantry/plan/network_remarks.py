"""A change of reach in sentences: who may connect where, who no longer may, and which links open nothing yet.

Pure. Of many changes of one kind the first are said and the rest are counted, so that the number of sentences does not
grow with the change.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from ipaddress import ip_network
from typing import Final

from tenantry.names import TenantName
from tenantry.plan.network import AddressChange, Network, PairChange, PlatformChange
from tenantry.plan.network_words import (
    SAID,
    counted,
    few,
    ports_in_words,
    projects_in_words,
    tenant_of,
    tenant_of_all,
    ways_in_words,
    whole,
)
from tenantry.plan.remark import Remark, Risk, plain
from tenantry.plan.waiting_links import LinkChange
from tenantry.program import Program

_MEETS: Final = {"in": "connect to", "out": "be reached from"}
_APART: Final = "two tenants may connect that were kept further apart"
_BREAKS: Final = "connections that run now may break"
_MANY_PORTS: Final = 1000
"""More ports of one protocol than this are as good as every port."""

_METADATA: Final = ip_network("169.254.169.254/32")
"""Where clouds tell a node who it is, and with which credentials."""


def network_remarks(network: Network, changed: Iterable[str], after: Program) -> Iterator[Remark]:
    """The remarks on a change of reach; `changed` are the documents that differ, as `Project vision/detection`."""
    known = frozenset(changed)
    for kind, found in (
        ("pairs of projects", [one for pair in _alike(whole(network.pairs)) for one in _of_pair(pair, after)]),
        (
            "changes of what may be reached",
            [one for change in _everywhere(network.addresses) for one in _of_addresses(change, known)],
        ),
        (
            "changes of the platform's reach",
            [one for change in network.platform for one in _of_platform(change)],
        ),
        ("links that wait", list(map(_of_link, network.links))),
    ):
        yield from _bounded(kind, found)


def _bounded(kind: str, remarks: Iterable[Remark]) -> Iterator[Remark]:
    """The first remarks of each rule, and one for the others."""
    by_rule: dict[str, list[Remark]] = {}
    for remark in remarks:
        by_rule.setdefault(remark.rule, []).append(remark)
    for rule, alike in by_rule.items():
        more = len(alike) - SAID
        if more <= 1:
            yield from alike
            continue
        yield from alike[:SAID]
        yield Remark("", f"and {more} more {kind}: {rule or 'see the table of the network'}", alike[0].risk, rule)


def _alike(pairs: Iterable[PairChange]) -> Iterator[tuple[PairChange, ...]]:
    """Changes within tenants that are the same for several, together; all others alone."""
    rings: dict[tuple[object, ...], list[PairChange]] = {}
    for pair in pairs:
        if pair.sources == pair.destinations:
            rings.setdefault((pair.gained, pair.lost, pair.by, pair.presence), []).append(pair)
        else:
            rings[pair,] = [pair]
    return (tuple(group) for group in rings.values())


def _of_pair(group: tuple[PairChange, ...], after: Program) -> Iterator[Remark]:
    first = group[0]
    tenants = sorted({tenant_of(name) for pair in group for name in (*pair.sources, *pair.destinations)})
    about = tenant_of(first.destinations[0]) if len(group) == 1 else ""
    if first.sources == first.destinations:
        inside = f" ({few(name.partition('/')[2] for name in first.sources)})" if len(group) == 1 else ""
        who, way = f"Projects of **{few(tenants)}**{inside}", "connect to each other inside their tenant"
    else:
        who, way = f"**{few(first.sources)}**", f"connect to **{few(first.destinations)}**"
    between = len(tenants) > 1 and first.sources != first.destinations
    by = f" ({', '.join(first.by)})" if first.by else ""
    if first.gained:
        risk, rule = _risk_of_pair(first, between, after)
        profiles = _profiles(first, after)
        joined = f", which joins isolation {few(profiles)}" if rule == _APART and len(profiles) > 1 else ""
        sentence = f"{who} may {way} on **{ports_in_words(first.gained)}**{by}{joined}"
        clause = f"{_ends(first)} opens" if between else f"projects of {few(tenants)} may connect" if rule else ""
        yield Remark(about, sentence, risk, rule, clause)
    if first.lost and (between or first.presence == "stays"):
        kept = f", still on {ports_in_words(first.kept)}" if first.kept else ""
        sentence = f"{who} may no longer {way} on **{ports_in_words(first.lost)}**{kept}{by}; {_BREAKS}"
        clause = f"{_ends(first)} loses {ports_in_words(first.lost)}" if first.kept else f"{_ends(first)} is cut"
        yield Remark(about, sentence, "medium", "a connection ends", clause if between else "")


def _ends(pair: PairChange) -> str:
    return f"{few(pair.sources)} -> {few(pair.destinations)}"


def _profiles(pair: PairChange, after: Program) -> tuple[str, ...]:
    return tuple(sorted({_profile(name, after) for name in (*pair.sources, *pair.destinations)}))


def _risk_of_pair(pair: PairChange, between: bool, after: Program) -> tuple[Risk, str]:
    wide = _is_wide((*pair.gained, *pair.kept))
    if between:
        profiles = _profiles(pair, after)
        linked = bool(pair.by) and all(one.startswith("Link ") for one in pair.by)
        if len(profiles) > 1 or wide or not linked:
            return "high", _APART
        return "medium", "two tenants may connect"
    if wide and pair.presence == "stays":
        return "medium", "projects of a tenant may connect on every port"
    return "low", ""


def _is_wide(ports: Iterable[str]) -> bool:
    """Whether so many ports of a protocol are open after the change that nobody chose them one by one."""
    count: Counter[str] = Counter()
    for text in ports:
        span, _, protocol = text.partition("/")
        first, _, last = span.partition("-")
        count[protocol] += int(last or first) - int(first) + 1
    return any(number > _MANY_PORTS for number in count.values())


def _is_inside(to: str) -> bool:
    """Whether a range is private, and none from which a node's own credentials can be had."""
    network = ip_network(to)
    return network.is_private and not (network.version == _METADATA.version and network.overlaps(_METADATA))


def _profile(project: str, after: Program) -> str:
    tenant = after.tenants.get(TenantName(tenant_of(project)))
    return tenant.isolation.value if tenant else ""


def _everywhere(changes: Iterable[AddressChange]) -> Iterator[AddressChange]:
    """The same change on other clusters, taken together: the sentence does not tell them apart."""
    alike: dict[AddressChange, list[AddressChange]] = {}
    for change in changes:
        alike.setdefault(change._replace(projects=(), clusters=()), []).append(change)
    for change, several in alike.items():
        names = sorted({name for one in several for name in one.projects})
        clusters = sorted({name for one in several for name in one.clusters})
        yield change._replace(projects=tuple(names), clusters=tuple(clusters))


def _of_addresses(change: AddressChange, changed: frozenset[str]) -> Iterator[Remark]:
    who = projects_in_words(change.projects)
    verb = "reach" if change.direction == "out" else "be reached from"
    by = f" ({change.by})" if change.by else " (no policy closes it)"
    about = tenant_of_all(change.projects)
    # The addresses of a cluster's own DNS are no way out, unless they are somebody else's.
    by_cluster = change.by.startswith("Cluster ") and all(_is_inside(way.to) for way in change.gained)
    if change.gained and change.presence == "new" and change.by in changed:
        rule = "" if by_cluster else "new addresses may be reached"
        clause = "" if by_cluster else f"{counted(change.projects)} may reach new addresses"
        sentence = f"{who} may {verb} {ways_in_words(change.gained)}{by}"
        yield Remark(about, sentence, "high" if rule else "low", rule, clause)
    elif change.gained and change.presence == "new" and not by_cluster:
        yield Remark(about, f"{who} may {verb} what {change.by} opens already: {ways_in_words(change.gained)}")
    elif change.gained and change.presence == "stays":
        rule = "the platform's reach grows" if by_cluster else "new addresses may be reached"
        clause = "" if by_cluster else f"{counted(change.projects)} may reach new addresses"
        sentence = f"{who} may now {verb} {ways_in_words(change.gained)}{by}"
        yield Remark(about, sentence, "medium" if by_cluster else "high", rule, clause)
    if change.lost and change.presence == "stays":
        sentence = f"{who} may no longer {verb} {ways_in_words(change.lost)}{by}; {_BREAKS}"
        clause = f"{counted(change.projects)} may reach less" if change.direction == "out" else ""
        yield Remark(about, sentence, "medium", "a connection ends", clause)


def _of_platform(change: PlatformChange) -> Iterator[Remark]:
    """Of namespaces that come or go with what all others have, nothing is said."""
    if change.presence != "stays":
        return
    peer, who = f"**{change.peer}**", f"{projects_in_words(change.projects)} on {few(change.clusters)}"
    for ports, may, end in (
        (change.gained, "may now", ""),
        (change.lost, "may no longer", f"; {_BREAKS}"),
    ):
        if ports:
            way = f"{peer} {may} connect to {who}" if change.direction == "in" else f"{who} {may} connect to {peer}"
            sentence = f"{way} on **{ports_in_words(ports)}**{f' ({change.by})' if change.by else ''}{end}"
            rule = "a connection ends" if end else "the platform's reach grows"
            clause = plain(f"{change.peer} {may} {_MEETS[change.direction]} {counted(change.projects)}")
            yield Remark(tenant_of_all(change.projects), sentence, "medium", rule, clause)


def _of_link(change: LinkChange) -> Remark:
    ends, ports = f"{change.source} -> {change.destination}", ports_in_words(change.ports)
    about = tenant_of(change.link)
    if not change.waits_for:
        sentence = f"Link **{change.link}** opens nothing: {change.source} and {change.destination} share no cluster"
        return Remark(about, sentence, clause=f"link {change.link} opens nothing")
    if change.was_open:
        sentence = (
            f"Link **{change.link}** no longer opens {ports}: {change.waits_for} does not declare {ends} there any more"
        )
        return Remark(about, sentence)
    needed = f"**{change.waits_for}** has to declare {ends} on the same ports"
    sentence = f"Link **{change.link}** does not open {ports} yet: {needed}"
    return Remark(about, sentence, clause=f"link {change.link} waits for {change.waits_for}")
