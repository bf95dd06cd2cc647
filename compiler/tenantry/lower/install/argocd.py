"""Argo CD's own configuration, and the two objects that an operator applies so that all others follow.

Pure. Two ways to install the configuration: as values of Argo CD's chart, or as the ConfigMap of its manifests.
"""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from tenantry.ir import Body, Fragment
from tenantry.kinds import application, appproject
from tenantry.lower.install.health import HEALTH_SCRIPTS
from tenantry.program import Program

_CONFIG_MAP: Final = "argocd-cm"


def configuration_fragment(program: Program) -> Fragment:
    """The settings of `argocd-cm` that our Applications rest on; all others stay as they are."""
    fleet = program.fleet
    settings = {"application.resourceTrackingMethod": "annotation"}
    settings.update((f"resource.customizations.health.{kind}", script) for kind, script in HEALTH_SCRIPTS.items())
    body: Body
    if fleet.argocd.configuration == "helmValues":
        body = {"configs": {"cm": settings}}
    else:
        labels = {"app.kubernetes.io/name": _CONFIG_MAP, "app.kubernetes.io/part-of": "argocd"}
        body = {
            "apiVersion": "v1",
            "kind": "ConfigMap",
            "metadata": {"name": _CONFIG_MAP, "namespace": fleet.argocd.namespace, "labels": labels},
            "data": settings,
        }
    lines = (*_CONFIGURATION[fleet.argocd.configuration], *_CONFIGURATION_CHECK)
    return Fragment("argocd.yaml", _filled(program, lines), body, str(fleet.ref))


def root_fragments(program: Program) -> Iterator[Fragment]:
    """Root's project and root, in the order in which they are applied."""
    source = str(program.fleet.ref)
    project = appproject.encode(appproject.root_project(program))
    yield Fragment("root-project.yaml", _filled(program, _ROOT_PROJECT), project, source)
    yield Fragment("root.yaml", _filled(program, _ROOT), application.encode(application.root(program)), source)


def _filled(program: Program, lines: tuple[str, ...]) -> str:
    return "\n".join(lines).format(
        namespace=program.fleet.argocd.namespace, version=program.fleet.argocd.version, root=application.ROOT
    )


_CONFIGURATION: Final = MappingProxyType(
    {
        "helmValues": (
            "Settings of Argo CD {version} that the Applications of tenantry rest on, as values of its Helm chart.",
            "Who: the operator of Argo CD, before root is applied. Nothing applies this file by itself.",
            "Where: give it to the release as one more values file; the keys join those you have below configs.cm:",
            "  helm upgrade argocd ... --namespace {namespace} --values argocd.yaml",
        ),
        "configMap": (
            "Settings of Argo CD {version} that the Applications of tenantry rest on, as keys of its ConfigMap.",
            "Who: the operator of Argo CD, before root is applied. Nothing applies this file by itself.",
            "Where: its keys join those that the ConfigMap has, which stay as they are:",
            "  kubectl apply --server-side --field-manager tenantry -f argocd.yaml",
        ),
    }
)

_CONFIGURATION_CHECK: Final = (
    "Argo CD reads them without a restart. Where a second Argo CD writes to one of the clusters, each of the two needs",
    "an installationID of its own beside these.",
    "Check: this prints five keys:",
    "  kubectl -n {namespace} get configmap argocd-cm -o yaml | grep -o 'customizations.health[^:]*'",
    "and in the first sync of root no tenant's Application appears before its platform's is Synced and Healthy.",
)

_ROOT_PROJECT: Final = (
    "The AppProject of root. Root cannot make it, because it needs it to run.",
    "Who: the operator of Argo CD, before root and again when the address of the repository changes:",
    "  kubectl apply --server-side -f root-project.yaml",
    "Check: it allows one repository, one namespace and two kinds:",
    "  kubectl -n {namespace} get appproject {root} -o yaml",
)

_ROOT: Final = (
    "Root: the Application that makes all others from output/argocd. It is not part of what it makes, so that it never",
    "waits for itself and no commit can cut it off.",
    "Who: the operator of Argo CD, once, after argocd.yaml is merged and root-project.yaml applied, and again when",
    "this file changes. Argo CD needs access to the repository and to every cluster before:",
    "  kubectl apply --server-side -f root.yaml",
    "Deleting it stops changes and deletes nothing in any cluster.",
    "Check: it gets Synced and Healthy; the Applications of all clusters stand beside it:",
    "  kubectl -n {namespace} get applications",
)
