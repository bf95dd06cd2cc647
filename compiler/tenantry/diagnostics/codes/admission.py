"""Codes 8xx: what a cluster refuses at admission; the message that users see begins with the code."""

from tenantry.diagnostics.model import Code, Severity

# 800-809: through which queue, and what a queue sells
TN800 = Code("TN800", "namespace-retired", Severity.ERROR, "A retired project gets no new pods")
TN801 = Code("TN801", "accelerators-without-queue", Severity.ERROR, "Work asks for accelerators without a queue")
TN802 = Code("TN802", "queue-not-offered", Severity.ERROR, "Work names a queue that its namespace does not offer")
TN803 = Code(
    "TN803", "accelerators-in-daemonset", Severity.ERROR, "A DaemonSet asks for accelerators, which no queue can hold"
)
TN804 = Code("TN804", "queue-without-unit", Severity.ERROR, "Work in a queue asks for none of what it sells")
TN805 = Code(
    "TN805", "accelerator-of-other-pool", Severity.ERROR, "Work asks for an accelerator that its queue does not sell"
)
TN806 = Code(
    "TN806",
    "more-than-units-bring",
    Severity.ERROR,
    "Work asks for more CPU, memory, disk or devices than its units bring",
)
TN807 = Code("TN807", "resource-claim", Severity.ERROR, "Work claims devices that no queue rations")
TN808 = Code("TN808", "queue-required", Severity.ERROR, "A namespace without shared nodes runs nothing without a queue")

# 810-822: what Kueue holds stays held
TN810 = Code("TN810", "not-held-by-kueue", Severity.ERROR, "Work names a queue, but Kueue did not take it over")
TN811 = Code("TN811", "gate-removed", Severity.ERROR, "Kueue's scheduling gates are lifted by Kueue alone")
TN812 = Code("TN812", "kueue-label-changed", Severity.ERROR, "Kueue's labels and annotations of a pod are final")
TN813 = Code(
    "TN813",
    "pod-owner-changed",
    Severity.ERROR,
    "Work keeps its owners, and a pod the labels by which its Job finds it",
)
TN814 = Code("TN814", "job-unsuspended", Severity.ERROR, "A queued Job is started by Kueue alone")
TN815 = Code("TN815", "queue-changed", Severity.ERROR, "A Job changes its queue only while it waits")
TN816 = Code("TN816", "parallelism-raised", Severity.ERROR, "Work in a queue does not grow, unless it is elastic")
TN817 = Code("TN817", "manual-selector", Severity.ERROR, "A queued Job selects its pods itself")
TN818 = Code("TN818", "pods-orphaned", Severity.ERROR, "A Job goes together with its pods")
TN819 = Code("TN819", "pod-group-unverified", Severity.ERROR, "A pod group cannot be charged reliably before 1.36")
TN820 = Code("TN820", "pod-bound-by-hand", Severity.ERROR, "Only the scheduler binds pods to nodes")
TN821 = Code("TN821", "pod-resized", Severity.ERROR, "The resources of a pod in a queue are final")
TN822 = Code("TN822", "kueue-word-taken", Severity.ERROR, "Work bears a label or annotation that is Kueue's own")

# 830-841: where and how work runs
TN830 = Code("TN830", "toleration-not-allowed", Severity.ERROR, "Work brings a toleration of its own")
TN831 = Code(
    "TN831", "node-selector-not-allowed", Severity.ERROR, "Work selects nodes that its namespace may not select"
)
TN832 = Code(
    "TN832", "node-affinity-not-allowed", Severity.ERROR, "Work demands nodes that its namespace may not demand"
)
TN833 = Code("TN833", "node-name-set", Severity.ERROR, "Work names its node and so passes by the scheduler")
TN834 = Code("TN834", "scheduler-not-allowed", Severity.ERROR, "Work names a scheduler of its own")
TN835 = Code("TN835", "runtime-class-not-allowed", Severity.ERROR, "Work names a runtime class")
TN836 = Code(
    "TN836", "devices-injected", Severity.ERROR, "Work asks the container runtime for devices behind the scheduler"
)
TN837 = Code("TN837", "grace-too-long", Severity.ERROR, "Work takes too long to end")
TN838 = Code(
    "TN838", "affinity-across-namespaces", Severity.ERROR, "Work places itself by the pods of other namespaces"
)
TN839 = Code("TN839", "foreign-network", Severity.ERROR, "Work attaches a network of another namespace")
TN840 = Code("TN840", "host-access", Severity.ERROR, "Work reaches into its node")
TN841 = Code("TN841", "image-not-allowed", Severity.ERROR, "Work runs an image that its namespace may not run")

# 850-853: priority and run time
TN850 = Code("TN850", "priority-not-allowed", Severity.ERROR, "Work takes a priority that its tenant may not use")
TN851 = Code("TN851", "priority-missing", Severity.ERROR, "Queued work states no priority")
TN852 = Code("TN852", "run-time-missing", Severity.ERROR, "Queued work of a class with a longest run time states none")
TN853 = Code("TN853", "run-time-too-long", Severity.ERROR, "Queued work states a longer run time than its class allows")

# 860-863: services, storage, tokens
TN860 = Code("TN860", "service-type-not-allowed", Severity.ERROR, "A Service has a type that its namespace may not use")
TN861 = Code("TN861", "external-ips", Severity.ERROR, "A Service takes addresses that may be somebody else's")
TN862 = Code("TN862", "volume-named", Severity.ERROR, "A claim takes a volume that was there before it")
TN863 = Code("TN863", "lasting-token", Severity.ERROR, "A Secret asks for a service account token that never ends")

# 870-873: what the platform owns
TN870 = Code(
    "TN870",
    "namespace-key-protected",
    Severity.ERROR,
    "A protected label or annotation of a Namespace is the platform's",
)
TN871 = Code("TN871", "namespace-deleted", Severity.ERROR, "A tenant's Namespace is deleted by the platform alone")
TN872 = Code("TN872", "owned-object-changed", Severity.ERROR, "An object of the platform is changed by somebody else")
TN873 = Code(
    "TN873", "owned-object-taken-over", Severity.ERROR, "Another Argo CD application claims an object of the platform"
)
