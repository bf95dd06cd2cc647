from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds.resourcegroup import (
    Ration,
    decode_groups,
    decode_weight,
    encode_groups,
    encode_weight,
    listed_beside_unit,
)
from tenantry.quantity import Amount, Quantity
from tests.unit.kinds.pooltrees import amounts, pool

rations = st.builds(
    Ration,
    flavor=st.sampled_from(("h100", "cpu")),
    resource=st.sampled_from(("nvidia.com/gpu", "cpu")),
    nominal=st.integers(0, 10**6),
    borrow=amounts,
    lend=amounts,
)
listed_resources = st.lists(
    st.tuples(
        st.sampled_from(("memory", "rdma/hca")),
        st.builds(Quantity, st.integers(0, 10**15), binary=st.booleans()),
    ),
    max_size=2,
    unique_by=lambda item: item[0],
).map(tuple)


@given(rations, listed_resources)
@settings(max_examples=60)
def test_groups_read_back_as_written(ration: Ration, listed: tuple[tuple[str, Quantity], ...]) -> None:
    assert decode_groups(encode_groups(ration, listed)) == (ration, listed)


@given(st.integers(0, 10**6))
@settings(max_examples=30)
def test_a_weight_is_a_canonical_text_and_reads_back(weight: int) -> None:
    encoded = encode_weight(weight)

    assert isinstance(encoded["weight"], str)
    assert decode_weight(encoded) == weight


def test_the_unit_comes_first_and_everything_is_in_the_order_of_covered_resources() -> None:
    ration = Ration("h100", "nvidia.com/gpu", 1000, Amount.of(0), Amount.of(2500))

    (group,) = encode_groups(ration, listed_beside_unit(pool("h100", for_sale=1000)))

    assert group == {
        "coveredResources": ["nvidia.com/gpu", "cpu", "memory", "ephemeral-storage", "rdma/hca"],
        "flavors": [
            {
                "name": "h100",
                "resources": [
                    {
                        "name": "nvidia.com/gpu",
                        "nominalQuota": "1k",
                        "borrowingLimit": "0",
                        "lendingLimit": "2500",
                    },
                    {"name": "cpu", "nominalQuota": "23k"},
                    {"name": "memory", "nominalQuota": "248000Gi"},
                    {"name": "ephemeral-storage", "nominalQuota": "3000Ti"},
                    {"name": "rdma/hca", "nominalQuota": "1k"},
                ],
            }
        ],
    }


def test_a_pool_of_cores_rations_cpu_and_lists_it_once() -> None:
    listed = listed_beside_unit(pool("general", for_sale=64, resource="cpu", devices=()))

    assert [name for name, _ in listed] == ["memory", "ephemeral-storage"]


def test_other_devices_are_listed_by_name() -> None:
    listed = listed_beside_unit(pool("h100", for_sale=2, devices=(("vendor/b", 1), ("vendor/a", 1))))

    assert [name for name, _ in listed[3:]] == ["vendor/a", "vendor/b"]
