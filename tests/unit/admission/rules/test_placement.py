"""Only the queue leads to the nodes of a pool; nothing reaches into a node, a foreign network or a foreign registry."""

from typing import Any

import pytest

from tests.unit.admission.asking import (
    DAEMONSET_CONTROLLER,
    DOMAIN,
    FACTS,
    JOB_CONTROLLER,
    KUEUE,
    POOL_TOLERATION,
    TRAIN,
    asking,
    codes,
    container,
    cronjob,
    deployment,
    job,
    message,
    meta,
    pod,
    pod_spec,
)

POOL = f"{DOMAIN}/pool"
APPROVED = FACTS._replace(images=("registry.example.com/approved/", "registry.example.com/base"))
NOT_READY = {
    "key": "node.kubernetes.io/not-ready",
    "operator": "Exists",
    "effect": "NoExecute",
    "tolerationSeconds": 300,
}
WORKLOADS = (
    ("pods", pod),
    ("jobs", job),
    ("cronjobs", cronjob),
    ("deployments", deployment),
    ("daemonsets", deployment),
)


def node_affinity(*terms: dict[str, Any]) -> dict[str, Any]:
    required = {"nodeSelectorTerms": list(terms)}
    return {"affinity": {"nodeAffinity": {"requiredDuringSchedulingIgnoredDuringExecution": required}}}


def expression(key: str, operator: str, *values: str) -> dict[str, Any]:
    return {"matchExpressions": [{"key": key, "operator": operator, "values": list(values)}]}


def near(kind: str = "podAffinity", **term: Any) -> dict[str, Any]:
    required = [{"topologyKey": "kubernetes.io/hostname", **term}]
    return {"affinity": {kind: {"requiredDuringSchedulingIgnoredDuringExecution": required}}}


def env(name: str, value: str) -> dict[str, Any]:
    return {"containers": [container(env=[{"name": name, "value": value}])]}


def secured(**context: Any) -> dict[str, Any]:
    return {"containers": [container(securityContext=context)]}


