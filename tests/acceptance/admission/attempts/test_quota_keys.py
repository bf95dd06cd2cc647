"""Every key of a compiled ResourceQuota caps what it names, and only the platform writes such keys.

The server takes any key, also one that it never counts: `nvidia.com/gpu` without `requests.` bounds nothing. What it
counts stands in the quota's `status.used`; only of a name that no node has it cannot know that. So each key is also
tried alone, in a namespace where no rule of ours holds, with room for two of what it names: two are taken, and a third
is refused by that key.
"""

from collections.abc import Callable, Iterator
from functools import cache

import pytest

from tests.acceptance.admission.actors import OWNERS
from tests.acceptance.admission.attempts.attempt import ADMINISTRATOR, INTRUDER
from tests.acceptance.admission.attempts.creations import FINETUNE, MIG
from tests.acceptance.admission.attempts.scene import Scene, copied
from tests.acceptance.admission.attempts.sending import send
from tests.acceptance.admission.attempts.test_refused import codes
from tests.plane.api import Api, Object, named
from tests.plane.manifests import compiled_objects
from tests.plane.plane import Plane
from tests.plane.waiting import wait_for
from tests.plane.workloads import GPU, container, cron_job, job, pod, replicated
from tests.support.workspaces import REPOSITORY

pytestmark = [pytest.mark.xdist_group("admission"), pytest.mark.usefixtures("members")]

OF_CLASS = ".storageclass.storage.k8s.io/requests.storage"
COUNTER = "quota-keys"
Build = Callable[[str, str], Object]


def compiled_quotas() -> list[Object]:
    return [item for item in compiled_objects(REPOSITORY / "output", "prod-a") if item["kind"] == "ResourceQuota"]


@cache
def emitted() -> tuple[str, ...]:
    """Every key that stands in any quota of the cluster."""
    return tuple(sorted({key for quota in compiled_quotas() for key in quota["spec"]["hard"]}))


def test_the_server_counts_every_key_of_every_quota(example_plane: Plane) -> None:
    quotas = compiled_quotas()
    assert len(quotas) > 15

    def uncounted() -> dict[str, set[str]]:
        live = {named(item): item for item in example_plane.api.list("v1", "ResourceQuota")}
        return {
            named(quota): missing
            for quota in quotas
            if (missing := quota["spec"]["hard"].keys() - live[named(quota)].get("status", {}).get("used", {}).keys())
        }

    wait_for(lambda: not uncounted(), "every quota is counted", seconds=60)


@pytest.mark.parametrize("key", emitted())
def test_a_key_takes_what_it_names_up_to_its_number_and_nothing_more(example_plane: Plane, key: str) -> None:
    build, amount = built(key), room(key)
    with_quota = space(example_plane.api, key, amount)
    for number in (1, 2):
        example_plane.api.create(build(with_quota, f"taken-{number}")).must()
    answer = example_plane.api.create(build(with_quota, "beyond"))
    example_plane.api.delete(namespace(with_quota)).must()
    assert answer.status == 403, answer.body
    assert f"exceeded quota: {COUNTER}, requested: {key}=" in answer.message
    assert answer.message.endswith(f"limited: {key}={amount}")


@pytest.mark.parametrize(
    ("key", "used"), [(GPU, {}), (f"limits.{GPU}", {}), (f"requests.{GPU}u", {f"requests.{GPU}u": "0"})]
)
def test_a_key_that_is_spelled_otherwise_caps_nothing(example_plane: Plane, key: str, used: dict[str, str]) -> None:
    """Why the tests above look: the server takes these too. None of them is emitted."""
    assert key not in emitted()
    name = space(example_plane.api, key, "0", counted=False)
    answer = example_plane.api.create(pod(name, "taken", container(8)))
    seen = example_plane.api.get(quota_of(name, {})).must()["status"]
    example_plane.api.delete(namespace(name)).must()
    assert answer.ok, answer.message
    assert (seen["hard"], seen.get("used", {})) == ({key: "0"}, used)


def test_every_accelerator_of_a_node_is_a_key_of_every_project(example_plane: Plane) -> None:
    nodes = example_plane.api.list("v1", "Node")
    accelerators = {name for node in nodes for name in node["status"]["allocatable"] if name.startswith("nvidia.com/")}
    assert accelerators == {GPU, MIG}
    keys = {f"requests.{name}" for name in accelerators}
    assert [named(quota) for quota in compiled_quotas() if not keys <= quota["spec"]["hard"].keys()] == []


