"""What people read when they are refused, word for word: what is wrong, and what to do about it."""

SAID = {
    "job-with-more-cpu": "1 nvidia.com/gpu brings 23 CPU, and Job asks 24; ask for less CPU or for more units",
    "cpu-job-with-more-memory": (
        "1 cpu brings 4096Mi of memory, and Job asks 5120Mi; ask for less memory or for more units"
    ),
    "job-in-a-gpu-queue-without-unit": (
        "queue training.h100-train sells nvidia.com/gpu, and Job asks for none; give every pod one unit "
        "(launchers and heads too), or leave the queue label out"
    ),
    "job-with-more-network-devices": "1 nvidia.com/gpu brings at most these other devices: rdma/hca 1",
    "pod-at-an-empty-priority": (
        "Pod in queue training.h100-train states no priority; set the label kueue.x-k8s.io/priority-class, "
        "usually to: normal"
    ),
    "job-at-an-empty-priority": (
        "Job in queue training.h100-train states no priority; set the label kueue.x-k8s.io/priority-class, "
        "usually to: normal"
    ),
    "job-with-an-empty-run-time": (
        "Job in queue training.h100-train states no longest run time; set the label "
        "kueue.x-k8s.io/max-exec-time-seconds to 604800 or less"
    ),
    "pod-on-shared-nodes-of-a-dedicated-tenant": (
        "namespace finance-risk runs on dedicated nodes only, so every pod needs a queue; set the label "
        "kueue.x-k8s.io/queue-name to one of: batch.cpu-finance, training.h100-finance"
    ),
    "cron-job-without-queue": (
        "CronJob asks for accelerators without a queue; set the label kueue.x-k8s.io/queue-name in "
        "spec.jobTemplate.metadata to one of: training.h100-train"
    ),
    "job-in-another-projects-queue": (
        "queue development.h100-slices is not offered to nlp-pretrain; there are: training.h100-train"
    ),
    "pod-selecting-a-foreign-pool": (
        "Pod selects nodes by name or in a pool that is not its own; it may select: tenants.example.com/pool=h100-train"
    ),
    "pod-demanding-a-foreign-pool": (
        "Pod demands nodes by name or in a pool that is not its own; it may demand (operator In): "
        "tenants.example.com/pool=h100-train"
    ),
    "service-as-node-port": "a Service of type NodePort is not for namespace nlp-pretrain; it may use: ClusterIP",
    "job-at-another-tenants-priority": (
        "Job takes a priority that is not its to take; namespace nlp-pretrain may use: high, normal, scavenger"
    ),
    "job-with-a-longer-run-time": (
        "kueue.x-k8s.io/max-exec-time-seconds is 604801; work in queue training.h100-train ends after 604800 at most"
    ),
    "job-with-a-finalizer": (
        "a Job in a queue has no finalizers, because its pods would run on without it; take out: example.com/hold"
    ),
    "namespace-of-a-tenant": (
        "of namespace attempt-namespace-of-a-tenant labels and annotations that begin with one of "
        "tenants.example.com/ are the platform's; change the project in git instead"
    ),
    "config-map-in-the-platforms-name": (
        "the label app.kubernetes.io/managed-by: tenantry is the platform's; leave it out"
    ),
    "pod-of-a-foreign-registry": (
        "namespace nlp-pretrain runs only images from: nvcr.io/nvidia/, registry.example.com/"
    ),
    "job-with-a-long-grace": "Job takes 86400 s to end; 600 is the most",
    "job-with-more-memory": (
        "1 nvidia.com/gpu brings 253952Mi of memory, and Job asks 254976Mi; ask for less memory or for more units"
    ),
    "job-privileged": (
        "Job reaches into its node: host namespaces, host paths, host ports, privileged containers and strong "
        "capabilities are not for tenants"
    ),
    "job-with-claim": "Job has resource claims, which no queue rations; ask under resources.limits instead",
    "cpu-of-a-silent-container": (
        "1 nvidia.com/gpu brings 23 CPU, and Job asks 24; ask for less CPU or for more units"
    ),
    "pod-with-an-empty-run-time": (
        "Pod in queue training.h100-train states no longest run time; set the label "
        "kueue.x-k8s.io/max-exec-time-seconds to 604800 or less"
    ),
}
"""By the name of the attempt, without the code."""
