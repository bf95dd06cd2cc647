"""Kinds that only addons bring: their metadata is ours, all else is carried as it came."""

from tenantry.ir import Body
from tenantry.kinds.base import Kind, Meta, decode_meta, envelope
from tenantry.records import record

_HEAD = ("apiVersion", "kind", "metadata")


@record
class Carried:
    """An object whose `payload` is all of its body but apiVersion, kind and metadata, in the order it came."""

    meta: Meta
    payload: Body


def carried_kind(api_version: str, kind: str) -> Kind:
    """The record of such a kind; no part of a program needs one, so it comes from nowhere but addons."""

    def encode(carried: Carried) -> Body:
        return envelope(api_version, kind, carried.meta) | carried.payload

    def decode(body: Body) -> Carried:
        return Carried(decode_meta(body), {key: value for key, value in body.items() if key not in _HEAD})

    return Kind(api_version=api_version, kind=kind, topic="addons", encode=encode, decode=decode)
