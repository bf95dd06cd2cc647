from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import serviceaccount
from tenantry.kinds.serviceaccount import KIND, ServiceAccount
from tenantry.program import Program
from tenantry.program import ServiceAccount as Wanted
from tests.support.programs import small_program
from tests.unit.kinds.emission import bodies, metas, with_project


def mounts(program: Program, namespace: str) -> dict[str, bool]:
    return {
        body["metadata"]["name"]: body["automountServiceAccountToken"]
        for body in bodies(program, KIND)
        if body["metadata"]["namespace"] == namespace
    }


@given(st.builds(ServiceAccount, meta=metas, token=st.booleans()))
@settings(max_examples=50)
def test_an_account_reads_back_as_written(written: ServiceAccount) -> None:
    assert serviceaccount.decode(serviceaccount.encode(written)) == written


def test_the_default_account_of_every_namespace_has_no_token() -> None:
    program = small_program()

    namespaces = {at.namespace for placement in program.placements for at in placement.projects}

    assert all(mounts(program, namespace)["default"] is False for namespace in namespaces)


def test_only_an_account_that_asks_for_a_token_gets_one() -> None:
    wanted = (Wanted("trainer", token=False), Wanted("launcher", token=True))
    program = with_project(small_program(), "vision", "detection", service_accounts=wanted)

    assert mounts(program, "vision-detection") == {"default": False, "trainer": False, "launcher": True}
    assert mounts(program, "vision-serving") == {"default": False}


def test_a_project_that_writes_default_itself_has_one_account_of_that_name() -> None:
    program = with_project(small_program(), "vision", "detection", service_accounts=(Wanted("default", token=True),))

    assert mounts(program, "vision-detection") == {"default": True}
