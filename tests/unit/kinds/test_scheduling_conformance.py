import pytest
from hypothesis import given, settings

from tenantry.conform import Conformance, ShippedSchemas
from tenantry.ir import Body, Manifest, ObjectKey
from tenantry.program import Program
from tenantry.versions import KUBERNETES, KUEUE
from tests.support.programs import small_program
from tests.unit.kinds.pooltrees import KINDS, emit, fleets

VERSIONS = [(KUBERNETES.oldest, kueue) for kueue in KUEUE.served] + [(KUBERNETES.newest, KUEUE.newest)]


@pytest.fixture(scope="module")
def schemas() -> ShippedSchemas:
    return ShippedSchemas()


def manifest(body: Body) -> Manifest:
    metadata = body["metadata"]
    key = ObjectKey(body["apiVersion"], body["kind"], metadata.get("namespace", ""), metadata["name"])
    return Manifest(key, body, source="Fleet example", path="output/any.yaml")


@pytest.mark.parametrize(("kubernetes", "kueue"), VERSIONS)
def test_every_object_conforms_to_the_schema_of_every_served_version(
    schemas: ShippedSchemas, kubernetes: str, kueue: str
) -> None:
    conformance = Conformance(kubernetes, kueue, "3.2", schemas=schemas)

    @given(fleets())
    @settings(max_examples=15, deadline=None)
    def judge(fleet: Program) -> None:
        bodies = emit(fleet).bodies
        assert [problem.message for body in bodies for problem in conformance.problems(manifest(body))] == []

    judge()


def test_every_object_of_the_small_fleet_conforms(schemas: ShippedSchemas) -> None:
    conformance = Conformance("1.36", "0.19", "3.2", schemas=schemas)

    bodies = emit(small_program()).bodies

    assert {body["kind"] for body in bodies} == {kind.kind for kind in KINDS}
    assert [problem.message for body in bodies for problem in conformance.problems(manifest(body))] == []
