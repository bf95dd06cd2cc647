"""Where a profile falls short of a check on purpose: what falls short, in which profiles, and why.

docs/benchmark.md argues each; a test holds that page and this list together.
"""

from dataclasses import dataclass

EVERY = ("baseline", "open-lab", "strict")
_WITHOUT_RESTRICTED = ("baseline", "open-lab")


@dataclass(frozen=True)
class Exemption:
    """A check that profiles do not pass, what the check says of them, and the reason in a sentence."""

    check: str
    profiles: tuple[str, ...]
    falls: tuple[str, ...]
    reason: str


EXEMPTIONS = (
    Exemption(
        "cluster objects",
        EVERY,
        (
            "create selfsubjectaccessreviews.authorization.k8s.io",
            "create selfsubjectreviews.authentication.k8s.io",
            "create selfsubjectrulesreviews.authorization.k8s.io",
        ),
        "Questions about oneself, which Kubernetes lets everybody ask who has logged in; nothing is stored or shown of "
        "others.",
    ),
    Exemption(
        "capabilities",
        _WITHOUT_RESTRICTED,
        ("SETPCAP can be added", "SETPCAP can be added, before the main part"),
        "Pod security `baseline` allows it: it passes on or drops what a container has already, and adds nothing.",
    ),
    Exemption(
        "root",
        _WITHOUT_RESTRICTED,
        ("containers may run as root", "containers may run as root, before the main part"),
        "Most images for training run as root; host, devices and privileges stay closed. `strict` refuses it.",
    ),
    Exemption(
        "privilege escalation",
        _WITHOUT_RESTRICTED,
        ("processes may gain privileges", "processes may gain privileges, before the main part"),
        "Belongs to the same images (sudo, package managers); it never leads past what the container itself has. "
        "`strict` refuses it.",
    ),
    Exemption(
        "image pull",
        EVERY,
        ("an image on the node is used without asking its registry",),
        "Decided by the kubelet and the API server's flags, where it holds for all: from Kubernetes 1.35 the kubelet "
        "checks credentials itself; before, turn `AlwaysPullImages` on.",
    ),
    Exemption(
        "compute quota",
        EVERY,
        ("no quota on ephemeral-storage",),
        "Such a quota would bind only pods that state ephemeral storage, and nobody has to; the kubelet ends pods that "
        "fill a node.",
    ),
    Exemption(
        "object quota",
        EVERY,
        ("no quota on replicationcontrollers", "no quota on resourcequotas"),
        "Quotas are in no role, by rule; replication controllers are in none of the worked example, and a role that "
        "had them would still be bounded by `pods`.",
    ),
    Exemption(
        "own roles",
        EVERY,
        ("roles and rolebindings are not the tenant's",),
        "Members are a line in git that the tenant's owners approve; a binding made by hand would be seen by no plan.",
    ),
    Exemption(
        "own network policies",
        EVERY,
        ("networkpolicies are not the tenant's",),
        "Policies only ever add: one of the tenant's own would open what isolation closes. Links and `egress` are the "
        "way.",
    ),
)


def falls_expected(check: str, profile: str) -> list[str]:
    """What a check is expected to say of a profile."""
    return sorted(fall for one in EXEMPTIONS if one.check == check and profile in one.profiles for fall in one.falls)
