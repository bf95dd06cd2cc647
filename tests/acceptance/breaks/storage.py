"""Breaks of volumes, storage and service accounts."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, document
from tests.acceptance.breaks.files import PROFILES, projects

_MATERIAL = "  - {name: material, storage: shared, size: 500Gi, access: ReadWriteMany}\n"
_BASELINE_COUNTS = "  counts: {pods: 500, services: 50, configmaps: 200, secrets: 200}\n---\n# For data"
_STRICT_COUNTS = "unqueued: {cpu: 0, memory: 0}            # none on dedicated nodes\n  counts: {"


def _volumes(count: int) -> str:
    return "  volumes:\n" + "".join(f"  - {{name: v{number}, storage: shared, size: 1Gi}}\n" for number in range(count))


BREAKS: Breaks = {
    "TN490": (
        Break(
            "a kind of storage that the cluster does not have",
            Change(projects("climate"), "storage: shared", "storage: archive"),
            at="storage: archive",
        ),
        Break(
            "most of a kind of storage that is nowhere",
            Change(projects("education"), "storage: {shared: 1Ti, fast: 1Ti}", "storage: {shared: 1Ti, slow: 1Ti}"),
            at="slow: 1Ti",
        ),
        Break(
            "a volume is to be on a cluster without such storage too",
            Change(projects("robotics"), "access: ReadWriteMany, cluster: prod-a}", "access: ReadWriteMany}"),
            at="name: episodes",
        ),
        Break(
            "a cluster gives a kind of storage another word",
            Change(projects("prototypes"), "storage: fast", "storage: local-path"),
            at="storage: local-path",
        ),
    ),
    "TN491": (
        Break(
            "less storage than the volumes need",
            Change(projects("vision"), "storage: {shared: 60Ti", "storage: {shared: 30Ti"),
            at="storage: {shared: 30Ti",
        ),
        Break(
            "a volume grows beyond the storage",
            Change(projects("finance"), "size: 2Ti", "size: 5Ti"),
            at="storage: {shared: 3Ti, fast: 2Ti}",
        ),
        Break(
            "one volume more than the storage holds",
            Change(
                projects("education"), _MATERIAL, f"{_MATERIAL}  - {{name: videos, storage: shared, size: 600Gi}}\n"
            ),
            at="storage: {shared: 1Ti, fast: 1Ti}",
        ),
    ),
    "TN492": (
        Break(
            "a volume is copied",
            Change(projects("education"), _MATERIAL, f"{_MATERIAL}  - {{name: material, storage: fast, size: 1Gi}}\n"),
            at="{name: material, storage: fast",
        ),
        Break(
            "two volumes of one name, one of them for one cluster",
            Change(
                projects("robotics"),
                "{name: scratch, ",
                "{name: episodes, storage: fast, size: 1Gi}\n  - {name: scratch, ",
            ),
            at="{name: episodes, storage: fast",
        ),
        Break(
            "a volume is renamed to another",
            Change(projects("nlp"), "{name: checkpoints,", "{name: corpus,"),
            at="{name: corpus, storage",
        ),
    ),
    "TN493": (
        Break(
            "a volume for a cluster where the project is not",
            Change(projects("climate"), "access: ReadWriteMany}", "access: ReadWriteMany, cluster: lab-b}"),
            at="cluster: lab-b",
        ),
        Break(
            "a project of the lab keeps its data in production",
            Change(projects("prototypes"), "size: 300Gi}", "size: 300Gi, cluster: prod-a}"),
            at="cluster: prod-a",
        ),
        Break(
            "a volume is moved to the other cluster",
            Change(projects("finance"), "access: ReadWriteMany}", "access: ReadWriteMany, cluster: lab-b}"),
            at="cluster: lab-b",
        ),
    ),
    "TN494": (
        Break(
            "a volume per student",
            Change(
                projects("education"),
                "metadata: {tenant: education, name: theses}\nspec:\n  classes: [development]\n",
                "metadata: {tenant: education, name: theses}\nspec:\n  classes: [development]\n" + _volumes(51),
            ),
            at="  volumes:\n  - {name: v0",
        ),
        Break(
            "a new project with many volumes",
            Append(
                projects("climate"),
                document("Project", "{tenant: climate, name: archive}", "  classes: [training]\n" + _volumes(60)),
            ),
            at="  volumes:\n  - {name: v0",
        ),
        Break(
            "a profile counts fewer claims than one project has volumes",
            Change(
                PROFILES,
                _BASELINE_COUNTS,
                _BASELINE_COUNTS.replace("counts: {", "counts: {persistentvolumeclaims: 1, "),
            ),
            at=(projects("nlp"), "volumes:"),
        ),
        Break(
            "a profile allows no claims, and several projects have volumes",
            Change(PROFILES, _STRICT_COUNTS, f"{_STRICT_COUNTS}persistentvolumeclaims: 0, "),
            at="persistentvolumeclaims: 0",
        ),
    ),
    "TN495": (
        Break(
            "the account that is there already",
            Change(projects("vision"), "- {name: trainer}", "- {name: default}"),
            at="{name: default}",
        ),
        Break(
            "an account is written twice",
            Change(projects("search"), "- {name: leader, token", "- {name: model-server, token"),
            at="{name: model-server, token",
        ),
        Break(
            "a token for the account that never gets one",
            Change(projects("finance"), "  - {name: scorer}", "  - {name: scorer}\n  - {name: default, token: true}"),
            at="{name: default",
        ),
    ),
}
