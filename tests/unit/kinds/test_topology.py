from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.kinds import topology
from tenantry.kinds.topology import Topology
from tenantry.program import PoolTree
from tests.unit.kinds.pooltrees import TODAY, emit, metas, node, pool, program

LEVELS = ("example.com/block", "example.com/rack", "kubernetes.io/hostname")

topologies = st.builds(
    Topology, meta=metas, levels=st.lists(st.sampled_from(LEVELS), min_size=1, unique=True).map(tuple)
)


@given(topologies)
@settings(max_examples=30)
def test_a_topology_reads_back_as_written(written: Topology) -> None:
    assert topology.decode(topology.encode(written)) == written


def test_only_a_pool_with_levels_has_a_topology_and_its_levels_keep_their_order() -> None:
    pools = [pool("flat", for_sale=1), pool("h100", for_sale=1, topology=LEVELS)]
    trees = [PoolTree(each.name, TODAY, node("root", each.name, nominal=1)) for each in pools]

    (body,) = emit(program(pools, trees, {}), (topology.KIND,)).bodies

    assert body == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "Topology",
        "metadata": {
            "name": "h100",
            "labels": {"app.kubernetes.io/managed-by": "tenantry"},
            "annotations": {
                "argocd.argoproj.io/sync-options": "Prune=confirm,Delete=confirm",
                "argocd.argoproj.io/sync-wave": "-4",
                "tenants.example.com/source": "Pool h100",
            },
        },
        "spec": {"levels": [{"nodeLabel": label} for label in LEVELS]},
    }
