import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import poddisruptionbudget, prometheusrule, service
from tenantry.kinds.base import Kind
from tenantry.kinds.carried import Carried
from tests.unit.kinds.emission import metas

KINDS = [service.KIND, poddisruptionbudget.KIND, prometheusrule.KIND]
AS_THEY_CAME = [poddisruptionbudget.KIND, prometheusrule.KIND]
"""All but the Service, whose defaults are spelled out."""

payloads = st.dictionaries(
    st.sampled_from(("spec", "data", "extra")), st.dictionaries(st.text(max_size=2), st.integers())
)


@pytest.mark.parametrize("kind", AS_THEY_CAME, ids=lambda kind: kind.kind)
def test_what_an_addon_brought_reads_back_as_it_came(kind: Kind) -> None:
    @given(st.builds(Carried, meta=metas, payload=payloads))
    @settings(max_examples=30)
    def round_trip(written: Carried) -> None:
        body = kind.encode(written)
        assert (body["apiVersion"], body["kind"]) == (kind.api_version, kind.kind)
        assert kind.decode(body) == written

    round_trip()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.kind)
def test_no_part_of_a_program_needs_one(kind: Kind) -> None:
    assert (kind.of_placement, kind.of_cluster, kind.of_fleet) == (None, None, None)
    assert kind.topic == "addons"
