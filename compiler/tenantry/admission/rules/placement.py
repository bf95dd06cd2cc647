"""Where and how pods run: only the queue leads to the nodes of a pool.

Pure. Pools are tainted and Kueue alone adds the toleration; these rules keep work from bringing one, from choosing
nodes past the scheduler, from reaching into a node, and from images and networks that are not its own. Templates are
judged like pods, so that a mistake is told to its author and not to a controller. What was there before passes.
"""

from collections.abc import Iterator
from typing import Final

from tenantry.admission.cluster import DAEMONSET_CONTROLLER
from tenantry.admission.policy import CREATE, DELETE, WRITE, Operation, Rule, quoted
from tenantry.admission.rules import namespaced
from tenantry.admission.shapes import PODS, STATEFULSETS, Shape
from tenantry.diagnostics.codes.admission import (
    TN830,
    TN831,
    TN832,
    TN833,
    TN834,
    TN835,
    TN836,
    TN837,
    TN838,
    TN839,
    TN840,
    TN841,
    TN862,
)

_HOSTNAME: Final = "kubernetes.io/hostname"
_TOLERABLE: Final = (
    "['node.kubernetes.io/not-ready', 'node.kubernetes.io/unreachable', 'node.kubernetes.io/memory-pressure']"
)
_BY_DAEMONSET: Final = f"request.userInfo.username == '{DAEMONSET_CONTROLLER}'"
_NODE_TERMS: Final = "?affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms"
_NETWORKS: Final = "k8s.v1.cni.cncf.io/networks"
_DEFAULT_NETWORK: Final = "v1.multus-cni.io/default-network"
_NETWORK: Final = "^ *([a-z0-9-]+/)?[a-z0-9]([a-z0-9.-]*[a-z0-9])?(@[A-Za-z0-9_.-]+)? *$"
_ADDRESSES: Final = r'\[\s*("[0-9A-Fa-f.:/]+"\s*,?\s*)*\]'
_NETWORK_FIELD: Final = rf'("(name|interface|mac)"\s*:\s*"[A-Za-z0-9_.:-]+"|"ips"\s*:\s*{_ADDRESSES})'
_NETWORK_LIST: Final = rf"^\[(\s*\{{\s*{_NETWORK_FIELD}(\s*,\s*{_NETWORK_FIELD})*\s*\}}\s*,?)+\s*\]$"
"""The plain forms of the annotation: names parted by commas, and a list of names, interfaces and addresses.

A reader of JSON takes keys in any case and written with escapes: a rule that looked for a word would miss it.
"""
_EPHEMERAL: Final = "v.ephemeral.volumeClaimTemplate.spec"
_DEVICE_ENV: Final = (
    "['NVIDIA_VISIBLE_DEVICES', 'AMD_VISIBLE_DEVICES', 'HABANA_VISIBLE_DEVICES', 'ASCEND_VISIBLE_DEVICES', "
    "'MTHREADS_VISIBLE_DEVICES']"
)
_DEVICE_MOUNT: Final = "nvidia-container-devices"
"""Part of the path below which the NVIDIA runtime reads the names of mounts as devices."""
_HARMLESS: Final = "['', 'none', 'void']"
_CAPABILITIES: Final = (
    "['AUDIT_WRITE', 'CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'FSETID', 'IPC_LOCK', 'KILL', 'MKNOD', 'NET_BIND_SERVICE', "
    "'SETFCAP', 'SETGID', 'SETPCAP', 'SETUID', 'SYS_CHROOT']"
)
"""What pod security `baseline` allows, and IPC_LOCK, which RDMA needs."""

LONGEST_GRACE_SECONDS: Final = 600


def rules(shape: Shape) -> Iterator[Rule]:
    """The rules of one workload kind."""
    yield from _nodes(shape)
    yield from _ways_past_the_scheduler(shape)
    yield from reach()
    if shape is STATEFULSETS:
        yield _claims_of_a_set()


