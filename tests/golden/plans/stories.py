"""Pull requests on the worked example, each an edit that somebody would make, by the name of its story."""

import shutil
from collections.abc import Callable
from pathlib import Path

from tenantry.library import ready_text
from tests.support.workspaces import edit

Story = Callable[[Path], None]

STORIES: dict[str, Story] = {}
"""What a story changes in a copy of the worked example."""

IN_WORDS = (
    "raise-in-department",
    "cut-under-work",
    "comments-and-order",
    "member-added",
    "role-widened",
    "tenant-removed",
    "kubernetes-of-a-cluster-moved-back",
    "profile-of-a-tenant-changed",
    "grant-added",
    "raise-against-a-policy",
    "link-declared-by-one-tenant",
    "several-at-once",
    "tenant-retired",
    "project-retired",
    "department-drained",
)
"""Stories whose text and Markdown are exact too."""

BLOCKED = ("raise-against-a-policy", "raise-with-its-policy-removed", "volume-removed-against-a-policy")
"""Stories that a policy blocks: the command ends with 1."""

BASES: dict[str, Story] = {}
"""What was committed before a story, where it is more than the worked example."""


def story(made: Story) -> Story:
    """Takes a function in as a story, under its own name."""
    STORIES[made.__name__.replace("_", "-")] = made
    return made


def after(earlier: Story) -> Callable[[Story], Story]:
    """Says what was committed before a story."""

    def remember(made: Story) -> Story:
        BASES[made.__name__.replace("_", "-")] = earlier
        return made

    return remember


@story
def raise_in_department(folder: Path) -> None:
    edit(folder / "tenants/vision/tenant.yaml", "guaranteed: 24, borrow: 32", "guaranteed: 32, borrow: 32")


@story
def cut_under_work(folder: Path) -> None:
    edit(folder / "tenants/nlp/tenant.yaml", "h100-train,  guaranteed: 40", "h100-train,  guaranteed: 32")


@story
def move_between_tenants(folder: Path) -> None:
    edit(folder / "tenants/nlp/tenant.yaml", "h100-train,  guaranteed: 40", "h100-train,  guaranteed: 32")
    edit(folder / "tenants/vision/tenant.yaml", "guaranteed: 24, borrow: 32", "guaranteed: 32, borrow: 32")


@story
def several_at_once(folder: Path) -> None:
    """One team is raised, another is cut, somebody joins, a project ends: what a busy day brings."""
    raise_in_department(folder)
    edit(folder / "tenants/search/tenant.yaml", "h100-train,  guaranteed: 12", "h100-train,  guaranteed: 8")
    member_added(folder)
    project_retired(folder)


@story
def comments_and_order(folder: Path) -> None:
    path = folder / "tenants/vision/projects.yaml"
    documents = path.read_text().split("---\n")
    path.write_text("# moved about\n" + "---\n".join(reversed(documents)))
    edit(folder / "tenants/vision/tenant.yaml", "{name: vision}", "{name: 'vision'}")


@story
def member_added(folder: Path) -> None:
    members = "  - {group: vision-leads,     role: admin}\n"
    edit(folder / "tenants/vision/tenant.yaml", members, members + "  - {group: vision-interns,   role: developer}\n")


@story
def member_raised(folder: Path) -> None:
    edit(folder / "tenants/search/tenant.yaml", "search-oncall,    role: operator", "search-oncall,    role: admin")


@story
def role_widened(folder: Path) -> None:
    edit(folder / "clusters/roles.yaml", "[pods/exec, pods/portforward]", "[pods/exec, pods/portforward, pods/attach]")


@story
def role_narrowed(folder: Path) -> None:
    edit(folder / "clusters/roles.yaml", "  - {verbs: [create], resources: [pods/eviction]}\n", "")


@story
def owner_changed(folder: Path) -> None:
    edit(folder / "tenants/vision/tenant.yaml", "owners: [{group: vision-leads}]", "owners: [{user: ada@example.com}]")


@story
def token_for_pods(folder: Path) -> None:
    account = "  - {name: trainer}"
    edit(folder / "tenants/vision/projects.yaml", account, f"  - {{name: reporter, token: true}}\n{account}")


@story
def member_removed_whose_groups_stay(folder: Path) -> None:
    edit(folder / "tenants/search/tenant.yaml", "  - {user: dana@example.com,  role: viewer}\n", "")


