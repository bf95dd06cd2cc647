"""Names of the domain: distinct types, what they may look like, how they are joined.

Pure. Limits are those of Kubernetes: a DNS label has 63 characters, a label value 63, most object names 253.
"""

import hashlib
import re
from typing import NewType

ClusterName = NewType("ClusterName", str)
PoolName = NewType("PoolName", str)
ClassName = NewType("ClassName", str)
TenantName = NewType("TenantName", str)
ProjectName = NewType("ProjectName", str)
PriorityName = NewType("PriorityName", str)
ProfileName = NewType("ProfileName", str)
RoleName = NewType("RoleName", str)
NamespaceName = NewType("NamespaceName", str)

DNS_LABEL_MAX = 63
LABEL_VALUE_MAX = 63
OBJECT_NAME_MAX = 253

_DNS_LABEL = re.compile(r"[a-z0-9]([-a-z0-9]*[a-z0-9])?\Z")
_HASH_CHARACTERS = 10


def is_dns_label(text: str) -> bool:
    """Whether `text` is an RFC 1123 label: 1 to 63 of a-z, 0-9 and inner dashes."""
    return len(text) <= DNS_LABEL_MAX and _DNS_LABEL.match(text) is not None


def is_dns_subdomain(text: str) -> bool:
    """Whether `text` is dot-joined DNS labels of at most 253 characters in all."""
    return len(text) <= OBJECT_NAME_MAX and all(is_dns_label(part) for part in text.split("."))


def join_dotted(*parts: str) -> str:
    """Parts joined with dots, which no part can hold, so that no two tuples of parts share a name.

    Over 253 characters the name keeps a readable prefix and ends in `-` plus a hash of the whole tuple.
    """
    return bounded(".".join(parts), limit=OBJECT_NAME_MAX, identity=parts)


def namespace_name(tenant: str, project: str) -> NamespaceName:
    """`<tenant>-<project>`; dashes may make two pairs meet, which a check refuses. Hash of the pair over 63."""
    return NamespaceName(bounded(f"{tenant}-{project}", limit=DNS_LABEL_MAX, identity=(tenant, project)))


def bounded(name: str, *, limit: int, identity: tuple[str, ...]) -> str:
    """`name`, or where it is longer than `limit` its prefix plus `-` and 10 hex digits over `identity`."""
    if len(name) <= limit:
        return name
    digest = hashlib.blake2b("\0".join(identity).encode(), digest_size=_HASH_CHARACTERS // 2).hexdigest()
    return f"{name[: limit - _HASH_CHARACTERS - 1].rstrip('-.')}-{digest}"
