"""Service: the defaults that the API server would put in are written out; what it allots is not."""

from typing import Any

import pytest
from hypothesis import find

from tenantry.kinds.carried import Carried
from tenantry.kinds.service import KIND
from tests.unit.kinds.emission import metas

META = find(metas, lambda _: True)

PLAIN = {"sessionAffinity": "None", "type": "ClusterIP", "internalTrafficPolicy": "Cluster"}
OUTSIDE = {"externalTrafficPolicy": "Cluster", "internalTrafficPolicy": "Cluster", "sessionAffinity": "None"}


@pytest.mark.parametrize(
    ("written", "emitted"),
    [
        pytest.param({"selector": {"app": "a"}}, {"selector": {"app": "a"}, **PLAIN}, id="nothing said"),
        pytest.param(
            {"ports": [{"port": 80}]},
            {"ports": [{"port": 80, "targetPort": 80, "protocol": "TCP"}], **PLAIN},
            id="a port",
        ),
        pytest.param(
            {"ports": [{"port": 80, "targetPort": "http", "protocol": "UDP"}]},
            {"ports": [{"port": 80, "targetPort": "http", "protocol": "UDP"}], **PLAIN},
            id="a port with all it needs",
        ),
        pytest.param({"clusterIP": "None"}, {"clusterIP": "None", **PLAIN}, id="headless"),
        pytest.param({"type": "NodePort"}, {"type": "NodePort", **OUTSIDE}, id="node port"),
        pytest.param(
            {"type": "LoadBalancer", "externalTrafficPolicy": "Local"},
            {
                "type": "LoadBalancer",
                **OUTSIDE,
                "externalTrafficPolicy": "Local",
                "allocateLoadBalancerNodePorts": True,
            },
            id="load balancer",
        ),
        pytest.param(
            {"type": "ExternalName", "externalName": "db.example.com"},
            {"type": "ExternalName", "externalName": "db.example.com", "sessionAffinity": "None"},
            id="a name outside",
        ),
        pytest.param(
            {"externalIPs": ["10.0.0.1"]},
            {"externalIPs": ["10.0.0.1"], **PLAIN, "externalTrafficPolicy": "Cluster"},
            id="addresses outside",
        ),
        pytest.param(
            {"sessionAffinity": "ClientIP"},
            {**PLAIN, "sessionAffinity": "ClientIP", "sessionAffinityConfig": {"clientIP": {"timeoutSeconds": 10800}}},
            id="a client keeps its pod",
        ),
    ],
)
def test_spells_out_what_the_server_would_put_in(written: dict[str, Any], emitted: dict[str, Any]) -> None:
    body = KIND.encode(Carried(META, {"spec": written}))
    assert body["spec"] == emitted
    assert KIND.encode(KIND.decode(body)) == body


@pytest.mark.parametrize("payload", [{}, {"spec": "none"}, {"spec": {"ports": "many"}}, {"spec": {"ports": [1]}}])
def test_leaves_what_is_no_service_to_the_check_of_schemas(payload: dict[str, Any]) -> None:
    emitted = KIND.encode(Carried(META, payload))
    assert ("spec" in emitted) == ("spec" in payload)
    if isinstance(payload.get("spec"), dict):
        assert emitted["spec"]["ports"] == payload["spec"]["ports"]
