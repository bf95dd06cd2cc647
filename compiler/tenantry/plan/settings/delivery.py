"""Where Argo CD reads and writes, and who beside it may change what tenantry owns on a cluster.

Pure.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.plan.listing import few
from tenantry.plan.remark import Remark
from tenantry.program import Cluster, Program

_ELSEWHERE: Final = "Argo CD reads or writes elsewhere"
_OTHERS: Final = "somebody else may change what we own"


def delivery_remarks(before: Program, after: Program) -> Iterator[Remark]:
    """What differs for the fleet, then for clusters of both sides."""
    yield from _repository(before, after)
    both = [(before.clusters[name], after.clusters[name]) for name in after.clusters if name in before.clusters]
    yield from _revisions(both)
    for was, now in both:
        yield from _server(was, now, before)
        yield from _identities(was, now)
    if gone := sorted(set(before.fleet.protected_namespaces) - set(after.fleet.protected_namespaces)):
        sentence = f"**{few(gone)}** is protected no more: tenantry may make it a tenant's, and change what is in it"
        yield Remark("", sentence, "high", "a namespace is protected no more", f"{few(gone, named=1)} is unprotected")


def _repository(before: Program, after: Program) -> Iterator[Remark]:
    old, new = before.fleet, after.fleet
    if old.repository_url != new.repository_url:
        sentence = (
            f"Every Application reads **{new.repository_url}** instead of {old.repository_url}: "
            "what stands there is what clusters get"
        )
        yield Remark("", sentence, "high", _ELSEWHERE, "Argo CD reads another repository")
    if old.argocd.namespace != new.argocd.namespace:
        sentence = (
            f"Applications are made in namespace **{new.argocd.namespace}** instead of {old.argocd.namespace}: "
            "those that stand in the old one are not taken along"
        )
        yield Remark("", sentence, "high", _ELSEWHERE, "Argo CD is looked for elsewhere")


def _revisions(both: list[tuple[Cluster, Cluster]]) -> Iterator[Remark]:
    alike: dict[tuple[str, str], list[str]] = {}
    for was, now in both:
        if was.argocd_revision != now.argocd_revision:
            alike.setdefault((was.argocd_revision, now.argocd_revision), []).append(now.name)
    for (old, new), clusters in alike.items():
        sentence = (
            f"Argo CD reads revision **{new}** instead of {old}: {few(clusters)}; what stands there may be other than "
            "what this plan compares"
        )
        yield Remark("", sentence, "high", _ELSEWHERE, f"{few(clusters, named=1)} at revision {new}")


def _server(was: Cluster, now: Cluster, before: Program) -> Iterator[Remark]:
    if was.argocd_server == now.argocd_server:
        return
    owners = [name for name, one in before.clusters.items() if one.argocd_server == now.argocd_server]
    of = f", which was the address of cluster **{few(owners)}**" if owners else ""
    sentence = (
        f"What is meant for **{now.name}** is written to **{now.argocd_server}** instead of {was.argocd_server}{of}; "
        "what runs at the old address is left to itself"
    )
    yield Remark("", sentence, "high", _ELSEWHERE, f"{now.name} is written elsewhere")


def _identities(was: Cluster, now: Cluster) -> Iterator[Remark]:
    if was.argocd_user != now.argocd_user:
        sentence = (
            f"On **{now.name}** what we own may be changed by **{now.argocd_user}** instead of {was.argocd_user}: "
            "whoever is that user passes our rules of admission, and Argo CD as anybody else is refused"
        )
        yield Remark("", sentence, "high", _OTHERS, f"{now.argocd_user} may change what we own on {now.name}")
    if was.kueue.namespace != now.kueue.namespace:
        sentence = (
            f"On **{now.name}** Kueue is trusted in namespace **{now.kueue.namespace}** instead of "
            f"{was.kueue.namespace}: what runs there as Kueue's account may change what we own"
        )
        yield Remark("", sentence, "high", _OTHERS, f"Kueue of {now.name} is trusted elsewhere")
    old, new = set(was.kueue.operators), set(now.kueue.operators)
    if gained := sorted(new - old):
        sentence = (
            f"On **{now.name}** the operator **{few(gained)}** may make and change pods and jobs "
            "that people's rules of admission would refuse"
        )
        yield Remark("", sentence, "high", _OTHERS, f"{few(gained, named=1)} is trusted on {now.name}")
    if lost := sorted(old - new):
        sentence = f"On **{now.name}** the operator **{few(lost)}** is trusted no more: pods it makes may be refused"
        yield Remark("", sentence, "medium", "an operator is trusted no more")