def _nodes(shape: Shape) -> Iterator[Rule]:
    # A DaemonSet's pods get tolerations and a node's name, as affinity, from their controller.
    of_daemonset = f"{_BY_DAEMONSET} || " if shape is PODS else ""
    # What Kueue put into the template; the node selector beside it keeps to the pool that is charged.
    of_kueue = (
        "(t.?key.orValue('') + '=' + t.?value.orValue('') + ':' + t.?effect.orValue('')) in variables.tolerated || "
        if shape.is_operated
        else ""
    )
    of_node = f"({_BY_DAEMONSET} && has(t.key) && t.key.startsWith('node.kubernetes.io/')) || " if shape is PODS else ""
    yield Rule(
        TN830,
        WRITE,
        f"variables.spec.?tolerations.orValue([]).all(t, (has(t.key) && t.key in {_TOLERABLE}) || "
        f"{of_node}{of_kueue}t in variables.oldSpec.?tolerations.orValue([]))",
        "request.kind.kind + ' brings tolerations; leave them out: the queue adds what its pool needs'",
        "tolerations are added by the queue; leave them out",
        "The taint of a pool is what keeps uncharged work off its nodes. A toleration copied from a running object, "
        "or one for every taint, goes round the queue.",
    )
    yield Rule(
        TN831,
        WRITE,
        "variables.spec.?nodeSelector.orValue({}).all(k, "
        f"(k != '{_HOSTNAME}' && (!(k in variables.poolKeys) || "
        "(k + '=' + variables.spec.nodeSelector[k]) in variables.poolLabels)) || "
        "variables.oldSpec.?nodeSelector[?k].orValue('') == variables.spec.nodeSelector[k])",
        "request.kind.kind + ' selects nodes by name or in a pool that is not its own; it may select: ' + "
        "variables.poolLabels.join(', ')",
        "nodes are selected by name or in a foreign pool",
        "Choosing a foreign pool or single nodes makes work wait for ever, or takes the place of somebody else.",
    )
    yield Rule(
        TN832,
        WRITE,
        f"{of_daemonset}variables.spec.{_NODE_TERMS}.orValue([]).all(t, t.?matchFields.orValue([]).size() == 0 && "
        f"t.?matchExpressions.orValue([]).all(e, e.key != '{_HOSTNAME}' && (!(e.key in variables.poolKeys) || "
        "(e.operator == 'In' && e.values.all(v, (e.key + '=' + v) in variables.poolLabels))))) || "
        f"variables.spec.{_NODE_TERMS}.orValue([]) == variables.oldSpec.{_NODE_TERMS}.orValue([])",
        "request.kind.kind + ' demands nodes by name or in a pool that is not its own; it may demand (operator In): ' "
        "+ variables.poolLabels.join(', ')",
        "nodes are demanded by name or in a foreign pool",
        "As for node selectors: affinity that is required can name a foreign pool or a single node.",
    )


def _ways_past_the_scheduler(shape: Shape) -> Iterator[Rule]:
    # Of a pod these are final, and the scheduler's binding must not be judged as if its author had written it.
    on = CREATE if shape is PODS else WRITE
    yield Rule(
        TN833,
        on,
        _free("nodeName", "['']"),
        "request.kind.kind + ' names its node; leave spec.nodeName out, the scheduler sets it'",
        "spec.nodeName is set by the scheduler; leave it out",
        "A pod with a node name never meets the scheduler, so taints that forbid scheduling do not stop it.",
    )
    yield Rule(
        TN834,
        on,
        _free("schedulerName", "['', 'default-scheduler']"),
        "'scheduler ' + variables.spec.schedulerName + ' is not for tenants; leave spec.schedulerName out'",
        "this scheduler is not for tenants; leave spec.schedulerName out",
        "Another scheduler may know nothing of taints, gates or topology.",
    )
    yield Rule(
        TN835,
        on,
        _free("runtimeClassName", "['']"),
        "'runtime class ' + variables.spec.runtimeClassName + ' is not for tenants; leave spec.runtimeClassName out'",
        "runtime classes are not for tenants; leave spec.runtimeClassName out",
        "A runtime class brings tolerations and node selectors of its own, and may hand out devices.",
    )
    yield Rule(
        TN837,
        on,
        f"variables.spec.?terminationGracePeriodSeconds.orValue(30) <= {LONGEST_GRACE_SECONDS} || "
        "(oldObject != null && variables.spec.?terminationGracePeriodSeconds.orValue(30) <= "
        "variables.oldSpec.?terminationGracePeriodSeconds.orValue(30))",
        "request.kind.kind + ' takes ' + string(variables.spec.terminationGracePeriodSeconds) + ' s to end; "
        f"{LONGEST_GRACE_SECONDS} is the most'",
        f"terminationGracePeriodSeconds is {LONGEST_GRACE_SECONDS} at most",
        "Kueue gives the quota of evicted work away at once, while its pods hold the accelerators until they end.",
    )
    terms = " + ".join(
        f"variables.spec.?affinity.{kind}.requiredDuringSchedulingIgnoredDuringExecution.orValue([]) + "
        f"variables.spec.?affinity.{kind}.preferredDuringSchedulingIgnoredDuringExecution.orValue([])"
        ".map(p, p.podAffinityTerm)"
        for kind in ("podAffinity", "podAntiAffinity")
    )
    yield Rule(
        TN838,
        on,
        f"({terms}).all(t, !has(t.namespaceSelector) && t.?namespaces.orValue([]).all(n, n == request.namespace)) || "
        "variables.spec.?affinity.orValue({}) == variables.oldSpec.?affinity.orValue({})",
        "request.kind.kind + ' places itself by the pods of other namespaces; leave namespaces and namespaceSelector "
        "out of pod affinity'",
        "pod affinity reaches into other namespaces",
        "Anti-affinity towards the pods of others keeps them off nodes, and affinity finds out where they run.",
    )