@story
def member_of_one_project_joins_all(folder: Path) -> None:
    """By objects a new line in one place and one less in another; in that one project nothing changes."""
    edit(folder / "tenants/vision/projects.yaml", "  members:\n  - {group: vision-oncall, role: operator}", "  #")
    members = "  - {group: vision-leads,     role: admin}\n"
    edit(folder / "tenants/vision/tenant.yaml", members, members + "  - {group: vision-oncall,    role: operator}\n")


@story
def project_added(folder: Path) -> None:
    path = folder / "tenants/vision/projects.yaml"
    project = "apiVersion: tenantry.dev/v1alpha1\nkind: Project\nmetadata: {tenant: vision, name: tracking}\n"
    members = "members: [{user: ada@example.com, role: developer}]"
    path.write_text(f"{path.read_text()}---\n{project}spec: {{classes: [training], {members}}}\n")


@story
def tenant_retired(folder: Path) -> None:
    edit(folder / "tenants/genomics/tenant.yaml", "state: draining", "state: retired")


@story
@after(tenant_retired)
def tenant_removed(folder: Path) -> None:
    shutil.rmtree(folder / "tenants/genomics")


@story
def department_drained(folder: Path) -> None:
    """With it the tenants below it: nlp, speech and vision."""
    edit(folder / "tenants/research/tenant.yaml", "  owners: [{group:", "  state: draining\n  owners: [{group:")


@story
def tenant_held(folder: Path) -> None:
    edit(folder / "tenants/nlp/tenant.yaml", "  costCenter: R-120\n", "  costCenter: R-120\n  state: held\n")


@story
def tenant_added(folder: Path) -> None:
    tenant = folder / "tenants/materials"
    tenant.mkdir()
    (tenant / "tenant.yaml").write_text(
        "apiVersion: tenantry.dev/v1alpha1\nkind: Tenant\nmetadata: {name: materials}\nspec:\n"
        "  displayName: Materials\n  parent: research\n  owners: [{group: materials-leads}]\n"
        "  members: [{group: materials-engineers, role: developer}]\n"
        "  quota:\n  - {pool: h100-train, guaranteed: 4, borrow: 8}\n"
        "---\napiVersion: tenantry.dev/v1alpha1\nkind: Project\nmetadata: {tenant: materials, name: screening}\nspec:\n"
        "  classes: [training, batch]\n  volumes:\n"
        "  - {name: crystals, storage: shared, size: 4Ti, access: ReadWriteMany}\n"
    )


@story
def project_retired(folder: Path) -> None:
    projects = folder / "tenants/vision/projects.yaml"
    edit(projects, "  classes: [inference]\n", "  classes: [inference]\n  state: retired\n")


@story
@after(project_retired)
def project_removed(folder: Path) -> None:
    projects = folder / "tenants/vision/projects.yaml"
    detection, _, segmentation = projects.read_text().split("---\n")
    projects.write_text(f"{detection}---\n{segmentation}")


@story
def pool_grown(folder: Path) -> None:
    edit(folder / "clusters/prod-a/pools.yaml", "  nodes: 16\n", "  nodes: 18\n")


@story
def pool_shrunk(folder: Path) -> None:
    edit(folder / "clusters/prod-a/pools.yaml", "  nodes: 4\n", "  nodes: 3\n")


@story
def node_lost_and_spares_step_in(folder: Path) -> None:
    pools = folder / "clusters/prod-a/pools.yaml"
    edit(pools, "  nodes: 16\n", "  nodes: 15\n")
    spares = "  spares: {units: 8, reason: one spare node}            # 128 - 8 = 120 units for sale\n"
    edit(pools, spares, "")


@story
def profile_of_a_tenant_changed(folder: Path) -> None:
    edit(folder / "tenants/robotics/tenant.yaml", "isolation: open-lab", "isolation: lab-with-services")
    (folder / "clusters/lab-isolation.yaml").write_text(
        "apiVersion: tenantry.dev/v1alpha1\nkind: IsolationProfile\nmetadata: {name: lab-with-services}\nspec:\n"
        "  podSecurity: restricted\n  nodes: shared\n  sharedAccelerators: true\n"
        "  network: {talksWithin: tenant, links: true}\n  images: [registry.example.com/]\n"
        "  services: [ClusterIP, NodePort, LoadBalancer]\n  podDefaults: {cpu: 500m, memory: 2Gi}\n"
        "  unqueued: {cpu: 8, memory: 16Gi}\n"
        "  counts: {pods: 100, services: 40, services.loadbalancers: 1, configmaps: 100, secrets: 50}\n"
    )
    edit(folder / "clusters/lab-b/pools.yaml", "profiles: [open-lab]", "profiles: [open-lab, lab-with-services]")


