"""Checks on a cluster's address ranges: pods, services and nodes apart, DNS among the services.

Pure. Two clusters may use the same ranges: nothing here leads from one cluster into another.
"""

from collections.abc import Iterator
from itertools import combinations

from tenantry.check.addresses import family, inside, overlap
from tenantry.check.registry import check
from tenantry.diagnostics import Diagnostic, Note, Path, Where
from tenantry.diagnostics.codes.isolation import TN456, TN457, TN458
from tenantry.program import Cluster, Program


@check(TN456, subject=Cluster)
def ranges_overlap(_: Program, cluster: Cluster) -> Iterator[Diagnostic]:
    """Two ranges that share addresses: said at the later one, once for each."""
    told: set[Path] = set()
    for (kind, first, first_path), (other_kind, second, path) in combinations(_ranges(cluster), 2):
        if path not in told and overlap(first, second):
            told.add(path)
            yield Diagnostic(
                TN456,
                f"{other_kind} {second} of cluster {cluster.name} overlap its {kind} {first}",
                Where(cluster.ref, path),
                notes=(Note(f"{kind} {first}", Where(cluster.ref, first_path)),),
                help="write the ranges that the cluster was installed with; an address belongs to one of them",
            )


@check(TN457, subject=Cluster)
def dns_outside_services(_: Program, cluster: Cluster) -> Iterator[Diagnostic]:
    """A DNS service whose address no service can have."""
    address, services = cluster.network.dns_service, cluster.network.services
    if not any(inside(address, one) for one in services):
        yield Diagnostic(
            TN457,
            f"the DNS service of cluster {cluster.name} has address {address}, outside its services "
            f"{', '.join(services)}",
            Where(cluster.ref, ("spec", "network", "dns", "service")),
            notes=(Note(f"services {', '.join(services)}", Where(cluster.ref, ("spec", "network", "services"))),),
            help="write the cluster IP of the service `kube-dns` in kube-system; pods are let out to this address only",
        )


@check(TN458, subject=Cluster)
def address_families_differ(_: Program, cluster: Cluster) -> Iterator[Diagnostic]:
    """Services in a family of addresses that no pod has."""
    pods = {family(one) for one in cluster.network.pods}
    for index, one in enumerate(cluster.network.services):
        if family(one) not in pods:
            yield Diagnostic(
                TN458,
                f"services {one} of cluster {cluster.name} are {family(one)}, and no range of its pods is",
                Where(cluster.ref, ("spec", "network", "services", index)),
                notes=(
                    Note(f"pods {', '.join(cluster.network.pods)}", Where(cluster.ref, ("spec", "network", "pods"))),
                ),
                help=f"add the {family(one)} range of its pods, or remove this one",
            )
            return


def _ranges(cluster: Cluster) -> Iterator[tuple[str, str, Path]]:
    """Every range with what it is for and its path."""
    network = cluster.network
    for kind, texts in (("pods", network.pods), ("services", network.services), ("nodes", network.nodes)):
        for index, text in enumerate(texts):
            yield kind, text, ("spec", "network", kind, index)


CHECKS = (ranges_overlap, dns_outside_services, address_families_differ)
