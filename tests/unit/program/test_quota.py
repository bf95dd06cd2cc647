from dataclasses import replace

from tests.support.programs import small_program


def test_a_tree_finds_every_tenants_node_also_below_a_department() -> None:
    for tree in small_program().trees.values():
        nodes = {each.tenant: each for each in tree.root.walk() if each.level == "tenant"}

        assert tree.tenants == nodes


def test_a_tree_with_another_root_finds_the_nodes_of_that_root() -> None:
    tree = small_program().trees["h100-train"]

    assert replace(tree, root=replace(tree.root, children=())).tenants == {}
