"""Rights as people read them: verbs by resources, with those first that lead further than they say.

Pure. Which rights count as privileged is a list of docs/plan.md.
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from tenantry.effect.rights import Right

READS: Final = ("get", "list", "watch")
WRITES: Final = ("create", "update", "patch", "delete")
_ORDER: Final = (*READS, *WRITES, "deletecollection")

_RBAC: Final = "rbac.authorization.k8s.io"
_HANDS_OUT: Final = frozenset({"escalate", "bind"})
_INTO: Final = frozenset({"exec", "attach", "portforward", "proxy", "ephemeralcontainers"})
_OVER_ALL: Final = frozenset({"namespaces", "nodes"})
_GIVES: Final = frozenset({"roles", "rolebindings", "clusterroles", "clusterrolebindings"})


class Allowance(NamedTuple):
    """Every verb on every resource (`pods/exec`, `jobs.batch`); `privileged` where it leads further than it says."""

    verbs: tuple[str, ...]
    resources: tuple[str, ...]
    privileged: bool

    @property
    def changes(self) -> bool:
        """Whether it does more than read."""
        return any(verb not in READS for verb in self.verbs)


def allowances(rights: Iterable[Right]) -> tuple[Allowance, ...]:
    """All rights, privileged ones first, then what changes things, then what only reads."""
    by_resource: dict[tuple[bool, str], set[str]] = {}
    for right in rights:
        by_resource.setdefault((is_privileged(right), _resource(right)), set()).add(right.verb)
    by_verbs: dict[tuple[bool, tuple[str, ...]], list[str]] = {}
    for (privileged, resource), verbs in by_resource.items():
        by_verbs.setdefault((privileged, tuple(sorted(verbs, key=_rank))), []).append(resource)
    found = (Allowance(verbs, tuple(sorted(names)), privileged) for (privileged, verbs), names in by_verbs.items())
    return tuple(sorted(found, key=lambda one: (not one.privileged, not one.changes, -len(one.resources), one)))


def is_privileged(right: Right) -> bool:
    """Whether it opens secrets, running containers, other identities, rights of others, or everything."""
    verb, group, resource = right
    plural, _, subresource = resource.partition("/")
    reads = verb in READS
    return (
        "*" in (verb, group, plural, subresource)
        or verb in _HANDS_OUT
        or verb.startswith("impersonate")
        or (group == "" and plural == "secrets" and reads)
        or (group == "" and subresource in _INTO)
        or (group == "" and resource == "serviceaccounts/token")
        or (group == "" and plural in _OVER_ALL and not reads)
        or (group == _RBAC and plural in _GIVES and not reads)
    )


def _resource(right: Right) -> str:
    """As roles are written: `deployments.apps/scale`."""
    plural, slash, subresource = right.resource.partition("/")
    return f"{plural}{'.' if right.api_group else ''}{right.api_group}{slash}{subresource}"


def _rank(verb: str) -> tuple[int, str]:
    return (_ORDER.index(verb) if verb in _ORDER else len(_ORDER), verb)
