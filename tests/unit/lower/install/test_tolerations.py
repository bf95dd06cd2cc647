from dataclasses import replace

from tenantry.lower.install.tolerations import toleration_fragments
from tenantry.program import Program, Taint
from tests.support.programs import small_program


def with_taints(*taints: Taint) -> Program:
    """The small fleet with the same taints on all pools."""
    program = small_program()
    return replace(program, pools={name: replace(pool, taints=taints) for name, pool in program.pools.items()})


def test_a_cluster_without_shared_nodes_lists_a_toleration_for_every_pool() -> None:
    program = small_program()
    cluster = replace(program.clusters["prod-a"], shared_nodes=0)  # type: ignore[index]

    (fragment,) = toleration_fragments(program, cluster)

    assert (fragment.path, fragment.source) == ("tolerations.yaml", "Cluster prod-a")
    assert fragment.body["tolerations"] == [
        {"key": "tenants.example.com/pool", "operator": "Equal", "value": pool, "effect": "NoSchedule"}
        for pool in ("cpu", "h100-finance", "h100-infer", "h100-slices", "h100-train")
    ]
    assert "every node\nbelongs to a pool" in fragment.comment
    assert "Who: " in fragment.comment
    assert "Check: " in fragment.comment


def test_a_cluster_with_shared_nodes_lists_them_for_what_runs_on_every_node_only() -> None:
    program = small_program()
    cluster = program.clusters["prod-a"]  # type: ignore[index]

    (with_shared,) = toleration_fragments(program, cluster)
    (without,) = toleration_fragments(program, replace(cluster, shared_nodes=0))

    assert with_shared.body == without.body
    assert "DaemonSets" in with_shared.comment
    assert "there are 2." in with_shared.comment


def test_equal_taints_of_pools_are_listed_once_and_one_without_a_value_has_none() -> None:
    program = with_taints(Taint("gpu", "", "NoSchedule"), Taint("burn-in", "yes", "NoExecute"))

    (fragment,) = toleration_fragments(program, program.clusters["prod-a"])  # type: ignore[index]

    assert fragment.body["tolerations"] == [
        {"key": "burn-in", "operator": "Equal", "value": "yes", "effect": "NoExecute"},
        {"key": "gpu", "operator": "Equal", "effect": "NoSchedule"},
    ]


def test_where_taints_keep_no_pod_away_there_is_nothing_to_merge() -> None:
    program = with_taints(Taint("gpu", "", "PreferNoSchedule"))

    assert list(toleration_fragments(program, program.clusters["prod-a"])) == []  # type: ignore[index]