# What somebody with every right turns a quota into.


def _key_added(quota: Object) -> None:
    quota["spec"]["hard"]["count/leases.coordination.k8s.io"] = "0"


def _useless_key_added(quota: Object) -> None:
    quota["spec"]["hard"][GPU] = "0"


def _key_removed(quota: Object) -> None:
    del quota["spec"]["hard"][f"requests.{GPU}"]


def _key_respelled(quota: Object) -> None:
    hard = quota["spec"]["hard"]
    hard[GPU] = hard.pop(f"requests.{GPU}")


def _raised(quota: Object) -> None:
    quota["spec"]["hard"][f"requests.{GPU}"] = "100000"


def _lowered(quota: Object) -> None:
    quota["spec"]["hard"]["pods"] = "0"


def _all_removed(quota: Object) -> None:
    quota["spec"]["hard"] = {}


def _disowned(quota: Object) -> None:
    quota["metadata"]["labels"] = {}
    quota["spec"]["hard"] = {}


CHANGES = (
    _key_added,
    _useless_key_added,
    _key_removed,
    _key_respelled,
    _raised,
    _lowered,
    _all_removed,
    _disowned,
)


@pytest.fixture(params=[INTRUDER, ADMINISTRATOR])
def scene(
    request: pytest.FixtureRequest, example_plane: Plane, members: dict[str, object], given_rights: None
) -> Iterator[Scene]:
    """Somebody with every right in the namespace, or in the whole cluster."""
    made = Scene(example_plane, members, request.param, FINETUNE)  # type: ignore[arg-type]
    yield made
    made.clear()


@pytest.mark.parametrize("change", CHANGES, ids=lambda one: one.__name__.strip("_").replace("_", "-"))
def test_nobody_changes_a_quota(scene: Scene, change: Callable[[Object], None]) -> None:
    live = copied(scene.api.get(quota_of(FINETUNE, {}, "tenantry")).must())
    wanted = copied(live)
    change(wanted)
    assert wanted != live
    ways = ("put", "merge", "strategic", "json", "apply")
    assert {way: codes(send(scene.actor, way, live, wanted)) for way in ways} == {way: ["TN872"] for way in ways}


@pytest.mark.parametrize("field", ["hard", "used"])
def test_nobody_writes_what_a_quota_is_believed_to_hold(scene: Scene, field: str) -> None:
    """The server judges by the status: more room there is more room."""
    quota = quota_of(FINETUNE, {}, "tenantry")
    value = {"hard": "100000", "used": "0"}[field]
    change = {"status": {field: {f"requests.{GPU}": value, "pods": value}}}
    assert codes(scene.actor.patch(quota, change, subresource="status")) == ["TN872"]


def test_nobody_deletes_a_quota(scene: Scene) -> None:
    quota = quota_of(FINETUNE, {}, "tenantry")
    path = scene.actor.path(quota, name=False)
    assert codes(scene.actor.delete(quota)) == ["TN872"]
    assert codes(scene.actor.request("DELETE", path)) == ["TN872"]


def test_nobody_adds_a_quota_in_the_platforms_name(scene: Scene) -> None:
    more = quota_of(FINETUNE, {"pods": "1"}, "more")
    more["metadata"]["labels"] = {"app.kubernetes.io/managed-by": "tenantry"}
    scene.made.append(more)
    assert codes(scene.actor.create(more)) == ["TN872"]
    assert codes(scene.actor.apply(more, manager="attempt")) == ["TN872"]


def test_a_quota_of_somebody_elses_gives_no_room(scene: Scene) -> None:
    """No role of a tenant may make one. Who has the right narrows the namespace: all quotas have to agree."""
    more = scene.make(quota_of(FINETUNE, {"requests.storage": "100Ti"}, "attempt-more"))
    wait_for(lambda: scene.api.get(more).must().get("status", {}).get("used"), "the quota is counted")
    answer = scene.actor.create(claim(FINETUNE, "attempt-claim", "any"))
    assert "exceeded quota: tenantry, requested: requests.storage=1Gi, used: requests.storage=0" in answer.message