@story
def profile_loosened(folder: Path) -> None:
    profiles = folder / "clusters/isolation.yaml"
    edit(profiles, "  podSecurity: baseline                    # no host", "  podSecurity: privileged # no host")
    edit(profiles, "[registry.example.com/, nvcr.io/nvidia/]", "[registry.example.com/, nvcr.io/]")


@story
def kubernetes_of_a_cluster_moved_back(folder: Path) -> None:
    edit(folder / "clusters/prod-a/cluster.yaml", 'kubernetes: "1.36"', 'kubernetes: "1.35"')


@story
def kubernetes_of_a_cluster_moved(folder: Path) -> None:
    edit(folder / "clusters/lab-b/cluster.yaml", 'kubernetes: "1.34"', 'kubernetes: "1.36"')


@story
def versions_moved_beside_other_things(folder: Path) -> None:
    """The proof tells apart what comes from the versions."""
    kubernetes_of_a_cluster_moved_back(folder)
    edit(folder / "tenants/nlp/tenant.yaml", "nlp-engineers, role: developer", "nlp-engineers, role: operator")
    policy_for_admission_removed(folder)


@story
def kueue_of_a_cluster_moved(folder: Path) -> None:
    edit(folder / "clusters/lab-b/cluster.yaml", 'version: "0.17"', 'version: "0.19"')


@story
def grant_added(folder: Path) -> None:
    grants = folder / "tenants/search/grants.yaml"
    grants.write_text(
        f"{grants.read_text()}---\napiVersion: tenantry.dev/v1alpha1\nkind: Grant\n"
        "metadata: {tenant: search, name: index-rebuild}\n"
        "spec: {pool: cpu-general, units: 40, from: 2026-12-07, until: 2026-12-11, reason: rebuild of the index}\n"
    )


@story
def grant_ended_early(folder: Path) -> None:
    edit(folder / "tenants/vision/grants.yaml", "until: 2026-12-05", "until: 2026-11-29")


@story
def day_moved_past_the_end_of_a_grant(folder: Path) -> None:
    edit(folder / "clusters/fleet.yaml", "asOf: 2026-11-30", "asOf: 2026-12-06")


def _on_the_first_of_january(folder: Path) -> None:
    edit(folder / "clusters/fleet.yaml", "asOf: 2026-11-30", "asOf: 2027-01-01")


@story
@after(_on_the_first_of_january)
def day_moved_past_the_end_of_a_service_grant(folder: Path) -> None:
    """It lifts a class that never borrows: work is at risk."""
    edit(folder / "clusters/fleet.yaml", "asOf: 2027-01-01", "asOf: 2027-01-03")


@story
def volume_enlarged(folder: Path) -> None:
    edit(folder / "tenants/climate/projects.yaml", "size: 20Ti", "size: 30Ti")


@story
def volume_shrunk(folder: Path) -> None:
    edit(folder / "tenants/climate/projects.yaml", "size: 20Ti", "size: 10Ti")


@story
def volume_removed(folder: Path) -> None:
    checkpoints = "  - {name: checkpoints, storage: shared, size: 40Ti, access: ReadWriteMany}\n"
    edit(folder / "tenants/nlp/projects.yaml", checkpoints, "")


@story
def storage_class_renamed(folder: Path) -> None:
    edit(folder / "clusters/prod-a/cluster.yaml", "shared: cephfs", "shared: cephfs-nvme")


@story
def class_dropped_from_a_project(folder: Path) -> None:
    """Its slices are drained in the worked example already."""
    edit(folder / "tenants/search/projects.yaml", "classes: [development, training]", "classes: [training]")


@story
def priority_revalued(folder: Path) -> None:
    edit(folder / "clusters/fleet.yaml", "{name: high,      value: 10000,", "{name: high,      value: 20000,")


@story
def priorities_of_a_tenant_changed(folder: Path) -> None:
    edit(folder / "tenants/vision/tenant.yaml", "[high, normal, scavenger]", "[urgent, high, normal, scavenger]")
    edit(folder / "tenants/search/tenant.yaml", "[urgent, high, normal, scavenger]", "[high, normal, scavenger]")


