from hypothesis import given, settings
from hypothesis import strategies as st

from tenantry.ir import Body
from tenantry.kinds import resourceflavor
from tenantry.kinds.resourceflavor import ResourceFlavor
from tenantry.program import Pool, PoolTree, Taint
from tests.unit.kinds.pooltrees import TODAY, emit, metas, node, pool, program

taints = st.builds(
    Taint,
    key=st.sampled_from(("a", "example.com/pool")),
    value=st.sampled_from(("", "h100")),
    effect=st.sampled_from(("NoSchedule", "PreferNoSchedule", "NoExecute")),
)
flavors = st.builds(
    ResourceFlavor,
    meta=metas,
    node_labels=st.sampled_from(((), (("a", "1"), ("b", "")))),
    tolerated=st.lists(taints, max_size=3).map(tuple),
    topology=st.sampled_from(("", "h100")),
)


def flavor_of(each: Pool) -> Body:
    tree = PoolTree(each.name, TODAY, node("root", each.name, nominal=each.for_sale))
    (body,) = emit(program([each], [tree], {}), (resourceflavor.KIND,)).bodies
    return body


@given(flavors)
@settings(max_examples=60)
def test_a_flavor_reads_back_as_written(written: ResourceFlavor) -> None:
    assert resourceflavor.decode(resourceflavor.encode(written)) == written


def test_a_flavor_in_full() -> None:
    body = flavor_of(pool("h100", for_sale=8, topology=("example.com/rack", "kubernetes.io/hostname")))

    assert body == {
        "apiVersion": "kueue.x-k8s.io/v1beta2",
        "kind": "ResourceFlavor",
        "metadata": {
            "name": "h100",
            "labels": {"app.kubernetes.io/managed-by": "tenantry"},
            "annotations": {
                "argocd.argoproj.io/sync-options": "Prune=confirm,Delete=confirm",
                "argocd.argoproj.io/sync-wave": "-3",
                "tenants.example.com/source": "Pool h100",
            },
        },
        "spec": {
            "nodeLabels": {"tenants.example.com/pool": "h100"},
            "tolerations": [
                {
                    "key": "tenants.example.com/pool",
                    "operator": "Equal",
                    "value": "h100",
                    "effect": "NoSchedule",
                }
            ],
            "topologyName": "h100",
        },
    }


def test_a_pool_without_topology_names_none() -> None:
    assert "topologyName" not in flavor_of(pool("h100", for_sale=8))["spec"]


def test_a_taint_without_value_is_tolerated_without_one() -> None:
    body = flavor_of(pool("h100", for_sale=8, taints=(Taint("example.com/gpu", "", "NoExecute"),)))

    assert body["spec"]["tolerations"] == [{"key": "example.com/gpu", "operator": "Equal", "effect": "NoExecute"}]
