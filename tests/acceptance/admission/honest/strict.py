"""Tenants on nodes of their own, under pod security `restricted`: everything through a queue, CPU work too."""

from tests.acceptance.admission.actors import Project
from tests.acceptance.admission.honest.notebooks import service
from tests.acceptance.admission.honest.scene import Case
from tests.acceptance.admission.honest.steps import deleted, ends, runs
from tests.plane.api import Object
from tests.plane.workloads import container, job, pod, replicated

GPUS = "h100-finance"
CORES = "cpu-finance"
PARTNER = "h100-meridian"


def _gpus(project: Project, units: int) -> Object:
    return container(units, cpu=f"{23 * units}", memory=f"{248 * units}Gi", image=project.image())


def _train(project: Project, name: str) -> list[Object]:
    return [job(project.namespace, name, _gpus(project, 2), queue=f"training.{GPUS}")]


def _reports(project: Project, name: str) -> list[Object]:
    main = container(cpu="2", memory="8Gi", image=project.image())
    return [job(project.namespace, name, main, queue=f"batch.{CORES}", parallelism=2)]


def _scorer(project: Project, name: str) -> list[Object]:
    work = replicated(
        "Deployment",
        project.namespace,
        name,
        _gpus(project, 1),
        queue=f"inference.{GPUS}",
        serviceAccountName="scorer",
    )
    return [work, service(name, project.namespace)]


def _web(project: Project, name: str) -> list[Object]:
    main = container(cpu="2", memory="8Gi", image=project.image())
    return [replicated("StatefulSet", project.namespace, name, main, queue=f"inference.{CORES}", replicas=2)]


def _workbench(project: Project, name: str) -> list[Object]:
    return [pod(project.namespace, name, _gpus(project, 1), queue=f"development.{PARTNER}")]


CASES = (
    Case("strict-training", "finance-risk", "developer", _train, (runs(1, GPUS, 2), ends())),
    Case("strict-batch", "finance-risk", "developer", _reports, (runs(2, CORES, 4, "cpu"), ends())),
    Case("strict-service", "finance-fraud", "operator", _scorer, (runs(1, GPUS, 1), deleted())),
    Case("strict-web", "finance-fraud", "operator", _web, (runs(2, CORES, 4, "cpu"), deleted())),
    Case("strict-workbench", "meridian-workbench", "developer", _workbench, (runs(1, PARTNER, 1), deleted())),
)