def test_the_platform_may_change_and_remove_a_quota(example_plane: Plane) -> None:
    """As a dry run: the shared plane keeps its own."""
    quota = quota_of(FINETUNE, {}, "tenantry")
    dry = {"dryRun": "All"}
    for client in (example_plane.argocd, example_plane.api.acting_as("engineer", OWNERS, "system:masters")):
        client.patch(quota, {"spec": {"hard": {"pods": "1"}}}, dry_run=True).must()
        client.request("DELETE", client.path(quota), query=dry).must()


# Objects that a key counts.


def built(key: str) -> Build:
    """What a key counts: one object that takes one of it. Fails the test for a key that is not known here."""
    if key.endswith(OF_CLASS):
        return lambda space, name: claim(space, name, key.removesuffix(OF_CLASS))
    if key.startswith("requests.") and "/" in key:
        resource = key.removeprefix("requests.")
        return lambda space, name: pod(space, name, container(1, resource=resource))
    return OBJECTS[key]


def room(key: str) -> str:
    """Room for two of what `built` makes. Of ConfigMaps every namespace has one of its own."""
    if key in ("requests.memory", "requests.storage") or key.endswith(OF_CLASS):
        return "2Gi"
    return "3" if key == "configmaps" else "2"


def space(api: Api, key: str, amount: str, *, counted: bool = True) -> str:
    """A namespace with a quota of this one key, which is in force when this returns; gives its name."""
    name = "quota-" + "".join(letter if letter.isalnum() else "-" for letter in key.lower())
    api.create(namespace(name)).must()
    quota = quota_of(name, {key: amount})
    account = {"apiVersion": "v1", "kind": "ServiceAccount", "metadata": {"name": "default", "namespace": name}}
    settings = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "kube-root-ca.crt", "namespace": name}}
    wait_for(lambda: api.get(account).ok and api.get(settings).ok, f"{name} is there")
    api.create(quota).must()
    field = "used" if counted else "hard"
    wait_for(lambda: key in api.get(quota).must().get("status", {}).get(field, {}), f"{key} is in force")
    return name


def namespace(name: str) -> Object:
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}}


def quota_of(space: str, hard: dict[str, str], name: str = COUNTER) -> Object:
    metadata = {"name": name, "namespace": space}
    return {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": metadata, "spec": {"hard": hard}}


def claim(space: str, name: str, storage: str) -> Object:
    spec = {
        "accessModes": ["ReadWriteOnce"],
        "storageClassName": storage,
        "resources": {"requests": {"storage": "1Gi"}},
    }
    return _plain("v1", "PersistentVolumeClaim", spec=spec)(space, name)


def _plain(api_version: str, kind: str, **body: object) -> Build:
    return lambda space, name: {
        "apiVersion": api_version,
        "kind": kind,
        "metadata": {"name": name, "namespace": space},
        **body,
    }


def _service(kind: str) -> Build:
    return _plain("v1", "Service", spec={"type": kind, "ports": [{"port": 80}], "selector": {"app": "a"}})


def _none(kind: str) -> Build:
    return lambda space, name: replicated(kind, space, name, replicas=0)


def _waiting_job(space: str, name: str) -> Object:
    return job(space, name, job_spec={"suspend": True})


def _workload(space: str, name: str) -> Object:
    pods = {"spec": {"restartPolicy": "Never", "containers": [container()]}}
    spec = {"queueName": "nowhere", "podSets": [{"name": "main", "count": 1, "template": pods}]}
    return _plain("kueue.x-k8s.io/v1beta2", "Workload", spec=spec)(space, name)


OBJECTS: dict[str, Build] = {
    "configmaps": _plain("v1", "ConfigMap"),
    "secrets": _plain("v1", "Secret"),
    "pods": lambda space, name: pod(space, name),
    "services": _service("ClusterIP"),
    "services.nodeports": _service("NodePort"),
    "services.loadbalancers": _service("LoadBalancer"),
    "persistentvolumeclaims": lambda space, name: claim(space, name, "any"),
    "requests.storage": lambda space, name: claim(space, name, "any"),
    "requests.cpu": lambda space, name: pod(space, name),
    "requests.memory": lambda space, name: pod(space, name),
    "count/jobs.batch": _waiting_job,
    "count/cronjobs.batch": lambda space, name: cron_job(space, name, _waiting_job(space, name)),
    "count/deployments.apps": _none("Deployment"),
    "count/statefulsets.apps": _none("StatefulSet"),
    "count/replicasets.apps": _none("ReplicaSet"),
    "count/workloads.kueue.x-k8s.io": _workload,
}
