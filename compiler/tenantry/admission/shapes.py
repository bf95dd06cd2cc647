"""Where each workload kind keeps its pods and its labels: one set of variables, so that one rule fits all kinds.

Pure. A shape gives the rules: `spec`, `oldSpec` (empty on CREATE), `queue`, `oldQueue`, the labels that name the
work for Kueue (`workLabels`: of the object that a Workload is made of), labels and annotations of the pods.
"""

from typing import Final, NamedTuple

from tenantry.admission.cluster import JOB_CONTROLLER
from tenantry.admission.policy import WRITE, Named, Operation, ResourceRule, Rule

QUEUE_LABEL: Final = "kueue.x-k8s.io/queue-name"
LOCAL_QUEUE_LABEL: Final = "kueue.x-k8s.io/local-queue-name"
"""What Kueue writes into the templates of what it admits; it lets nothing go whose author wrote another one there."""
_LABELS: Final = "metadata.?labels.orValue({})"
_ANNOTATIONS: Final = "metadata.?annotations.orValue({})"


class Shape(NamedTuple):
    """A family of workload kinds. Paths run from the object: `pod` to its pods' template, `work` to what Kueue counts,
    `queue` to what bears the queue label; empty = the object itself.

    `queue_place` says in messages where the label belongs; `let_off` (CEL) names requests that were judged before.
    """

    name: str
    resources: tuple[ResourceRule, ...]
    pod: str
    work: str
    queue: str
    queue_place: str
    let_off: str = ""
    queue_label: str = QUEUE_LABEL

    @property
    def is_template(self) -> bool:
        return self.pod != ""

    def variables(self) -> tuple[Named, ...]:
        """The variables of the shape, each after those that it uses."""
        # `dyn` keeps the API server's type check from comparing a Kubernetes type with the empty map of a CREATE.
        return (
            Named("spec", f"dyn(object{self.pod}.spec)"),
            Named("oldSpec", f"oldObject == null ? dyn({{}}) : dyn(oldObject{self.pod}.spec)"),
            Named("labels", self._of("object", "", _LABELS)),
            Named("oldLabels", self._old("", _LABELS)),
            Named("workLabels", self._of("object", self.work, _LABELS)),
            Named("oldWorkLabels", self._old(self.work, _LABELS)),
            Named("podLabels", self._of("object", self.pod, _LABELS)),
            Named("oldPodLabels", self._old(self.pod, _LABELS)),
            Named("podAnnotations", self._of("object", self.pod, _ANNOTATIONS)),
            Named("oldPodAnnotations", self._old(self.pod, _ANNOTATIONS)),
            Named("queue", f"{self._of('object', self.queue, _LABELS)}[?'{self.queue_label}'].orValue('')"),
            Named("oldQueue", self._old_queue()),
        )

    @property
    def is_operated(self) -> bool:
        """Whether an operator makes these, of what Kueue has admitted as a whole."""
        return self.queue_label == LOCAL_QUEUE_LABEL

    def _old_queue(self) -> str:
        old = f"({self._old(self.queue, _LABELS)})[?'{self.queue_label}'].orValue('')"
        # What an operator made in advance and starts now is judged as if it were new.
        waited = "oldObject == null || oldObject.spec.?suspend.orValue(false)"
        return f"{waited} ? '-' : {old}" if self.is_operated and self.is_template else old

    def guarded(self, rule: Rule) -> Rule:
        """The rule, let off where the request was judged before."""
        return rule._replace(expression=f"{self.let_off} || ({rule.expression})") if self.let_off else rule

    @staticmethod
    def _of(owner: str, path: str, part: str) -> str:
        # Metadata of a template may be missing altogether.
        return f"{owner}{path}.?{part}" if path else f"{owner}.{part}"

    def _old(self, path: str, part: str) -> str:
        return f"oldObject == null ? {{}} : {self._of('oldObject', path, part)}"


def _rule(group: str, *resources: str, on: tuple[Operation, ...] = WRITE) -> tuple[ResourceRule, ...]:
    return (ResourceRule((group,), resources, on),)