REFUSED = [
    ("TN830", {"tolerations": [{"operator": "Exists"}]}),
    ("TN830", {"tolerations": [POOL_TOLERATION]}),
    ("TN830", {"tolerations": [{"key": "nvidia.com/gpu", "operator": "Exists"}]}),
    ("TN830", {"tolerations": [{"key": "node.kubernetes.io/unschedulable", "operator": "Exists"}]}),
    ("TN831", {"nodeSelector": {POOL: "h100-finance"}}),
    ("TN831", {"nodeSelector": {"kubernetes.io/hostname": "g1"}}),
    ("TN832", node_affinity(expression(POOL, "In", "h100-train", "h100-finance"))),
    ("TN832", node_affinity(expression(POOL, "Exists"))),
    ("TN832", node_affinity(expression(POOL, "NotIn", "h100-train"))),
    ("TN832", node_affinity({"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["g1"]}]})),
    ("TN832", node_affinity(expression("kubernetes.io/hostname", "In", "g1"))),
    ("TN833", {"nodeName": "g1"}),
    ("TN834", {"schedulerName": "mine"}),
    ("TN835", {"runtimeClassName": "nvidia"}),
    ("TN836", env("NVIDIA_VISIBLE_DEVICES", "all")),
    ("TN836", env("AMD_VISIBLE_DEVICES", "0")),
    (
        "TN836",
        {"containers": [container(env=[{"name": "NVIDIA_VISIBLE_DEVICES", "valueFrom": {"configMapKeyRef": {}}}])]},
    ),
    ("TN836", {"initContainers": [container("warm", env=[{"name": "NVIDIA_VISIBLE_DEVICES", "value": "0"}])]}),
    ("TN837", {"terminationGracePeriodSeconds": 601}),
    ("TN837", {"terminationGracePeriodSeconds": 86400}),
    ("TN838", near(namespaceSelector={})),
    ("TN838", near("podAntiAffinity", namespaces=["nlp-pretraining"])),
    (
        "TN838",
        {
            "affinity": {
                "podAntiAffinity": {
                    "preferredDuringSchedulingIgnoredDuringExecution": [
                        {"weight": 1, "podAffinityTerm": {"topologyKey": "zone", "namespaceSelector": {}}}
                    ]
                }
            }
        },
    ),
    ("TN840", {"hostNetwork": True}),
    ("TN840", {"hostPID": True}),
    ("TN840", {"hostIPC": True}),
    ("TN840", {"volumes": [{"name": "dev", "hostPath": {"path": "/dev"}}]}),
    ("TN840", secured(privileged=True)),
    ("TN840", secured(capabilities={"add": ["SYS_ADMIN"]})),
    ("TN840", secured(procMount="Unmasked")),
    ("TN840", {"containers": [container(ports=[{"containerPort": 80, "hostPort": 80}])]}),
]

HONEST = [
    {"tolerations": [NOT_READY]},
    {"nodeSelector": {POOL: "h100-train", "kubernetes.io/arch": "amd64"}},
    node_affinity(expression(POOL, "In", "h100-train", "h100-slices")),
    node_affinity(expression("kubernetes.io/arch", "Exists")),
    {"schedulerName": "default-scheduler", "terminationGracePeriodSeconds": 600},
    {"schedulerName": "default-scheduler", "terminationGracePeriodSeconds": 0},
    env("NVIDIA_VISIBLE_DEVICES", "none"),
    env("NVIDIA_VISIBLE_DEVICES", ""),
    env("CUDA_VISIBLE_DEVICES", "0,1"),
    near("podAntiAffinity", labelSelector={"matchLabels": {"app": "w1"}}),
    near("podAffinity", namespaces=["vision-detection"]),
    secured(capabilities={"add": ["IPC_LOCK"], "drop": ["ALL"]}, allowPrivilegeEscalation=False),
    {"volumes": [{"name": "shm", "emptyDir": {"medium": "Memory"}}, {"name": "data", "persistentVolumeClaim": {}}]},
    {"containers": [container(ports=[{"containerPort": 8080}])]},
]


@pytest.mark.parametrize(("code", "fields"), REFUSED)
@pytest.mark.parametrize(("policy", "make"), WORKLOADS)
def test_a_way_round_is_refused_on_pods_and_templates(
    policy: str, make: Any, code: str, fields: dict[str, Any]
) -> None:
    assert codes(policy, make(pod_spec(**{"containers": [container()], **fields}))) == [code]


@pytest.mark.parametrize("fields", HONEST)
@pytest.mark.parametrize(("policy", "make"), WORKLOADS)
def test_honest_placement_passes(policy: str, make: Any, fields: dict[str, Any]) -> None:
    assert codes(policy, make(pod_spec(**{"containers": [container()], **fields}))) == []


@pytest.mark.parametrize(("code", "fields"), REFUSED)
@pytest.mark.parametrize(("policy", "make"), WORKLOADS)
def test_what_was_there_before_passes(policy: str, make: Any, code: str, fields: dict[str, Any]) -> None:
    body = make(pod_spec(**{"containers": [container()], **fields}))

    assert codes(policy, {**body, "metadata": {**body["metadata"], "annotations": {"note": "x"}}}, body) == []


def test_a_template_does_not_get_worse_under_cover_of_what_was_there() -> None:
    injected = pod_spec(tolerations=[POOL_TOLERATION])
    more = pod_spec(tolerations=[POOL_TOLERATION, {"operator": "Exists"}])
    selected = pod_spec(nodeSelector={"kubernetes.io/hostname": "g1"})

    assert codes("jobs", job(more), job(injected)) == ["TN830"]
    assert codes(
        "deployments", deployment(pod_spec(nodeSelector={"kubernetes.io/hostname": "g2"})), deployment(selected)
    ) == ["TN831"]
    assert codes(
        "jobs", job(pod_spec(terminationGracePeriodSeconds=700)), job(pod_spec(terminationGracePeriodSeconds=601))
    ) == ["TN837"]


def test_what_kueue_adds_to_an_admitted_job_does_not_stand_in_its_users_way() -> None:
    waiting = job(pod_spec(asking("1")), TRAIN)
    admitted = job(
        pod_spec(asking("1"), tolerations=[POOL_TOLERATION], nodeSelector={POOL: "h100-train"}), TRAIN, suspend=False
    )
    labelled = {**admitted, "metadata": {**admitted["metadata"], "annotations": {"note": "x"}}}

    assert codes("jobs", admitted, waiting, username=KUEUE) == []
    assert codes("jobs", labelled, admitted) == []
    assert codes("pods", pod(admitted["spec"]["template"]["spec"]), username=JOB_CONTROLLER) == []


def test_a_daemonset_pod_is_placed_by_its_controller() -> None:
    placed = pod_spec(
        tolerations=[{"key": "node.kubernetes.io/unschedulable", "operator": "Exists"}],
        **node_affinity({"matchFields": [{"key": "metadata.name", "operator": "In", "values": ["n1"]}]}),
    )

    assert codes("pods", pod(placed), username=DAEMONSET_CONTROLLER) == []
    pool = pod_spec(tolerations=[POOL_TOLERATION])
    assert codes("pods", pod(pool), username=DAEMONSET_CONTROLLER) == ["TN830"]


@pytest.mark.parametrize(
    "networks",
    [
        "kube-system/ib0",
        "nlp-pretraining/rdma, rdma",
        "\nnlp-pretraining/rdma",
        '[{"name": "rdma", "namespace": "nlp-pretraining"}]',
        ' [{"name": "rdma", "namespace": "nlp-pretraining"}]',
        '[{"name": "rdma", "Namespace": "nlp-pretraining"}]',
        '[{"name": "rdma", "n\\u0061mespace": "nlp-pretraining"}]',
        '[{"name": "nlp-pretraining/rdma"}]',
        '{"name": "rdma"}',
    ],
)
def test_a_network_of_another_namespace_is_refused(networks: str) -> None:
    annotations = {"k8s.v1.cni.cncf.io/networks": networks}

    assert codes("pods", pod(pod_spec(), annotations=annotations)) == ["TN839"]
    assert codes("deployments", deployment(pod_spec(), annotations=annotations)) == ["TN839"]


@pytest.mark.parametrize(
    "networks",
    [
        "rdma",
        "vision-detection/rdma, other",
        "rdma@net1,rdma@net2",
        '[{"name": "rdma", "ips": ["10.1.1.1/24"]}]',
        '[ {"name":"rdma","interface":"net1"}, {"name": "other", "mac": "02:00:00:00:00:01"} ]',
    ],
)
def test_a_network_of_the_own_namespace_passes(networks: str) -> None:
    assert codes("pods", pod(pod_spec(), annotations={"k8s.v1.cni.cncf.io/networks": networks})) == []


def test_the_default_network_stays_the_clusters() -> None:
    assert codes("pods", pod(pod_spec(), annotations={"v1.multus-cni.io/default-network": "mine"})) == ["TN839"]


def test_devices_are_not_injected_through_annotations() -> None:
    assert codes("pods", pod(pod_spec(), annotations={"cdi.k8s.io/gpu": "nvidia.com/gpu=all"})) == ["TN836"]
    assert codes("pods", pod(pod_spec(), annotations={"devices.nri.io/pod": "x"})) == ["TN836"]
    assert codes("pods", pod(pod_spec(), annotations={"io.kubernetes.cri-o.Devices": "/dev/x"})) == ["TN836"]


@pytest.mark.parametrize("claim", [{"selector": {}}, {"storageClassName": ""}, {"volumeName": "pv"}])
def test_the_volumes_of_a_pod_and_of_a_set_are_made_for_them(claim: dict[str, Any]) -> None:
    taken = pod_spec(volumes=[{"name": "v", "ephemeral": {"volumeClaimTemplate": {"spec": claim}}}])
    fresh = pod_spec(
        volumes=[{"name": "v", "ephemeral": {"volumeClaimTemplate": {"spec": {"storageClassName": "fast"}}}}]
    )
    a_set = deployment(pod_spec(), kind="StatefulSet")
    of_set = {**a_set, "spec": {**a_set["spec"], "volumeClaimTemplates": [{"metadata": {"name": "d"}, "spec": claim}]}}

    assert codes("pods", pod(taken)) == ["TN862"]
    assert codes("jobs", job(taken)) == ["TN862"]
    assert codes("jobs", job(taken), job(taken)) == []
    assert codes("pods", pod(fresh)) == []
    assert codes("statefulsets", of_set) == ["TN862"]
    assert codes("statefulsets", of_set, of_set) == []


def test_devices_are_not_injected_through_mounts() -> None:
    mounts = [{"name": "v", "mountPath": "/var/run//nvidia-container-devices/all"}]
    before = pod(pod_spec(container(volumeMounts=mounts)))

    assert codes("pods", before) == ["TN836"]
    assert codes("pods", pod(pod_spec(initContainers=[container("first", volumeMounts=mounts)]))) == ["TN836"]
    assert codes("pods", pod(pod_spec(container(volumeMounts=mounts)), labels={"a": "b"}), before) == []
    assert codes("pods", pod(pod_spec(container(volumeMounts=[{"name": "v", "mountPath": "/var/run"}])))) == []


@pytest.mark.parametrize("seconds", [601, 86400])
def test_nobody_gives_a_pod_longer_to_end_than_it_may_take_itself(seconds: int) -> None:
    old, options = pod(pod_spec()), {"gracePeriodSeconds": seconds}
    eviction = {"kind": "Eviction", "metadata": meta(), "deleteOptions": options}

    assert codes("deletion", None, old, options=options) == ["TN837"]
    assert codes("deletion", None, old, options=options, username=KUEUE) == []
    assert codes("eviction", eviction) == ["TN837"]
    assert message("deletion", None, old, options={"gracePeriodSeconds": 601}) == (
        "TN837: a pod is given 601 s to end; 600 is the most"
    )


@pytest.mark.parametrize("options", [None, {}, {"gracePeriodSeconds": 0}, {"gracePeriodSeconds": 600}])
def test_a_pod_is_deleted_and_evicted_as_usual(options: dict[str, Any] | None) -> None:
    assert codes("deletion", None, pod(pod_spec()), options=options) == []
    assert codes("eviction", {"kind": "Eviction", "metadata": meta(), "deleteOptions": options or {}}) == []
    assert codes("eviction", {"kind": "Eviction", "metadata": meta()}) == []


@pytest.mark.parametrize(
    "image",
    [
        "registry.example.com/approved/train:1",
        "registry.example.com/base:2",
        "registry.example.com/base@sha256:abc",
        "registry.example.com/base/cuda:12",
    ],
)
def test_images_of_the_listed_places_pass(image: str) -> None:
    assert codes("pods", pod(pod_spec({**container(), "image": image})), facts=APPROVED) == []


@pytest.mark.parametrize(
    "image", ["docker.io/library/nginx", "nginx", "registry.example.com/base-evil:1", "registry.example.com/approved"]
)
@pytest.mark.parametrize(("policy", "make"), WORKLOADS)
def test_other_images_are_refused(policy: str, make: Any, image: str) -> None:
    foreign = {**container("other"), "image": image}

    assert codes(policy, make(pod_spec(container(), foreign)), facts=APPROVED) == ["TN841"]
    assert codes(policy, make(pod_spec(container(), initContainers=[foreign])), facts=APPROVED) == ["TN841"]
    assert codes(policy, make(pod_spec(container(), foreign))) == []


def test_an_image_that_was_there_before_stays_and_volumes_of_images_count() -> None:
    nginx = {**container(), "image": "nginx"}
    volume = {"name": "model", "image": {"reference": "docker.io/model:1"}}

    assert codes("pods", pod(pod_spec(nginx), labels={"a": "b"}), pod(pod_spec(nginx)), facts=APPROVED) == []
    assert codes("pods", pod(pod_spec(nginx)), pod(pod_spec(container())), facts=APPROVED) == ["TN841"]
    assert codes("pods", pod(pod_spec(container(), volumes=[volume])), facts=APPROVED) == ["TN841"]
    assert message("pods", pod(pod_spec(nginx)), facts=APPROVED) == (
        "TN841: namespace vision-detection runs only images from: "
        "registry.example.com/approved/, registry.example.com/base"
    )


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("TN836", {"env": [{"name": "NVIDIA_VISIBLE_DEVICES", "value": "all"}]}),
        ("TN840", {"securityContext": {"privileged": True}}),
        ("TN841", {"image": "busybox"}),
    ],
)
def test_an_ephemeral_container_is_judged_like_others(code: str, fields: dict[str, Any]) -> None:
    before = pod(pod_spec(container()))
    debug = {**container("debug"), **fields}
    after = {**before, "spec": {**before["spec"], "ephemeralContainers": [debug]}}

    assert codes("ephemeral", after, before, facts=APPROVED) == [code]
    assert codes("ephemeral", after, after, facts=APPROVED) == []
    good = {**before, "spec": {**before["spec"], "ephemeralContainers": [container("debug")]}}
    assert codes("ephemeral", good, before, facts=APPROVED) == []
