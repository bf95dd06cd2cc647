"""Names: what fits stays readable, what does not gets a hash of the whole tuple."""

from hypothesis import given
from hypothesis import strategies as st

from tenantry.names import DNS_LABEL_MAX, is_dns_label, join_dotted, namespace_name

LABELS = st.from_regex(r"[a-z0-9]([-a-z0-9]{0,60}[a-z0-9])?", fullmatch=True)


@given(LABELS, LABELS)
def test_a_namespace_is_always_a_dns_label(tenant: str, project: str) -> None:
    assert is_dns_label(namespace_name(tenant, project))


def test_a_short_namespace_is_tenant_dash_project() -> None:
    assert namespace_name("vision", "detection") == "vision-detection"


def test_a_long_namespace_keeps_a_readable_prefix_and_tells_pairs_apart() -> None:
    one, other = namespace_name("a" * 40, "b" * 40), namespace_name("a" * 41, "b" * 39)

    assert one.startswith("a" * 40 + "-b")
    assert len(one) == DNS_LABEL_MAX
    assert one != other


@given(st.lists(LABELS, min_size=1, max_size=4), st.lists(LABELS, min_size=1, max_size=4))
def test_different_parts_never_share_a_dotted_name(one: list[str], other: list[str]) -> None:
    assert (join_dotted(*one) == join_dotted(*other)) == (one == other)


def test_parts_with_dashes_do_not_collide_where_dashes_would() -> None:
    assert join_dotted("a-b", "c") != join_dotted("a", "b-c")
