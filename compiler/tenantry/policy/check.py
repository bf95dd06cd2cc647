"""Every policy of a program: compiled, its examples run, and asked about the documents it is for.

Pure. The CEL engine is loaded only where there is a policy. Policies come by name, documents by name.
"""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Final

from tenantry.diagnostics import Diagnostic, DocumentRef, Note, Where
from tenantry.diagnostics.codes.policy import TN533, TN534, TN535
from tenantry.policy.cel import Exhausted, Failed
from tenantry.policy.compilation import Workshop
from tenantry.policy.hearing import Hearing
from tenantry.policy.remedy import remedy
from tenantry.policy.rule import Rule
from tenantry.policy.scopes import example_inputs
from tenantry.policy.subjects import Subject, Subjects
from tenantry.policy.waivers import Waivers
from tenantry.policy.wording import shown
from tenantry.program import Example, Program

_FACTS_MAX: Final = 4


def check_policies(program: Program, damaged: frozenset[DocumentRef] = frozenset()) -> list[Diagnostic]:
    """What policies find, or what is wrong with them; silent about documents that are damaged already.

    A policy that does not compile or whose examples come out wrong is asked nothing. Policies over manifests and at
    admission are asked about manifests elsewhere (`ManifestRules`), those over a change when there is one.
    """
    found: list[Diagnostic] = []
    workshop, subjects = Workshop(), Subjects(program)
    for policy in program.policies:
        rule, problems = workshop.rule(policy)
        if rule is not None:
            problems = run_examples(rule)
        found.extend(problems)
        if rule is None or problems:
            continue
        if policy.scope == "program":
            found.extend(_asked(program, subjects, rule, damaged))
        elif policy.scope == "change":
            found.extend(Waivers(policy, program.day).over())
    return found


def run_examples(rule: Rule) -> list[Diagnostic]:
    """Examples that do not come out as stated, in the order written; the first that cannot be computed is the last."""
    found = []
    for example in rule.policy.examples:
        problem = tried(rule, example)
        if problem is not None:
            found.append(problem)
            if problem.code is not TN533:
                break
    return found


def tried(rule: Rule, example: Example) -> Diagnostic | None:
    """What is wrong with an example, or None where it comes out as stated."""
    policy = rule.policy
    verdict = rule.judge(example_inputs(policy.scope, example.inputs))
    title = f"example `{example.name}` of policy `{policy.name}`"
    if isinstance(verdict.outcome, Exhausted):
        return Diagnostic(TN535, f"{title} takes more steps than an expression may", example.where)
    if isinstance(verdict.outcome, Failed):
        return Diagnostic(
            TN534,
            f"{title} cannot be computed: {verdict.outcome.reason}",
            example.where,
            notes=(Note("the expression", policy.expression_where),),
            help=remedy(
                verdict.outcome.reason,
                missing="give the example what the expression reads, or ask with has(...) where a key may be missing",
            ),
        )
    if verdict.passes is example.must_pass:
        return None
    stated, got = ("pass", "fails") if example.must_pass else ("fail", "passes")
    said = f": {verdict.message}" if verdict.message else ""
    return Diagnostic(
        TN533,
        f"{title} must {stated}, but {got}{said}",
        example.where,
        notes=(Note("the expression", policy.expression_where),),
        help="correct the expression or the example, whichever is not what is meant",
    )


def _asked(program: Program, subjects: Subjects, rule: Rule, damaged: frozenset[DocumentRef]) -> Iterable[Diagnostic]:
    hearing = Hearing(rule, program.day)
    fields = rule.fields()
    fleet = subjects.fleet(rule.fleet_sections())
    for kind in rule.policy.kinds:
        for subject in subjects.of(kind):
            if subject.ref not in damaged:
                hearing.ask(
                    str(subject.ref),
                    Where(subject.ref, ("metadata", "name")),
                    {"subject": subject.data, "fleet": fleet},
                    facts=partial(_facts, subject, fields),
                )
    return hearing.findings(all_asked=not damaged)


def _facts(subject: Subject, fields: tuple[str, ...]) -> Iterator[Note]:
    """The values that decided, each with the place that says so."""
    named = [field for field in fields if field in subject.data and field not in ("name", "kind", "tenant")]
    for field in named[:_FACTS_MAX]:
        yield Note(f"`{field}` {shown(subject.data[field])}", subject.place(field))