def deletions() -> Iterator[Rule]:
    """DELETE of pods: whoever deletes may give them another grace time than they state."""
    yield _grace(DELETE, "request.?options.?gracePeriodSeconds")


def evictions() -> Iterator[Rule]:
    """Evictions carry their own grace time too."""
    yield _grace(CREATE, "object.?deleteOptions.?gracePeriodSeconds")


def _grace(on: tuple[Operation, ...], seconds: str) -> Rule:
    return Rule(
        TN837,
        on,
        f"{seconds}.orValue(0) <= {LONGEST_GRACE_SECONDS}",
        f"'a pod is given ' + string({seconds}.orValue(0)) + ' s to end; {LONGEST_GRACE_SECONDS} is the most'",
        f"a pod gets {LONGEST_GRACE_SECONDS} s at most to end",
        "Kueue gives the quota of a deleted pod away at once, while it holds its accelerators until it ends.",
    )


def reach() -> Iterator[Rule]:
    """What a container reaches beside the cluster's network: devices, networks, its node, images."""
    network = f"variables.podAnnotations[?'{_NETWORKS}'].orValue('')"
    yield Rule(
        TN836,
        WRITE,
        f"variables.containers.all(c, c.?env.orValue([]).all(e, !(e.name in {_DEVICE_ENV}) || "
        f"(!has(e.valueFrom) && e.?value.orValue('') in {_HARMLESS})) || "
        "variables.oldContainers.exists(o, o.name == c.name && o.?env.orValue([]) == c.?env.orValue([]))) && "
        f"variables.containers.all(c, c.?volumeMounts.orValue([]).all(m, !m.mountPath.contains('{_DEVICE_MOUNT}')) || "
        "variables.oldContainers.exists(o, o.name == c.name && "
        "o.?volumeMounts.orValue([]) == c.?volumeMounts.orValue([]))) && "
        "variables.podAnnotations.all(k, !(k.startsWith('cdi.k8s.io/') || k.contains('.nri.io/') || "
        "k.startsWith('io.kubernetes.cri-o.Devices')) || "
        "k in variables.oldPodAnnotations)",
        "request.kind.kind + ' asks the container runtime for devices; ask for them under resources.limits'",
        "devices are asked for under resources.limits, never of the container runtime",
        "The NVIDIA runtime hands a container every accelerator of its node when this variable says so, or a mount "
        "with such a path, whatever the pod was charged for.",
    )
    yield Rule(
        TN839,
        WRITE,
        f"({network} == '' || {network}.matches({quoted(_NETWORK_LIST)}) || "
        f"{network}.split(',').all(n, n.matches({quoted(_NETWORK)}) && "
        "(!n.contains('/') || n.trim().startsWith(request.namespace + '/'))) || "
        f"{network} == variables.oldPodAnnotations[?'{_NETWORKS}'].orValue('')) && "
        f"variables.podAnnotations[?'{_DEFAULT_NETWORK}'].orValue('') == "
        f"variables.oldPodAnnotations[?'{_DEFAULT_NETWORK}'].orValue('')",
        "request.kind.kind + ' attaches a network of another namespace; name only networks of ' + request.namespace + "
        "', as name,name or as a list of name and interface'",
        "a network of another namespace is attached",
        "A second network is seen by no network policy, so it can lead straight to another tenant.",
    )
    yield _host_access()
    yield Rule(
        TN862,
        WRITE,
        f"variables.spec.?volumes.orValue([]).all(v, !has(v.ephemeral) || ({namespaced.free(_EPHEMERAL)} && "
        f"{_EPHEMERAL}.?volumeName.orValue('') == '') || v in variables.oldSpec.?volumes.orValue([]))",
        f"request.kind.kind + ' has a volume that is not made for it; {namespaced.OUT}'",
        f"a volume of a pod is made for it; {namespaced.OUT}",
        namespaced.VOLUMES,
    )
    yield Rule(
        TN841,
        WRITE,
        f"variables.images == [''] || (variables.containers.map(c, c.?image.orValue('')){_image_volumes('spec')})"
        ".all(i, i == '' || variables.images.exists(p, i == p || i.startsWith(p.endsWith('/') ? p : p + '/') || "
        "i.startsWith(p + ':') || i.startsWith(p + '@')) || "
        f"i in (variables.oldContainers.map(c, c.?image.orValue('')){_image_volumes('oldSpec')}))",
        "'namespace ' + request.namespace + ' runs only images from: ' + variables.images.join(', ')",
        "an image comes from a registry that this namespace may not use",
        "The isolation profile of the tenant names the registries whose images were looked at.",
    )


