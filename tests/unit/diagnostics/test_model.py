"""Documents by what they call themselves."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tenantry.diagnostics.model import DocumentRef

names = st.from_regex(r"[a-z]([a-z0-9.-]{0,8}[a-z0-9])?", fullmatch=True)


@given(st.sampled_from(["Tenant", "Project", "Addon", "Cluster"]), names, st.one_of(st.just(""), names))
def test_a_document_is_read_back_from_what_it_calls_itself(kind: str, name: str, tenant: str) -> None:
    document = DocumentRef(kind, name, tenant)

    assert DocumentRef.parse(str(document)) == document


@pytest.mark.parametrize("source", ["", "Tenant", "Tenant ", " vision"])
def test_a_source_that_names_no_document_is_our_fault_and_raises(source: str) -> None:
    with pytest.raises(ValueError, match="kind and a name"):
        DocumentRef.parse(source)
