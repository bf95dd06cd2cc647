"""Every kind is read; what is left out becomes what its description says."""

from datetime import date
from decimal import Decimal
from ipaddress import ip_network

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.diagnostics import DocumentRef
from tenantry.model import KINDS, ProjectEnd
from tenantry.model.base import Strict
from tenantry.model.faults import MESSAGES_MAX
from tenantry.model.load import load_tree
from tenantry.program import Port
from tenantry.quantity import Duration, Quantity
from tests.unit.model.documents import PLACE, edited, loaded, tree, without


@pytest.mark.parametrize("kind", KINDS)
def test_the_example_of_every_kind_loads(kind: str) -> None:
    assert type(loaded(tree(kind))) is KINDS[kind]


def test_a_document_knows_its_identity() -> None:
    assert loaded(tree("Project")).ref == DocumentRef("Project", "detection", "vision")
    assert loaded(tree("Tenant")).ref == DocumentRef("Tenant", "vision")
    assert loaded(tree("Pool")).ref == DocumentRef("Pool", "h100-train")


def test_values_with_a_unit_become_exact_values() -> None:
    pool, grant, link = loaded(tree("Pool")), loaded(tree("Grant")), loaded(tree("Link"))

    assert pool.spec.node.memory == Quantity.parse("2Ti")
    assert pool.spec.price == Decimal("2.60")
    assert loaded(tree("WorkloadClass")).spec.max_run_time == Duration.parse("7d")
    assert (grant.spec.from_, grant.spec.until) == (date(2026, 11, 20), date(2026, 12, 5))
    assert link.spec.from_ == ProjectEnd("vision", "detection")  # type: ignore[arg-type]
    assert link.spec.ports == (Port(8080, 8080, "TCP"),)
    assert loaded(tree("IsolationProfile")).spec.network.egress[0].except_ == (ip_network("10.20.9.0/24"),)


def test_a_price_is_exactly_what_was_written() -> None:
    assert loaded(edited("Pool", ("spec", "price"), 0.1)).spec.price == Decimal("0.1")


def test_a_range_of_ports_holds_both_ends() -> None:
    link = loaded(edited("Link", ("spec", "ports"), ["8000-8100/UDP"]))

    assert link.spec.ports == (Port(8000, 8100, "UDP"),)
    assert str(link.spec.ports[0]) == "8000-8100/UDP"


@pytest.mark.parametrize("written", [4, "4", 4.0, "4000m"])
def test_a_quantity_may_be_a_number_or_text(written: object) -> None:
    assert loaded(edited("Pool", ("spec", "node", "cpu"), written)).spec.node.cpu == Quantity.of_units(4)


def test_what_a_tenant_leaves_out_means_what_is_said() -> None:
    whole = tree("Tenant")
    whole["spec"] = {"displayName": "Vision", "owners": [{"user": "ada"}]}

    spec = loaded(whole).spec

    assert (spec.parent, spec.isolation, spec.priorities, spec.clusters, spec.cost_center) == (None,) * 5
    assert (spec.members, spec.quota, spec.labels, spec.state) == ((), (), {}, "active")


def test_a_quota_line_without_limits_has_none_and_weight_1() -> None:
    (line, *_) = loaded(edited("Tenant", ("spec", "quota"), [{"pool": "h100-train"}])).spec.quota

    assert (line.guaranteed, line.borrow, line.lend, line.weight, line.state) == (0, None, None, 1, "active")


def test_a_limit_of_0_is_not_the_same_as_no_limit() -> None:
    (line,) = loaded(edited("Tenant", ("spec", "quota"), [{"pool": "a", "borrow": 0, "lend": 0}])).spec.quota

    assert (line.borrow, line.lend) == (0, 0)


def test_nodes_keep_nothing_for_the_system_when_nothing_is_said() -> None:
    reserved = loaded(without("Pool", ("spec", "systemReserved"))).spec.system_reserved

    assert (reserved.cpu, reserved.memory, reserved.ephemeral_storage) == (Quantity.of_units(0),) * 3


def test_counts_left_out_have_their_own_defaults() -> None:
    counts = loaded(edited("IsolationProfile", ("spec", "counts"), {"pods": 7})).spec.counts

    assert (counts.pods, counts.services, counts.jobs) == (7, 50, 500)


def test_a_profile_that_only_names_its_level_is_complete() -> None:
    whole = tree("IsolationProfile")
    whole["spec"] = {"podSecurity": "baseline"}

    spec = loaded(whole).spec

    assert (spec.network.talks_within, spec.network.links, spec.network.egress) == ("project", True, ())
    assert (spec.services, spec.counts.pods, spec.unqueued.cpu) == (("ClusterIP",), 500, Quantity.of_units(0))


def test_models_cannot_be_changed() -> None:
    spec = loaded(tree("Tenant")).spec

    with pytest.raises(ValueError, match="frozen"):
        spec.display_name = "other"


def test_every_field_of_every_model_is_described_with_what_leaving_it_out_means() -> None:
    for model in _models(Strict):
        for name, field in model.model_fields.items():
            assert field.description, f"{model.__name__}.{name}"
            assert field.is_required() or "eft out" in field.description or "eeded" in field.description, (
                f"{model.__name__}.{name}: {field.description}"
            )


def _models(model: type[Strict]) -> list[type[Strict]]:
    """The models that no other model refines: what they share is looked at through them."""
    below = [one for sub in model.__subclasses__() for one in _models(sub)]
    return below or [model]


_scalars = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False), st.text(max_size=12),
    st.sampled_from(["2x", "1.2.3.4/33", "0/TCP", "2026-02-30", "7q", "", " ", "a/b", "9" * 60, "kubernetes.io/x"]),
)  # fmt: skip
_values = st.recursive(
    _scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


def _paths(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    entries = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [found for key, inner in entries for found in [(*path, key), *_paths(inner, (*path, key))]]


@settings(max_examples=250, deadline=None)
@given(st.data())
def test_random_edits_of_documents_give_a_model_or_a_few_messages_and_never_raise(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(list(KINDS)))
    whole = tree(kind)
    for _ in range(data.draw(st.integers(1, 3))):
        paths = _paths(whole)
        path = data.draw(st.sampled_from(paths)) if paths else ()
        target = whole
        for part in path[:-1]:
            target = target[part]  # type: ignore[index]
        action = data.draw(st.sampled_from(["set", "remove", "add"]))
        if action == "set" and path:
            target[path[-1]] = data.draw(_values)  # type: ignore[index]
        elif action == "remove" and path:
            del target[path[-1]]  # type: ignore[arg-type]
        elif isinstance(target, dict):
            target[data.draw(st.text(max_size=8))] = data.draw(_values)

    document, found = load_tree(whole, PLACE)

    assert (document is None) == bool(found)
    assert len(found) <= MESSAGES_MAX
    assert all(one.message and one.where.document == PLACE for one in found)  # type: ignore[union-attr]
    assert len({(one.where, one.code) for one in found}) == len(found)
