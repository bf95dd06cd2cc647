"""What is said about a change of reach: its risk, its rule, and how much of it."""

from dataclasses import replace

import pytest

from tenantry.effect.addresses import Way
from tenantry.effect.ports import EVERY_PORT
from tenantry.names import ProfileName
from tenantry.plan.network import AddressChange, Flow, Network, PairChange, PlatformChange, Presence
from tenantry.plan.network_remarks import network_remarks
from tenantry.plan.remark import Remark
from tenantry.program import Program
from tests.support.programs import small_program

EVERY = tuple(map(str, EVERY_PORT))
LINKS = ("Link blue/x", "Link red/x")


def _pair(
    source: str,
    destination: str,
    *,
    gained: tuple[str, ...] = (),
    lost: tuple[str, ...] = (),
    kept: tuple[str, ...] = (),
    by: tuple[str, ...] = LINKS,
    presence: Presence = "stays",
) -> PairChange:
    return PairChange((source,), (destination,), ("east",), gained, lost, kept, by, presence)


def _addresses(
    *,
    gained: bool = True,
    by: str = "IsolationProfile open",
    presence: Presence = "stays",
    direction: Flow = "out",
    to: str = "10.20.0.0/16",
) -> AddressChange:
    way = (Way(to, (), ("443/TCP",)),)
    return AddressChange(("red/a",), ("east",), direction, way if gained else (), () if gained else way, by, presence)


def _said(
    *pairs: PairChange,
    addresses: tuple[AddressChange, ...] = (),
    platform: tuple[PlatformChange, ...] = (),
    changed: tuple[str, ...] = (),
    program: Program | None = None,
) -> list[Remark]:
    return list(network_remarks(Network(pairs, addresses, platform, ()), changed, program or small_program()))


def _of_two_profiles() -> Program:
    """The small fleet with its first two tenants under two profiles."""
    program = small_program()
    one, other = list(program.tenants)[:2]
    tenants = dict(program.tenants)
    for name, profile in ((one, "one"), (other, "two")):
        isolation = replace(tenants[name].isolation, value=ProfileName(profile))
        tenants[name] = replace(tenants[name], isolation=isolation)
    return replace(program, tenants=tenants)


@pytest.mark.parametrize(
    ("pair", "risk"),
    [
        (_pair("red/a", "blue/a", gained=("80/TCP",)), "medium"),
        (_pair("red/a", "blue/a", gained=("1-65535/TCP",)), "high"),
        (_pair("red/a", "blue/a", gained=("1-65534/TCP",)), "high"),
        (_pair("red/a", "blue/a", gained=("1-8079/TCP", "8081-65535/TCP"), kept=("8080/TCP",)), "high"),
        (_pair("red/a", "blue/a", gained=("1-500/TCP", "2000-2500/TCP")), "high"),
        (_pair("red/a", "blue/a", gained=("1-600/TCP", "1-600/UDP")), "medium"),
        (_pair("red/a", "blue/a", gained=("30000-30999/TCP",)), "medium"),
        (_pair("red/a", "blue/a", gained=("80/TCP",), by=("IsolationProfile open",)), "high"),
        (_pair("red/a", "blue/a", gained=("80/TCP",), by=()), "high"),
        (_pair("red/a", "red/b", gained=("80/TCP",)), "low"),
        (_pair("red/a", "red/b", gained=EVERY), "medium"),
        (_pair("red/a", "red/b", gained=EVERY, presence="new"), "low"),
        (_pair("red/a", "red/b", lost=("80/TCP",)), "medium"),
        (_pair("red/a", "blue/a", lost=("80/TCP",), presence="gone"), "medium"),
    ],
    ids=[
        "link",
        "wide",
        "almost",
        "widened",
        "many",
        "two-protocols",
        "thousand",
        "no-link",
        "no-policy",
        "inside",
        "all-inside",
        "new-inside",
        "ends",
        "goes",
    ],
)
def test_new_reach_is_as_risky_as_it_is_wide_and_far(pair: PairChange, risk: str) -> None:
    (remark,) = _said(pair)

    assert remark.risk == risk


def test_tenants_of_two_profiles_that_may_connect_are_a_high_risk() -> None:
    program = _of_two_profiles()
    one, other = list(program.tenants)[:2]

    (remark,) = _said(_pair(f"{one}/a", f"{other}/a", gained=("80/TCP",)), program=program)

    assert (remark.risk, remark.rule) == ("high", "two tenants may connect that were kept further apart")


def test_what_ends_with_a_project_inside_its_tenant_is_not_said() -> None:
    assert _said(_pair("red/a", "red/b", lost=EVERY, presence="gone")) == []


@pytest.mark.parametrize(
    ("change", "changed", "risk"),
    [
        (_addresses(), (), "high"),
        (_addresses(by="Cluster east"), (), "medium"),
        (_addresses(by="Cluster east", to="169.254.20.10/32"), (), "medium"),
        (_addresses(by="Cluster east", to="8.8.8.8/32"), (), "high"),
        (_addresses(by="Cluster east", to="169.254.169.254/32"), (), "high"),
        (_addresses(by="Cluster east", to="fd00::10/128"), (), "medium"),
        (_addresses(by="Cluster east", to="8.8.8.8/32", presence="new"), ("Cluster east",), "high"),
        (_addresses(presence="new"), (), "low"),
        (_addresses(presence="new"), ("IsolationProfile open",), "high"),
        (_addresses(gained=False), (), "medium"),
        (_addresses(direction="in", by=""), (), "high"),
    ],
    ids=[
        "new-range",
        "dns",
        "dns-of-a-node",
        "dns-outside",
        "metadata",
        "dns-in-ipv6",
        "new-dns-outside",
        "new-project",
        "new-project-and-profile",
        "ends",
        "open-to-the-world",
    ],
)
def test_new_addresses_are_a_high_risk_unless_decided_before(
    change: AddressChange, changed: tuple[str, ...], risk: str
) -> None:
    (remark,) = _said(addresses=(change,), changed=changed)

    assert remark.risk == risk


def test_a_thousand_changes_of_one_kind_are_a_few_sentences() -> None:
    pairs = [_pair(f"red/{number}", "blue/a", gained=(f"{number}/TCP",)) for number in range(1, 1001)]

    said = _said(*pairs)

    assert len(said) == 5
    assert said[-1].sentence == "and 996 more pairs of projects: two tenants may connect"
    assert said[-1].risk == "medium"


def test_tenants_whose_projects_may_all_talk_are_said_once_whatever_was_open_before() -> None:
    pairs = [
        PairChange((f"{name}/a", f"{name}/b"), (f"{name}/a", f"{name}/b"), ("east",), EVERY, (), (), LINKS, "stays")
        for name in ("red", "blue")
    ]
    rest = ("1-65535/SCTP", "1-79/TCP", "81-65535/TCP", "1-65535/UDP")
    pairs.append(PairChange(("tan/a",), ("tan/b",), ("east",), rest, (), ("80/TCP",), LINKS, "stays"))
    pairs.append(_pair("tan/b", "tan/a", gained=EVERY))

    (remark,) = _said(*pairs)

    assert remark.sentence.startswith("Projects of **blue, red and tan** may connect to each other")