@story
def policy_for_admission_removed(folder: Path) -> None:
    policies = folder / "clusters/policies.yaml"
    policies.write_text(policies.read_text().split("---\n")[0])


def _link(tenant: str, name: str, ends: str, ports: str) -> str:
    return (
        "apiVersion: tenantry.dev/v1alpha1\nkind: Link\n"
        f"metadata: {{tenant: {tenant}, name: {name}}}\nspec: {{{ends}, ports: [{ports}]}}\n"
    )


@story
def link_declared_by_one_tenant(folder: Path) -> None:
    """In force only when search declares it too."""
    link = _link("nlp", "scores", "from: nlp/finetune, to: search/ranking", "8080/TCP, 9000-9010/TCP")
    (folder / "tenants/nlp/links.yaml").write_text(link)


@story
@after(link_declared_by_one_tenant)
def link_declared_by_the_other_tenant_too(folder: Path) -> None:
    link = _link("search", "from-nlp", "from: nlp/finetune, to: search/ranking", "8080/TCP")
    links = folder / "tenants/search/links.yaml"
    links.write_text(f"{links.read_text()}---\n{link}")


def _with_a_wide_link(folder: Path) -> None:
    edit(folder / "tenants/vision/links.yaml", "8080/TCP", "8080-8090/TCP")
    edit(folder / "tenants/search/links.yaml", "8080/TCP", "8080-8090/TCP")


@story
@after(_with_a_wide_link)
def link_narrowed_by_one_tenant(folder: Path) -> None:
    edit(folder / "tenants/search/links.yaml", "8080-8090/TCP", "8080/TCP, 8085/TCP")


@story
def link_removed_by_one_tenant(folder: Path) -> None:
    (folder / "tenants/vision/links.yaml").unlink()


@story
def link_between_two_profiles(folder: Path) -> None:
    """Search is under baseline, robotics under open-lab."""
    ends = "from: robotics/gripper, to: search/ranking"
    (folder / "tenants/robotics/links.yaml").write_text(_link("robotics", "ask", ends, "8080/TCP"))
    links = folder / "tenants/search/links.yaml"
    links.write_text(f"{links.read_text()}---\n{_link('search', 'asked', ends, '8080/TCP')}")


@story
def way_out_added_by_a_project(folder: Path) -> None:
    way = "  - {to: 10.30.4.0/22,"
    more = "  - {to: 10.30.8.0/24, ports: [9092/TCP], reason: more events}\n"
    edit(folder / "tenants/search/projects.yaml", way, more + way)


@story
def ways_out_of_a_profile_widened(folder: Path) -> None:
    """The exception of finance and meridian goes, and with it what their projects were kept from."""
    edit(folder / "clusters/isolation.yaml", "{to: 10.20.0.0/16, except: [10.20.9.0/24]", "{to: 10.20.0.0/14")


@story
def ways_out_of_a_profile_narrowed(folder: Path) -> None:
    edit(folder / "clusters/isolation.yaml", "ports: [80/TCP, 443/TCP]", "ports: [443/TCP]")


@story
def projects_of_a_tenant_may_talk(folder: Path) -> None:
    isolation = folder / "clusters/isolation.yaml"
    baseline = isolation.read_text().replace("talksWithin: project ", "talksWithin: tenant ", 1)
    isolation.write_text(baseline)


def _with_detection_retired(folder: Path) -> None:
    edit(
        folder / "tenants/vision/projects.yaml",
        "  classes: [training, development] ",
        "  state: retired\n  classes: [training, development] ",
    )


@story
@after(_with_detection_retired)
def project_with_a_link_removed(folder: Path) -> None:
    projects = folder / "tenants/vision/projects.yaml"
    projects.write_text("---\n".join(projects.read_text().split("---\n")[1:]))
    (folder / "tenants/vision/links.yaml").unlink()
    links = folder / "tenants/search/links.yaml"
    links.write_text(links.read_text().split("---\n")[1])


@story
def second_ingress_on_a_cluster(folder: Path) -> None:
    edit(
        folder / "clusters/prod-a/cluster.yaml",
        "ingressNamespaces: [ingress-nginx]",
        "ingressNamespaces: [gateway, ingress-nginx]",
    )


