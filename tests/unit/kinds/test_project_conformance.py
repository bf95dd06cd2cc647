"""Objects of projects and of the platform around them against the schemas of every served Kubernetes."""

import pytest

from tenantry.conform import Conformance, ShippedSchemas
from tenantry.ir import Manifest, ObjectKey
from tenantry.kinds import (
    clusterrole,
    configmap,
    limitrange,
    namespace,
    networkpolicy,
    persistentvolumeclaim,
    resourcequota,
    rolebinding,
    serviceaccount,
)
from tenantry.kinds.base import Kind
from tenantry.versions import KUBERNETES
from tests.support.programs import small_program
from tests.unit.kinds.emission import bodies

KINDS: tuple[Kind, ...] = (
    namespace.KIND,
    serviceaccount.KIND,
    networkpolicy.KIND,
    resourcequota.KIND,
    limitrange.KIND,
    clusterrole.KIND,
    rolebinding.KIND,
    persistentvolumeclaim.KIND,
    configmap.KIND,
)


@pytest.mark.parametrize("kubernetes", KUBERNETES.served)
def test_every_object_of_the_small_fleet_conforms(kubernetes: str) -> None:
    conformance = Conformance(kubernetes, "0.19", "3.2", schemas=ShippedSchemas())

    program = small_program()
    manifests = [
        Manifest(
            ObjectKey(
                body["apiVersion"], body["kind"], body["metadata"].get("namespace", ""), body["metadata"]["name"]
            ),
            body,
            source="Fleet example",
            path="output/any.yaml",
        )
        for kind in KINDS
        for body in bodies(program, kind)
    ]

    assert {manifest.key.kind for manifest in manifests} == {kind.kind for kind in KINDS}
    assert len({manifest.key for manifest in manifests}) == len(manifests)
    assert [problem.message for one in manifests for problem in conformance.problems(one)] == []


def test_every_namespaced_object_stands_in_a_namespace_of_ours_and_comes_after_it() -> None:
    program = small_program()

    homes = {body["metadata"]["name"] for body in bodies(program, namespace.KIND)} | {"kueue-system"}
    placed = [body for kind in KINDS[1:] if kind.of_placement for body in bodies(program, kind)]

    assert {body["metadata"]["namespace"] for body in placed} <= homes
    assert all(int(body["metadata"]["annotations"]["argocd.argoproj.io/sync-wave"]) > -3 for body in placed)
