import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import limitrange
from tenantry.kinds.limitrange import KIND, LimitRange
from tenantry.quantity import Quantity
from tests.support.programs import small_program
from tests.unit.kinds.emission import bodies, body_of, metas, with_profile

ranges = st.builds(
    LimitRange,
    meta=metas,
    default_request=st.dictionaries(
        st.sampled_from(("cpu", "memory")), st.builds(Quantity, st.integers(0, 10**15), binary=st.booleans())
    ).map(lambda requests: tuple(sorted(requests.items()))),
)


@given(ranges)
@settings(max_examples=100)
def test_a_range_reads_back_as_written(written: LimitRange) -> None:
    assert limitrange.decode(limitrange.encode(written)) == written


def test_only_requests_of_cpu_and_memory_are_filled_in() -> None:
    assert body_of(small_program(), KIND, "vision-detection")["spec"] == {
        "limits": [{"defaultRequest": {"cpu": "1", "memory": "4Gi"}, "type": "Container"}]
    }


def test_a_namespace_has_exactly_one_also_where_the_profile_has_no_defaults() -> None:
    nothing = Quantity.of_units(0)
    program = with_profile(small_program(), "strict", pod_default_cpu=nothing, pod_default_memory=nothing)

    assert len({body["metadata"]["namespace"] for body in bodies(program, KIND)}) == len(bodies(program, KIND)) == 5
    assert body_of(program, KIND, "finance-risk")["spec"]["limits"][0]["defaultRequest"] == {"cpu": "0", "memory": "0"}


def test_a_range_with_a_maximum_is_not_one_of_ours() -> None:
    body = body_of(small_program(), KIND, "vision-detection")
    body["spec"]["limits"][0]["max"] = {"cpu": "4"}

    with pytest.raises(ValueError, match="nothing else"):
        limitrange.decode(body)