PODS: Final = Shape(
    name="pods",
    resources=_rule("", "pods"),
    pod="",
    work="",
    queue="",
    queue_place="",
    let_off=f"request.userInfo.username == '{JOB_CONTROLLER}'",
)
JOBS: Final = Shape(
    name="jobs",
    resources=_rule("batch", "jobs", on=("CREATE", "UPDATE", "DELETE")),
    pod=".spec.template",
    work="",
    queue="",
    queue_place="",
)
CRONJOBS: Final = Shape(
    name="cronjobs",
    resources=_rule("batch", "cronjobs"),
    pod=".spec.jobTemplate.spec.template",
    work=".spec.jobTemplate",
    queue=".spec.jobTemplate",
    queue_place=" in spec.jobTemplate.metadata",
)
DEPLOYMENTS: Final = Shape(
    name="deployments",
    resources=_rule("apps", "deployments"),
    pod=".spec.template",
    work=".spec.template",
    queue="",
    queue_place=" on the object itself",
)
# Kueue makes one Workload of a StatefulSet, from the set's own labels, and one of every pod of a Deployment.
STATEFULSETS: Final = Shape(
    name="statefulsets",
    resources=_rule("apps", "statefulsets"),
    pod=".spec.template",
    work="",
    queue="",
    queue_place=" on the object itself",
)
REPLICAS: Final = Shape(
    name="replicas",
    resources=(*_rule("apps", "replicasets"), *_rule("", "replicationcontrollers")),
    pod=".spec.template",
    work=".spec.template",
    queue=".spec.template",
    queue_place=" in spec.template.metadata",
)
DAEMONSETS: Final = Shape(
    name="daemonsets",
    resources=_rule("apps", "daemonsets"),
    pod=".spec.template",
    work=".spec.template",
    queue=".spec.template",
    queue_place="",
)
EPHEMERAL: Final = Shape(
    name="ephemeral",
    resources=_rule("", "pods/ephemeralcontainers", on=("UPDATE",)),
    pod="",
    work="",
    queue="",
    queue_place="",
)

OPERATED_PODS: Final = Shape(
    name="operated-pods",
    resources=_rule("", "pods"),
    pod="",
    work="",
    queue="",
    queue_place=" on the object it is made of",
    queue_label=LOCAL_QUEUE_LABEL,
)
OPERATED_JOBS: Final = Shape(
    name="operated-jobs",
    resources=_rule("batch", "jobs"),
    pod=".spec.template",
    work="",
    queue=".spec.template",
    queue_place=" on the object it is made of",
    let_off="object.spec.?suspend.orValue(false)",
    queue_label=LOCAL_QUEUE_LABEL,
)
_OPERATED_KINDS: Final = {
    "jobset": ("jobset.x-k8s.io", "jobsets"),
    "mpijob": ("kubeflow.org", "mpijobs"),
    "pytorchjob": ("kubeflow.org", "pytorchjobs"),
    "tfjob": ("kubeflow.org", "tfjobs"),
    "xgboostjob": ("kubeflow.org", "xgboostjobs"),
    "paddlejob": ("kubeflow.org", "paddlejobs"),
    "jaxjob": ("kubeflow.org", "jaxjobs"),
    "trainjob": ("trainer.kubeflow.org", "trainjobs"),
    "raycluster": ("ray.io", "rayclusters"),
    "rayjob": ("ray.io", "rayjobs"),
    "rayservice": ("ray.io", "rayservices"),
    "appwrapper": ("workload.codeflare.dev", "appwrappers"),
    "sparkapplication": ("sparkoperator.k8s.io", "sparkapplications"),
}


def operated_kinds(integrations: tuple[str, ...]) -> Shape:
    """The operators' own kinds among these integrations: judged as a whole, their pods when they are made."""
    kinds = [_OPERATED_KINDS[word] for word in integrations if word in _OPERATED_KINDS]
    on: tuple[Operation, ...] = ("CREATE", "UPDATE", "DELETE")
    return Shape(
        name="operated",
        resources=tuple(rule for group, kind in sorted(kinds) for rule in _rule(group, kind, on=on)),
        pod="",
        work="",
        queue="",
        queue_place="",
    )


WORKLOADS: Final = (PODS, JOBS, CRONJOBS, DEPLOYMENTS, STATEFULSETS, REPLICAS, DAEMONSETS)