@story
def project_added_where_all_projects_talk(folder: Path) -> None:
    projects = folder / "tenants/robotics/projects.yaml"
    new = (
        "apiVersion: tenantry.dev/v1alpha1\nkind: Project\n"
        "metadata: {tenant: robotics, name: mapping}\nspec: {classes: [development]}\n"
    )
    projects.write_text(f"{projects.read_text()}---\n{new}")


def _with_a_rule_on_raises(folder: Path, waiver: str = "") -> None:
    """A ready policy with a smaller number, in its examples too."""
    text = ready_text("large-raises-need-capacity")
    for number, smaller in (("16", "6"), ("guaranteed: 40", "guaranteed: 30"), ("guaranteed: 41", "guaranteed: 31")):
        text = text.replace(number, smaller)
    (folder / "clusters/raises.yaml").write_text(f"{text}{waiver}")


@story
@after(_with_a_rule_on_raises)
def raise_against_a_policy(folder: Path) -> None:
    raise_in_department(folder)


@story
@after(_with_a_rule_on_raises)
def raise_with_its_policy_removed(folder: Path) -> None:
    """The rule that judges a change is the one that was there before it."""
    raise_in_department(folder)
    (folder / "clusters/raises.yaml").unlink()


def _with_a_waiver(folder: Path) -> None:
    waiver = "{subject: Tenant vision, until: 2026-12-31, reason: agreed in CAP-340}"
    _with_a_rule_on_raises(folder, f"  waivers:\n  - {waiver}\n")


@story
@after(_with_a_waiver)
def raise_with_a_waiver(folder: Path) -> None:
    raise_in_department(folder)


def _with_a_rule_on_volumes(folder: Path) -> None:
    (folder / "clusters/prune.yaml").write_text(ready_text("no-prune-without-retirement"))


@story
@after(_with_a_rule_on_volumes)
def volume_removed_against_a_policy(folder: Path) -> None:
    volume_removed(folder)


@story
def cluster_written_elsewhere(folder: Path) -> None:
    edit(folder / "clusters/lab-b/cluster.yaml", "https://lab-b.example.com:6443", "https://prod-b.example.com:6443")


@story
def whole_accelerators_become_parts(folder: Path) -> None:
    edit(
        folder / "clusters/prod-a/pools.yaml",
        """driver: "580"}
  classes: [inference, batch]""",
        """driver: "580", sharing: {timeSlicing: {replicas: 4}}}
  classes: [inference, batch]""",
    )


@story
def services_may_be_evicted(folder: Path) -> None:
    edit(folder / "clusters/classes.yaml", "borrows: false", "borrows: true")


@story
@after(tenant_retired)
def tenant_brought_back(folder: Path) -> None:
    """Its units come out of what is unallocated again, though no line of it changes."""
    edit(folder / "tenants/genomics/tenant.yaml", "  state: retired\n", "")


@story
def tenant_moved_to_the_top(folder: Path) -> None:
    """What its department gave it comes out of what is unallocated."""
    edit(folder / "tenants/speech/tenant.yaml", "  parent: research\n", "  priorities: [high, normal, scavenger]\n")


@story
def tenant_moved_to_another_isolation(folder: Path) -> None:
    """It inherits a profile with its new parent, which takes its slices with it."""
    edit(folder / "tenants/education/tenant.yaml", "  owners:", "  parent: robotics\n  owners:")
    edit(folder / "tenants/robotics/tenant.yaml", "h100-slices, guaranteed: 7", "h100-slices, guaranteed: 21")
    edit(folder / "tenants/education/projects.yaml", "ReadWriteMany}", "ReadWriteMany, cluster: prod-a}")


@story
def tenant_below_one_with_an_urgent_priority(folder: Path) -> None:
    (folder / "tenants/answers").mkdir()
    (folder / "tenants/answers/tenant.yaml").write_text(
        "apiVersion: tenantry.dev/v1alpha1\nkind: Tenant\nmetadata: {name: answers}\n"
        "spec: {displayName: Answers, parent: search, owners: [{group: answers-leads}]}\n"
    )


@story
def grant_moved_to_another_pool(folder: Path) -> None:
    edit(folder / "tenants/vision/grants.yaml", "pool: h100-train", "pool: cpu-general")


@story
def cost_centre_of_others(folder: Path) -> None:
    edit(folder / "tenants/vision/tenant.yaml", "costCenter: R-110", "costCenter: F-300")
