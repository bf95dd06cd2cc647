"""What a server said against what was expected, in words that name the question."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from tests.acceptance.access.asking import Asked, Verdict, ask, resolved_rules
from tests.acceptance.access.people import Cast
from tests.oracle.access_matrix import EVERYBODY, PATHS, Matrix
from tests.oracle.rbac import PathQuestion, Question, User
from tests.plane.api import Api, Object
from tests.plane.kubernetes import Kubernetes


class Oracle(Protocol):
    """Whoever says beforehand what a server must answer."""

    def allows(self, user: User, question: Question | PathQuestion) -> bool:
        """Whether the user may do it."""
        ...


def unequal(kubernetes: Kubernetes, oracle: Oracle, asked: Sequence[Asked]) -> list[str]:
    """The questions on which the server and the oracle differ."""
    return [
        _difference(user, question, verdict)
        for (user, question), verdict in zip(asked, ask(kubernetes, asked), strict=True)
        if verdict.allowed != oracle.allows(user, question)
    ]


def unequal_rules(api: Api, matrix: Matrix, cast: Cast) -> tuple[int, list[str]]:
    """Everybody who may ask, in every namespace of the server: how many were compared, and where the rules that the
    server finds are not just those that the specs promise."""
    namespaces = [item["metadata"]["name"] for item in api.list("v1", "Namespace")]
    logged_in = [user for user in cast.everybody.values() if "system:authenticated" in user.groups]
    asked = [(user, namespace) for user in logged_in for namespace in namespaces]
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda one: resolved_rules(api, *one), asked))
    differing = [
        f"{user.name} in {', '.join(user.groups)}, namespace {namespace}: {answer}"
        for (user, namespace), answer in zip(asked, answers, strict=True)
        if not _promised(matrix, user, namespace, answer)
    ]
    return len(asked), differing


def _promised(matrix: Matrix, user: User, namespace: str, answer: Object) -> bool:
    rules = answer["resourceRules"]
    found = {
        (verb, group, resource)
        for rule in rules
        for verb in rule["verbs"]
        for group in rule["apiGroups"]
        for resource in rule["resources"]
    }
    paths = {path for rule in answer["nonResourceRules"] for path in rule["nonResourceURLs"]}
    return (
        not answer["incomplete"]
        and not any(rule.get("resourceNames") for rule in rules)
        and found == matrix.rights(user, namespace) | EVERYBODY
        and paths == {path for group in user.groups for path in PATHS.get(group, ())}
    )


def _difference(user: User, question: Question | PathQuestion, verdict: Verdict) -> str:
    said = "allowed" if verdict.allowed else "refused"
    return f"{user.name} in {', '.join(user.groups)}: {question}: the server {said} it, {verdict.reason or 'no reason'}"
