"""The law of inheritance: the nearest that says something wins, and it is known what it overrode."""

from typing import Any

from tenantry.diagnostics import DocumentRef
from tenantry.program import BUILT_IN, Program, Sourced
from tests.support.programs import Trees, program_of, resolution_of, small_program, small_trees, spec_of


def chain(sourced: Sourced[Any]) -> list[tuple[Any, str]]:
    said = [(sourced.value, sourced.where), *sourced.overrode]
    return [(value, str(where.document)) for value, where in said]


def tenant(program: Program, name: str) -> Any:
    return program.tenants[name]  # type: ignore[index]


def test_a_value_comes_from_the_nearest_tenant_and_names_all_it_overrode() -> None:
    vision = tenant(small_program(), "vision")

    assert chain(vision.cost_center) == [
        ("R-110", "Tenant vision"),
        ("R-100", "Tenant research"),
        ("", str(BUILT_IN.document)),
    ]
    assert chain(vision.isolation) == [("baseline", "Fleet example")]


def test_isolation_and_priorities_come_down_from_the_parent() -> None:
    trees = small_trees()
    spec_of(trees, "Tenant", "research")["priorities"] = ["urgent"]
    del spec_of(trees, "Tenant", "vision")["priorities"]

    assert chain(tenant(program_of(trees), "vision").priorities) == [
        (("urgent",), "Tenant research"),
        (("normal",), "Fleet example"),
    ]


def test_labels_merge_by_key_and_the_nearest_wins() -> None:
    trees = small_trees()
    spec_of(trees, "Fleet", "example")["defaults"]["labels"] = {"team": "none", "site": "eu"}
    spec_of(trees, "Tenant", "vision")["labels"] = {"team": "vision"}

    labels = {key: value.value for key, value in tenant(program_of(trees), "vision").labels}

    assert labels == {"team": "vision", "site": "eu"}


def test_members_hold_in_all_projects_of_their_tenant_and_not_below_it() -> None:
    trees = small_trees()
    spec_of(trees, "Tenant", "research")["members"] = [{"group": "everyone", "role": "viewer"}]

    program = program_of(trees)
    detection = program.projects["vision", "detection"]  # type: ignore[index]

    assert [member.subject.name for member in detection.members] == ["oidc:vision-engineers", "oidc:vision-leads"]


def test_ancestors_run_from_the_parent_outwards() -> None:
    trees = small_trees()
    spec_of(trees, "Tenant", "research")["parent"] = "search"

    assert tenant(program_of(trees), "vision").ancestors == ("research", "search")


def test_a_circle_of_parents_is_said_once_and_what_hangs_on_it_stays_silent() -> None:
    trees = small_trees()
    spec_of(trees, "Tenant", "research")["parent"] = "vision"

    resolution = resolution_of(trees)

    assert [(one.code.code, one.message) for one in resolution.diagnostics] == [
        ("TN304", "tenant `research` is its own ancestor: research -> vision -> research")
    ]
    assert resolution.program is not None
    assert set(resolution.program.tenants) == {"finance", "search"}


def test_an_unknown_parent_is_said_once() -> None:
    trees = small_trees()
    spec_of(trees, "Tenant", "vision")["parent"] = "reserch"

    (found,) = resolution_of(trees).diagnostics

    assert found.code.code == "TN302"
    assert found.message == "Tenant `reserch` is not defined"
    assert "closest: `research`" in found.help


def test_a_thing_of_another_kind_is_told_from_one_that_is_not_there() -> None:
    trees = small_trees()
    spec_of(trees, "Tenant", "vision")["parent"] = "h100-train"

    (found,) = resolution_of(trees).diagnostics

    assert (found.code.code, found.message) == ("TN303", "`h100-train` is a Pool; a Tenant is needed here")


def test_a_broken_document_keeps_what_refers_to_it_silent() -> None:
    trees = small_trees()
    del trees["Tenant", "", "research"]

    silent = resolution_of_with_broken(trees, DocumentRef("Tenant", "research"))

    assert silent == []


def resolution_of_with_broken(trees: Trees, broken: DocumentRef) -> list[str]:
    from tenantry.diagnostics import FilePlace
    from tenantry.model.load import load_tree
    from tenantry.program import Before
    from tenantry.resolve import Placed, resolve

    placed = []
    for index, ((kind, owner, name), tree) in enumerate(trees.items()):
        folder = name if kind == "Tenant" else owner
        file = {"Tenant": "tenant", "Grant": "grants"}.get(kind, "rest")
        place = FilePlace(f"tenants/{folder}/{file}.yaml" if folder else "clusters/fleet.yaml", index)
        document, _ = load_tree(tree, place)
        assert document is not None
        placed.append(Placed(document, place))
    return [one.code.code for one in resolve(placed, [broken], Before()).diagnostics]
