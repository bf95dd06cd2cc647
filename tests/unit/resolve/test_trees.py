"""Quota trees: who has a node, what it is guaranteed, what it keeps."""

from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from tenantry.program import PoolTree, Program, TreeNode
from tests.support.programs import program_of, small_program, small_trees, spec_of


def nodes(tree: PoolTree) -> dict[str, TreeNode]:
    return {node.name.partition(".")[2]: node for node in tree.root.walk()}


def train(program: Program) -> dict[str, TreeNode]:
    return nodes(program.trees["h100-train"])  # type: ignore[index]


def test_every_level_keeps_what_those_below_are_not_promised() -> None:
    kept = {name: node.nominal for name, node in train(small_program()).items()}

    assert kept == {
        "": 8,
        "research": 8,
        "nlp": 40,
        "nlp.pretraining": 0,
        "nlp.pretraining.training": 0,
        "vision": 32,
        "vision.detection": 8,
        "vision.detection.training": 0,
        "search": 24,
        "search.ranking": 0,
        "search.ranking.training": 0,
    }


def test_a_grant_is_paid_by_the_unallocated_part_and_by_no_sibling() -> None:
    trees = small_trees()
    del trees["Grant", "vision", "cvpr-deadline"]

    without, with_grant = train(program_of(trees)), train(small_program())

    assert with_grant[""].nominal == without[""].nominal - 16
    assert with_grant["vision"].guaranteed == without["vision"].guaranteed + 16
    assert with_grant["research"].guaranteed == without["research"].guaranteed + 16
    assert with_grant["nlp"] == without["nlp"]


def test_a_grant_that_begins_later_makes_a_tree_for_its_first_day() -> None:
    trees = small_trees()
    spec_of(trees, "Grant", "cvpr-deadline", "vision").update({"from": "2026-12-01", "until": "2026-12-05"})

    program = program_of(trees)

    (later,) = program.later_trees
    assert (later.pool, later.day) == ("h100-train", date(2026, 12, 1))
    assert nodes(later)["vision"].guaranteed == train(program)["vision"].guaranteed + 16


def test_a_tenant_without_a_line_shares_what_its_parent_may_use_and_keeps_nothing() -> None:
    trees = small_trees()
    spec_of(trees, "Tenant", "nlp")["quota"] = []

    node = train(program_of(trees))["nlp"]

    assert (node.guaranteed, node.nominal, node.weight) == (0, 0, 1)
    assert node.borrow.is_unlimited
    assert node.lend.is_unlimited


def test_a_parent_without_a_line_passes_through_what_its_children_are_promised() -> None:
    slices = nodes(small_program().trees["h100-slices"])  # type: ignore[index]

    assert (slices["research"].guaranteed, slices["research"].nominal) == (7, 0)


def test_a_dedicated_pool_is_its_holders_without_a_line() -> None:
    dedicated = nodes(small_program().trees["h100-finance"])  # type: ignore[index]

    assert set(dedicated) == {"", "finance", "finance.risk", "finance.risk.inference", "finance.risk.training"}
    assert (dedicated["finance"].guaranteed, dedicated["finance"].nominal, dedicated[""].nominal) == (8, 2, 0)


def test_a_class_that_never_borrows_has_a_queue_only_where_its_project_holds_a_line_for_it() -> None:
    trees = small_trees()
    spec_of(trees, "Project", "serving", "vision")["quota"] = []

    program = program_of(trees)

    assert "vision.serving.inference" not in nodes(program.trees["h100-infer"])  # type: ignore[index]
    assert all(project.namespace != "vision-serving" for place in program.placements for project in place.projects)


def test_access_ends_silently_where_the_profile_does_not_fit() -> None:
    trees = small_trees()
    spec_of(trees, "Tenant", "nlp").update({"isolation": "strict", "quota": []})

    assert "nlp" not in train(program_of(trees))


def test_what_is_retired_has_no_guarantee_and_stays_in_the_tree() -> None:
    trees = small_trees()
    spec_of(trees, "Tenant", "vision")["state"] = "retired"

    tree = train(program_of(trees))

    assert tree["vision"].guaranteed == 0
    assert tree["vision.detection.training"].state == "retired"
    assert tree["research"].nominal == 72 - 40


def test_the_stricter_state_of_line_project_and_tenants_holds() -> None:
    trees = small_trees()
    spec_of(trees, "Tenant", "vision")["quota"][0]["state"] = "held"
    spec_of(trees, "Project", "detection", "vision")["state"] = "draining"

    tree = train(program_of(trees))

    assert tree["vision"].state == "held"
    assert tree["vision"].guaranteed == 40
    assert tree["vision.detection.training"].state == "draining"


@given(
    st.integers(0, 120),
    st.integers(0, 60),
    st.integers(0, 60),
    st.integers(0, 60),
    st.integers(0, 60),
    st.integers(0, 60),
)
def test_the_nominal_quotas_of_a_tree_always_sum_to_what_is_for_sale(
    research: int, vision: int, nlp: int, search: int, detection: int, granted: int
) -> None:
    trees = small_trees()
    for tenant, units in (("research", research), ("vision", vision), ("nlp", nlp), ("search", search)):
        spec_of(trees, "Tenant", tenant)["quota"][0]["guaranteed"] = units
    spec_of(trees, "Project", "detection", "vision")["quota"][0]["guaranteed"] = detection
    spec_of(trees, "Grant", "cvpr-deadline", "vision")["units"] = granted

    tree = train(program_of(trees))

    assert sum(node.nominal for node in tree.values()) == 120
    for node in tree.values():
        assert node.guaranteed == node.nominal + sum(child.guaranteed for child in node.children)
