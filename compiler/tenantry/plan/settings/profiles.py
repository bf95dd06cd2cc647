"""What a profile lets its tenants decide themselves: links, and ways out of projects.

Pure. What a profile opens or forbids by itself is read from namespaces and network policies, and told there.
"""

from collections.abc import Iterator
from ipaddress import IPv4Network, IPv6Network, ip_network

from tenantry.plan.listing import few
from tenantry.plan.remark import Remark
from tenantry.program import IsolationProfile, Program


def profile_remarks(before: Program, after: Program) -> Iterator[Remark]:
    """For every profile of both sides what its tenants may newly decide."""
    for name, now in after.profiles.items():
        was = before.profiles.get(name)
        if was is None or was is now:
            continue
        tenants = [tenant.name for tenant in after.tenants.values() if tenant.isolation.value == name]
        whose = few(tenants) if tenants else "nobody has it"
        clause = f"isolation {name} loosens"
        if now.links and not was.links:
            sentence = (
                f"Isolation **{name}** links false -> **true** ({whose}): its tenants may open ports to others by a "
                "Link from now on, with nobody's word but that of both tenants"
            )
            yield Remark("", sentence, "high", "isolation loosens", clause)
        if _is_wider(was.egress_by_projects_within, now.egress_by_projects_within):
            old, new = (_listed(one.egress_by_projects_within) for one in (was, now))
            sentence = (
                f"Isolation **{name}** egressByProjects {old} -> **{new}** ({whose}): its projects may open ways out "
                "there by themselves"
            )
            if _is_strict(was):
                yield Remark("", sentence, "high", "isolation loosens", clause)
            else:
                yield Remark("", sentence, "medium", "a bound of isolation rises")


def _is_strict(profile: IsolationProfile) -> bool:
    """Whether a profile is there to keep its tenants apart from all others."""
    return profile.nodes == "dedicated" or profile.pod_security == "restricted" or not profile.links


def _is_wider(old: tuple[str, ...], new: tuple[str, ...]) -> bool:
    """Whether some address is in the new ranges and in none of the old ones."""
    left: list[IPv4Network | IPv6Network] = [ip_network(text) for text in new]
    for text in old:
        left = [part for one in left for part in _without(one, ip_network(text))]
    return bool(left)


def _without(one: IPv4Network | IPv6Network, other: IPv4Network | IPv6Network) -> list[IPv4Network | IPv6Network]:
    if isinstance(one, IPv4Network) and isinstance(other, IPv4Network):
        if one.subnet_of(other):
            return []
        return list(one.address_exclude(other)) if other.subnet_of(one) else [one]
    if isinstance(one, IPv6Network) and isinstance(other, IPv6Network):
        if one.subnet_of(other):
            return []
        return list(one.address_exclude(other)) if other.subnet_of(one) else [one]
    return [one]


def _listed(ranges: tuple[str, ...]) -> str:
    return few(ranges) if ranges else "none"
