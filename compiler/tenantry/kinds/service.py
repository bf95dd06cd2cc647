"""Service: a name and an address for pods, as addons bring it, with every default spelled out.

What the API server allots stays out: addresses, the families they are of, and node ports.
"""

from typing import Any, Final

from tenantry.ir import Body
from tenantry.kinds.base import Kind
from tenantry.kinds.carried import Carried, carried_kind

_CARRIED: Final = carried_kind("v1", "Service")
_CLIENT_IP_SECONDS: Final = 10_800
"""How long a client keeps its pod. Source: Kubernetes' default for sessionAffinity ClientIP."""


def _encode(service: Carried) -> Body:
    body = _CARRIED.encode(service)
    spec = body.get("spec")
    return {**body, "spec": _spelled_out(spec)} if isinstance(spec, dict) else body


def _spelled_out(spec: dict[str, Any]) -> dict[str, Any]:
    """The spec as the API server would complete it. Source: SetDefaults_Service of Kubernetes."""
    kind = spec.get("type", "ClusterIP")
    whole = {**spec, "sessionAffinity": spec.get("sessionAffinity", "None"), "type": kind}
    if kind != "ExternalName":
        whole.setdefault("internalTrafficPolicy", "Cluster")
    if kind in ("NodePort", "LoadBalancer") or (kind == "ClusterIP" and spec.get("externalIPs")):
        whole.setdefault("externalTrafficPolicy", "Cluster")
    if kind == "LoadBalancer":
        whole.setdefault("allocateLoadBalancerNodePorts", True)
    if whole["sessionAffinity"] == "ClientIP":
        whole.setdefault("sessionAffinityConfig", {"clientIP": {"timeoutSeconds": _CLIENT_IP_SECONDS}})
    ports = spec.get("ports")
    if isinstance(ports, list):
        whole["ports"] = [_spelled_out_port(port) if isinstance(port, dict) else port for port in ports]
    return whole


def _spelled_out_port(port: dict[str, Any]) -> dict[str, Any]:
    target = {"targetPort": port["port"]} if "port" in port else {}
    return {"protocol": "TCP", **target, **port}


KIND: Final = Kind(
    api_version=_CARRIED.api_version,
    kind=_CARRIED.kind,
    topic=_CARRIED.topic,
    encode=_encode,
    decode=_CARRIED.decode,
)
