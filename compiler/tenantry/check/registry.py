"""What a check is, what it is asked about, and how all of them are run.

Pure. A check is one function with a code: it may read the whole program and reports only on the subject it was given.
Checks do not raise for bad input, print, or repair; their order never matters.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, Generic, TypeVar

from tenantry.diagnostics import Code, Diagnostic, DocumentRef, Severity, Where
from tenantry.diagnostics.codes import quota
from tenantry.diagnostics.codes.isolation import TN475, TN490, TN493
from tenantry.program import (
    Cluster,
    Fleet,
    Grant,
    IsolationProfile,
    Link,
    Pool,
    PoolTree,
    Program,
    Project,
    QuotaLine,
    RoleProfile,
    Tenant,
    WorkloadClass,
)
from tenantry.records import record

S = TypeVar("S")

_QUOTA = frozenset(vars(quota))
_CONSEQUENCES = frozenset({TN475, TN490, TN493})
"""Queues that are gone, volumes without their project or storage: mostly because a line or a pool no longer fits."""


@record
class Check(Generic[S]):
    """A function that finds one kind of mistake in one kind of subject."""

    code: Code
    subject: type[S]
    function: Callable[[Program, S], Iterable[Diagnostic]]


def check(code: Code, subject: type[S]) -> Callable[[Callable[[Program, S], Iterable[Diagnostic]]], Check[S]]:
    """Makes a function a check of `subject` under `code`."""

    def register(function: Callable[[Program, S], Iterable[Diagnostic]]) -> Check[S]:
        return Check(code, subject, function)

    return register


def subjects(program: Program, kind: type[Any]) -> Iterator[Any]:
    """All things of a kind, in the program's order; a `PoolTree` for today first, then for later days."""
    by_kind: dict[type[Any], Iterable[Any]] = {
        Fleet: (program.fleet,),
        Cluster: program.clusters.values(),
        Pool: program.pools.values(),
        WorkloadClass: program.classes.values(),
        IsolationProfile: program.profiles.values(),
        RoleProfile: program.roles.values(),
        Tenant: program.tenants.values(),
        Project: program.projects.values(),
        QuotaLine: program.lines,
        Grant: program.grants,
        Link: program.links,
        PoolTree: (*program.trees.values(), *program.later_trees),
        Program: (program,),
    }
    return iter(by_kind[kind])


def run(checks: Iterable[Check[Any]], program: Program, damaged: frozenset[DocumentRef]) -> list[Diagnostic]:
    """What all checks find. Silent about documents that are damaged already, their tenants' things, and, where a
    fleet-owned document is damaged, about everything: what follows from a mistake is not said twice."""
    if any(_is_fleet_owned(ref) for ref in damaged):
        return []
    damaged_tenants = {ref.tenant or ref.name for ref in damaged if ref.kind == "Tenant"}
    program = _remembering_the_sound(program, damaged)
    found = []
    for one in checks:
        for subject in subjects(program, one.subject):
            for diagnostic in one.function(program, subject):
                if not _follows(diagnostic, damaged, damaged_tenants):
                    found.append(diagnostic)
    return _without_consequences(found)


def _without_consequences(found: list[Diagnostic]) -> list[Diagnostic]:
    """What is found, without what is missing only as long as a promise or a pool is wrong, or a queue is gone."""
    if any(one.severity is Severity.ERROR and one.code.code in _QUOTA for one in found):
        return [one for one in found if one.code not in _CONSEQUENCES]
    if any(one.code == TN475 for one in found):
        return [one for one in found if one.code == TN475 or one.code not in _CONSEQUENCES]
    return found


def _remembering_the_sound(program: Program, damaged: frozenset[DocumentRef]) -> Program:
    """The program without the past of what may be missing only because a document is damaged: of a Project its own;
    of a Tenant everything, because tenants below it are left out with it."""
    before = program.before
    projects = {ref for ref in damaged if ref.kind == "Project"}
    if any(ref.kind == "Tenant" for ref in damaged):
        return replace(program, before=replace(before, states={}, queues={}))
    if not projects:
        return program
    states = {ref: state for ref, state in before.states.items() if ref not in projects}
    queues = {key: state for key, state in before.queues.items() if key.project not in projects}
    return replace(program, before=replace(before, states=states, queues=queues))


def _is_fleet_owned(ref: DocumentRef) -> bool:
    return not ref.tenant and ref.kind != "Tenant"


def _follows(diagnostic: Diagnostic, damaged: frozenset[DocumentRef], damaged_tenants: set[str]) -> bool:
    where = diagnostic.where
    if not isinstance(where, Where) or not isinstance(where.document, DocumentRef):
        return False
    ref = where.document
    return ref in damaged or (ref.tenant or (ref.name if ref.kind == "Tenant" else "")) in damaged_tenants
