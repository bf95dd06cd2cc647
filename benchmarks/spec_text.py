"""A plan as the spec files a person would write: quota lines in flow style, several documents per file.

Pure. Address ranges of clusters do not overlap; they are enough for 128 production clusters with their labs.
"""

from collections.abc import Iterable, Iterator

from benchmarks.fleet_wide import FLEET_WIDE
from benchmarks.plan import Grant, Line, Link, Plan, Pool, Project, Site, Tenant

_KUBERNETES = ("1.36", "1.35", "1.34", "1.33")
_KUEUE = ("0.19", "0.19", "0.18", "0.17")
_CNI = ("cilium", "calico", "ovn-kubernetes", "antrea")


def spec_files(plan: Plan) -> dict[str, str]:
    """The text of every spec file by its path in the workspace."""
    files = dict(FLEET_WIDE)
    for site in plan.sites.values():
        files[f"clusters/{site.name}/cluster.yaml"] = _document(_cluster(site))
        pools = [pool for pool in plan.pools.values() if pool.cluster == site.name]
        files[f"clusters/{site.name}/pools.yaml"] = _documents(map(_pool, pools))
    for tenant in plan.tenants:
        for name, documents in (
            ("tenant", [_tenant(tenant)]),
            ("projects", [_project(tenant, project) for project in tenant.projects]),
            ("grants", [_grant(tenant, grant) for grant in tenant.grants]),
            ("links", [_link(tenant, link) for link in tenant.links]),
        ):
            if documents:
                files[f"tenants/{tenant.name}/{name}.yaml"] = _documents(documents)
    return files


def _document(lines: Iterable[str]) -> str:
    return "".join(f"{line}\n" for line in ("apiVersion: tenantry.dev/v1alpha1", *lines))


def _documents(documents: Iterable[Iterable[str]]) -> str:
    return "---\n".join(map(_document, documents))


def _cluster(site: Site) -> Iterator[str]:
    number = 2 * site.number + site.is_lab
    wide, part = divmod(number, 4)
    services = f"10.{128 + wide}.{part * 64}"
    environment = "lab" if site.is_lab else "production"
    yield "kind: Cluster"
    yield f"metadata: {{name: {site.name}, labels: {{environment: {environment}, region: eu-{site.number % 3 + 1}}}}}"
    yield "spec:"
    yield f'  kubernetes: "{_KUBERNETES[site.number % 4]}"'
    configuration = ("helmValues", "configMap")[site.number % 2]
    yield f'  kueue: {{version: "{_KUEUE[site.number % 4]}", configuration: {configuration}}}'
    yield "  argocd:"
    yield f"    server: https://{site.name}.example.com:6443"
    yield '    user: "system:serviceaccount:kube-system:argocd-manager"'
    yield "  sharedNodes: 2"
    yield "  network:"
    yield f"    pods: [100.{64 + wide}.{part * 64}.0/18]"
    yield f"    services: [{services}.0/18]"
    yield f"    nodes: [10.{64 + number // 16}.{number % 16 * 16}.0/20]"
    yield f"    dns: {{service: {services}.10{', nodeLocal: 169.254.20.10' if site.number % 2 else ''}}}"
    yield f"    cni: {_CNI[site.number % 4]}"
    yield "    ingressNamespaces: [ingress-nginx]"
    yield "    monitoringNamespaces: [monitoring]"
    yield "  storageClasses: {fast: local-nvme, shared: cephfs}"


def _pool(pool: Pool) -> Iterator[str]:
    yield "kind: Pool"
    yield f"metadata: {{name: {pool.name}}}"
    yield "spec:"
    yield f"  cluster: {pool.cluster}"
    yield f"  nodes: {pool.nodes}"
    yield f"  node: {pool.hardware.node}"
    yield f"  systemReserved: {pool.hardware.system}"
    if pool.hardware.accelerator:
        yield f"  accelerator: {pool.hardware.accelerator}"
    if pool.topology:
        yield "  topology: [example.com/block, example.com/rack, kubernetes.io/hostname]"
    yield f"  classes: {_listed(pool.classes)}"
    if pool.spares:
        yield f"  spares: {{units: {pool.spares}, reason: one spare node}}"
    yield f"  price: {pool.hardware.price}"
    if pool.dedicated_to:
        yield f"  dedicatedTo: {pool.dedicated_to}"
    if pool.profiles:
        yield f"  profiles: {_listed(pool.profiles)}"


