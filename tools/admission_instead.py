"""What to do where a rule refuses at admission: the part of a page that no rule holds."""

from typing import Final

_QUEUE: Final = "`kueue.x-k8s.io/queue-name`"

INSTEAD: Final = {
    "TN800": "Move the work to another project. If the project is to live on, set its `state` back in git.",
    "TN801": f"Set the label {_QUEUE} to a queue of the namespace: on a Job on the Job itself, on a Deployment or "
    "StatefulSet on the object and not on its pods, on a bare pod on the pod. `kubectl get localqueues` lists them.",
    "TN802": "Take one of the queues that the message lists, or that `kubectl get localqueues` shows. A queue is "
    "there for every pool that the project may use and that serves one of its `classes`.",
    "TN803": "Use a Job or a Deployment with a queue. Agents that must run on every node are the platform's.",
    "TN804": "Ask for the unit that the queue sells, under `resources.limits`, and in a pool of CPU nodes under "
    "`resources.requests`. A launcher or head takes one unit, or "
    "goes to a queue of a CPU pool, or has no queue and runs on the shared nodes.",
    "TN805": "Ask for the accelerator of the queue's pool, or take the queue of the pool that has the one you need.",
    "TN806": "Ask for less per unit, or for more units. `docs/quota.md` says how a unit's share is computed, and the "
    "message names the numbers.",
    "TN807": "Ask for accelerators under `resources.limits`.",
    "TN808": f"Set the label {_QUEUE}. A StatefulSet of a tenant with dedicated nodes also selects the nodes of its "
    "queue, as the message says (filled in from Kubernetes 1.36 on). For work without accelerators the tenant needs a "
    "pool of CPU nodes, dedicated to it where its profile demands dedicated nodes.",
    "TN810": "Try again; Kueue may just have been restarting. If it stays, leave `ownerReferences` out, and ask the "
    "platform whether Kueue runs.",
    "TN811": "Wait: Kueue lifts the gate when the pod's turn comes.",
    "TN812": "Make a new object with the labels it should have.",
    "TN813": "Leave the owners of queued work and the labels of its pods alone; change the Job, or delete it.",
    "TN814": "Leave `spec.suspend` out. Kueue starts the Job when its turn comes.",
    "TN815": "Delete the Job and make it anew in the other queue.",
    "TN816": "Make a new Job of the larger size, or one that was elastic from the start. In a pool with a topology "
    "Kueue never lets the pods go that an elastic Job adds: make a new Job there.",
    "TN817": "Leave `spec.manualSelector` and `spec.selector` out.",
    "TN818": "Delete it with `kubectl`, whose default is `--cascade=background`; other clients have to say "
    "`propagationPolicy: Background`, because the API server's default for Jobs is to orphan. Leave finalizers out.",
    "TN819": "Use an indexed Job (`completionMode: Indexed`) instead of a group of pods, and never write the "
    "annotation `kueue.x-k8s.io/role-hash`.",
    "TN820": "Leave it to the scheduler.",
    "TN821": "Make a new pod, or a new Job, of the size you need.",
    "TN822": f"Leave the key out. On work that people write belong {_QUEUE}, `kueue.x-k8s.io/priority-class`, "
    "`kueue.x-k8s.io/max-exec-time-seconds` and `kueue.x-k8s.io/podset-*-topology`; on a plain pod of a group also its "
    "name and its size; the cluster adds queue, size and run time to the name.",
    "TN830": "Leave `tolerations` out. Kueue adds those of the pool when it admits the work.",
    "TN831": "Leave `nodeSelector` out; the queue chooses the pool. Within the pool, labels that do not name a node "
    "may be selected.",
    "TN832": "Leave required node affinity out, or use preferred affinity. The queue chooses the pool.",
    "TN833": "Leave `spec.nodeName` out.",
    "TN834": "Leave `spec.schedulerName` out.",
    "TN835": "Leave `spec.runtimeClassName` out.",
    "TN836": "Ask for accelerators under `resources.limits`, and leave the variable, or the mount, out of the "
    "container.",
    "TN837": "Write checkpoints more often, so that work can end within ten minutes, and delete without "
    "a longer grace time.",
    "TN838": "Use affinity without `namespaces` and `namespaceSelector`; it then looks at pods of the own namespace.",
    "TN839": "Attach networks of the own namespace only, in one of the plain forms: `ib0,ib1@net2`, or "
    '`[{"name": "ib0", "interface": "net1"}]`.',
    "TN840": "Do without host access. Volumes come from the project's `volumes`, or from claims; ports from a Service.",
    "TN841": "Take an image below one of the prefixes in the profile's `images`, or ask the platform "
    "for another registry.",
    "TN850": "Take a priority that the message lists. Which ones a tenant may use is `Tenant.priorities`.",
    "TN851": "Set the label `kueue.x-k8s.io/priority-class`; the message names the class's default.",
    "TN852": "Set the label `kueue.x-k8s.io/max-exec-time-seconds` to what the work needs, in seconds. A StatefulSet "
    "has no end: make it a Job or a Deployment, or use a queue of a class without `maxRunTime`.",
    "TN853": "Split the work into parts that end in time, or use a class with a longer `maxRunTime`.",
    "TN860": "Use a type that the message lists. Which ones are allowed is `services` of the isolation profile.",
    "TN861": "Leave `spec.externalIPs` out.",
    "TN862": "Leave `volumeName` and `selector` out, and name a storage class or leave it out too; the storage system "
    "makes a volume for the claim.",
    "TN863": "Ask for a short token: `kubectl create token ACCOUNT --duration=1h`.",
    "TN870": "Change the tenant, the project or the profile in git; the Namespace follows.",
    "TN871": "Retire the project in git first: `docs/rollout.md` has the steps.",
    "TN872": "Find the document that made the object in its annotation `<domain>/source`, and change that in git. On "
    "an object of your own, leave the label `app.kubernetes.io/managed-by: tenantry` out.",
    "TN873": "Take the object out of the other application.",
}
"""By code."""