def _free(field: str, allowed: str) -> str:
    """CEL: a text of the pod's spec is one of a list, or what it was."""
    new = f"variables.spec.?{field}.orValue('')"
    return f"{new} in {allowed} || {new} == variables.oldSpec.?{field}.orValue('')"


def _image_volumes(spec: str) -> str:
    return f" + variables.{spec}.?volumes.orValue([]).map(v, v.?image.reference.orValue(''))"


def _host_access() -> Rule:
    flags = " && ".join(
        f"(!variables.spec.?{flag}.orValue(false) || variables.oldSpec.?{flag}.orValue(false))"
        for flag in ("hostNetwork", "hostPID", "hostIPC")
    )
    return Rule(
        TN840,
        WRITE,
        f"{flags} && variables.spec.?volumes.orValue([]).all(v, (!has(v.hostPath) && !has(v.flexVolume)) || "
        "v in variables.oldSpec.?volumes.orValue([])) && "
        "!variables.spec.?securityContext.windowsOptions.hostProcess.orValue(false) && "
        "variables.containers.all(c, (!c.?securityContext.privileged.orValue(false) && "
        "c.?securityContext.procMount.orValue('Default') == 'Default' && "
        "!c.?securityContext.windowsOptions.hostProcess.orValue(false) && "
        f"c.?securityContext.capabilities.add.orValue([]).all(a, a in {_CAPABILITIES}) && "
        "c.?ports.orValue([]).all(p, p.?hostPort.orValue(0) == 0)) || "
        "variables.oldContainers.exists(o, o.name == c.name && "
        "o.?securityContext.orValue({}) == c.?securityContext.orValue({}) && "
        "o.?ports.orValue([]) == c.?ports.orValue([])))",
        "request.kind.kind + ' reaches into its node: host namespaces, host paths, host ports, privileged containers "
        "and strong capabilities are not for tenants'",
        "host namespaces, host paths, host ports, privileged containers and strong capabilities are not for tenants",
        "Who is on the node can use every accelerator there and read what other tenants' pods hold. This holds under "
        "every pod security level, also where a profile says privileged to allow IPC_LOCK.",
    )


def _claims_of_a_set() -> Rule:
    """The claims are judged when they are made; here the author of the set hears of it, and not its controller."""
    claims = "object.spec.?volumeClaimTemplates.orValue([])"
    return Rule(
        TN862,
        CREATE,  # later they are final
        f"{claims}.all(c, {namespaced.free('c.spec')} && c.spec.?volumeName.orValue('') == '')",
        f"'StatefulSet claims volumes that are not made for it; {namespaced.OUT}'",
        f"the volumes of a StatefulSet are made for it; {namespaced.OUT}",
        namespaced.VOLUMES,
    )
