"""Role profiles resolved: what a role extends is folded into it.

Pure. A role in or below a circle of `extends`, or that extends an unknown one, is left out.
"""

from typing import Final

from tenantry import model
from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Where
from tenantry.diagnostics.codes.references import TN305, TN308
from tenantry.names import RoleName
from tenantry.program import RoleProfile, RoleRule
from tenantry.resolve.directory import Directory

MAX_EXTENDED: Final = 16
"""Roles that a role may build on: its rules hold all of theirs, in every cluster."""


def resolve_roles(directory: Directory) -> dict[RoleName, RoleProfile]:
    """Every usable role by name; rules in the order of extension, those of the extended role first."""
    documents = {RoleName(document.ref.name): document for document in directory.of(model.RoleProfile)}
    rules: dict[RoleName, tuple[RoleRule, ...] | None] = {}
    depths: dict[RoleName, int] = {}
    for start in documents:
        _fold(directory, documents, rules, depths, start)
    return {
        name: RoleProfile(ref=document.ref, name=name, rules=folded)
        for name, document in documents.items()
        if (folded := rules[name]) is not None
    }


def _fold(
    directory: Directory,
    documents: dict[RoleName, model.RoleProfile],
    rules: dict[RoleName, tuple[RoleRule, ...] | None],
    depths: dict[RoleName, int],
    start: RoleName,
) -> None:
    trail: list[RoleName] = []
    name: RoleName | None = start
    inherited: tuple[RoleRule, ...] | None = ()
    while name is not None:
        if name in rules:
            inherited = rules[name]
            break
        if name in trail:
            directory.found.append(_circle(documents, trail[trail.index(name) :]))
            inherited = None
            break
        trail.append(name)
        document = documents[name]
        extended = document.spec.extends
        if extended is not None and not directory.knows(
            DocumentRef("RoleProfile", extended), document.ref, ("spec", "extends")
        ):
            inherited = None
            break
        name = extended
    depth = depths.get(name, 0) if name is not None else 0
    for one in reversed(trail):
        if inherited is not None and depth > MAX_EXTENDED:
            directory.found.append(_too_long(documents[one].ref, depth))
            inherited = None
        depth += 1
        inherited = None if inherited is None else (*inherited, *_own_rules(documents[one]))
        rules[one], depths[one] = inherited, depth


def _too_long(ref: DocumentRef, depth: int) -> Diagnostic:
    return Diagnostic(
        TN308,
        f"role `{ref.name}` builds on {depth} others through `extends`; at most {MAX_EXTENDED} are served",
        Where(ref, ("spec", "extends")),
        help="extend a role that builds on fewer others",
    )


def _circle(documents: dict[RoleName, model.RoleProfile], cycle: list[RoleName]) -> Diagnostic:
    """Said of the first role by name, so that it does not matter where the circle was entered."""
    start = cycle.index(min(cycle))
    first, *others = cycle[start:] + cycle[:start]
    return Diagnostic(
        TN305,
        f"role `{first}` extends itself: {' -> '.join([first, *others, first])}",
        Where(documents[first].ref, ("spec", "extends")),
        notes=tuple(
            Note(f"`{name}` extends `{documents[name].spec.extends}`", Where(documents[name].ref, ("spec", "extends")))
            for name in others
        ),
        help="remove `extends` from the smallest of them",
    )


def _own_rules(document: model.RoleProfile) -> tuple[RoleRule, ...]:
    """The document's rules, one per API group: `jobs.batch` is jobs of group batch, `pods/exec` of the core."""
    found: list[RoleRule] = []
    for index, rule in enumerate(document.spec.rules):
        by_group: dict[str, list[str]] = {}
        for written in rule.resources:
            resource, slash, subresource = written.partition("/")
            plural, _, group = resource.partition(".")
            by_group.setdefault(group, []).append(plural + slash + subresource)
        found.extend(
            RoleRule(
                api_group=group,
                resources=tuple(sorted(set(resources))),
                verbs=tuple(sorted(set(rule.verbs))),
                where=Where(document.ref, ("spec", "rules", index)),
            )
            for group, resources in sorted(by_group.items())
        )
    return tuple(found)
