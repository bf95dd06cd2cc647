"""What a namespace may do survives the way into annotations and back."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.admission.annotations import (
    DeviceShare,
    NamespaceFacts,
    QueueFacts,
    decode_namespace_annotations,
    namespace_annotations,
)

DOMAIN = "tenants.example.com"
names = st.from_regex(r"[a-z0-9]([-a-z0-9]{0,10}[a-z0-9])?", fullmatch=True)
resources = st.builds("{}.com/{}".format, names, names)
devices = st.builds(DeviceShare, resources, st.integers(0, 500), st.integers(1, 500))
queues = st.builds(
    QueueFacts,
    local_queue=st.builds("{}.{}".format, names, names),
    resource=st.one_of(st.just("cpu"), resources),
    unit_cpu_milli=st.integers(1, 10**7),
    unit_memory_mebibytes=st.integers(1, 10**7),
    default_priority=names,
    max_run_time_seconds=st.integers(0, 10**8),
    devices=st.lists(devices, max_size=2).map(tuple),
    unit_storage_mebibytes=st.integers(0, 10**7),
    node_labels=st.lists(st.tuples(resources, names), max_size=2).map(tuple),
)
facts = st.builds(
    NamespaceFacts,
    queues=st.lists(queues, max_size=3, unique_by=lambda queue: queue.local_queue).map(tuple),
    pool_labels=st.lists(st.tuples(resources, names), max_size=3).map(tuple),
    priorities=st.lists(names, max_size=3).map(tuple),
    images=st.lists(st.builds("{}.example.com:5000/{}/".format, names, names), max_size=3).map(tuple),
    services=st.lists(st.sampled_from(["ClusterIP", "NodePort"]), unique=True).map(tuple),
    nodes=st.sampled_from(["shared", "dedicated", "none"]),
    state=st.sampled_from(["active", "held", "draining", "retired"]),
    pod_defaults=st.one_of(st.none(), st.tuples(st.integers(0, 10**6), st.integers(0, 10**6))),
)


@given(facts)
@settings(max_examples=100)
def test_what_was_written_is_read_back(facts: NamespaceFacts) -> None:
    written = namespace_annotations(domain=DOMAIN, **facts._asdict())

    assert decode_namespace_annotations(DOMAIN, dict(written)) == facts


@given(facts)
@settings(max_examples=50)
def test_annotations_are_sorted_and_none_is_empty(facts: NamespaceFacts) -> None:
    written = namespace_annotations(domain=DOMAIN, **facts._asdict())

    assert list(written) == sorted(written)
    assert all(text for _, text in written)


def test_a_name_that_the_rules_could_not_take_apart_is_refused() -> None:
    with pytest.raises(ValueError, match="a,b"):
        namespace_annotations(
            domain=DOMAIN,
            queues=(),
            pool_labels=(),
            priorities=("a,b",),
            images=(),
            services=(),
            nodes="shared",
            state="active",
            pod_defaults=None,
        )