def _tenant(tenant: Tenant) -> Iterator[str]:
    yield "kind: Tenant"
    yield f"metadata: {{name: {tenant.name}}}"
    yield "spec:"
    yield f"  displayName: {tenant.name.replace('-', ' ').capitalize()}"
    if tenant.parent:
        yield f"  parent: {tenant.parent}"
    yield f"  owners: [{{group: {tenant.name}-leads}}]"
    yield f"  costCenter: C-{tenant.name.rpartition('-')[2]}"
    if tenant.profile:
        yield f"  isolation: {tenant.profile}"
    if tenant.state != "active":
        yield f"  state: {tenant.state}"
    if not tenant.parent:
        yield "  priorities: [high, normal, scavenger]"
        yield f"  labels: {{unit: {tenant.name}}}"
    if tenant.clusters:
        yield f"  clusters: {_listed(tenant.clusters)}"
    if tenant.projects:
        yield "  members:"
        yield f"  - {{group: {tenant.name}-engineers, role: developer}}"
        yield f"  - {{group: {tenant.name}-leads, role: admin}}"
    if tenant.lines:
        yield "  quota:"
        yield from map(_line, tenant.lines)


def _project(tenant: Tenant, project: Project) -> Iterator[str]:
    yield "kind: Project"
    yield f"metadata: {{tenant: {tenant.name}, name: {project.name}}}"
    yield "spec:"
    yield f"  classes: {_listed(project.classes)}"
    if project.state != "active":
        yield f"  state: {project.state}"
    if project.lines:
        yield "  quota:"
        yield from map(_line, project.lines)
    if project.on_call:
        yield "  members:"
        yield f"  - {{group: {tenant.name}-oncall, role: operator}}"
    if project.volumes:
        yield "  volumes:"
        for name, storage, size in project.volumes:
            access = "ReadWriteMany" if storage == "shared" else "ReadWriteOnce"
            yield f"  - {{name: {name}, storage: {storage}, size: {size}, access: {access}}}"
    if project.storage:
        yield f"  storage: {{{', '.join(f'{kind}: {size}' for kind, size in project.storage.items())}}}"
    if project.egress:
        yield "  egress:"
        yield f"  - {{to: {project.egress}, ports: [5432/TCP, 9092-9094/TCP], reason: a database of the team}}"
    if project.account:
        yield "  serviceAccounts:"
        yield f"  - {{name: {project.account}}}"


def _line(line: Line) -> str:
    fields = {
        "class": line.workload_class,
        "guaranteed": line.guaranteed or "",
        "borrow": "" if line.borrow is None else line.borrow,
        "lend": "" if line.lend is None else line.lend,
        "weight": "" if line.weight == 1 else line.weight,
        "state": "" if line.state == "active" else line.state,
    }
    written = "".join(f", {key}: {value}" for key, value in fields.items() if value != "")
    return f"  - {{pool: {line.pool}{written}}}"


def _grant(tenant: Tenant, grant: Grant) -> Iterator[str]:
    yield "kind: Grant"
    yield f"metadata: {{tenant: {tenant.name}, name: {grant.name}}}"
    yield "spec:"
    yield f"  pool: {grant.pool}"
    yield f"  units: {grant.units}"
    yield f"  from: {grant.first_day}"
    yield f"  until: {grant.last_day}"
    if grant.project:
        yield f"  project: {grant.project}"
    if grant.workload_class:
        yield f"  class: {grant.workload_class}"
    yield "  reason: a deadline"
    yield "  ticket: CAP-100"


def _link(tenant: Tenant, link: Link) -> Iterator[str]:
    yield "kind: Link"
    yield f"metadata: {{tenant: {tenant.name}, name: {link.name}}}"
    yield f"spec: {{from: {link.source}, to: {link.target}, ports: [{link.port}/TCP]}}"


def _listed(names: Iterable[str]) -> str:
    return f"[{', '.join(names)}]"
