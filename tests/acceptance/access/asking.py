"""Asking a real server many questions: SubjectAccessReviews, and the rules that it resolves for a user.

A review costs the server less than a round trip costs a client, so reviews go out in batches on a few connections.
"""

import json
import socket
import ssl
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, BinaryIO

from tests.oracle.rbac import PathQuestion, Question, User
from tests.plane.api import Api, Object
from tests.plane.kubernetes import Kubernetes

_REVIEWS = "/apis/authorization.k8s.io/v1/subjectaccessreviews"
_RULES = "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews"
_CONNECTIONS, _BATCH = 3, 40

Asked = tuple[User, Question | PathQuestion]


@dataclass(frozen=True)
class Verdict:
    """Whether the server says yes, and its words."""

    allowed: bool
    reason: str


def ask(kubernetes: Kubernetes, asked: Sequence[Asked]) -> list[Verdict]:
    """The server's verdict on each question, in their order."""
    shares = [asked[start::_CONNECTIONS] for start in range(_CONNECTIONS)]
    with ThreadPoolExecutor(_CONNECTIONS) as pool:
        answered = list(pool.map(lambda share: list(_ask_all(kubernetes, share)), shares))
    return [answered[index % _CONNECTIONS][index // _CONNECTIONS] for index in range(len(asked))]


def allowed(kubernetes: Kubernetes, user: User, question: Question | PathQuestion) -> bool:
    """The server's verdict on one question."""
    return ask(kubernetes, [(user, question)])[0].allowed


def resolved_rules(api: Api, user: User, namespace: str) -> Object:
    """All rules that the server finds for a user in a namespace: the status of a SelfSubjectRulesReview."""
    as_user = Api(api.connection, api.token, user.name, user.groups)
    status: Object = as_user.request("POST", _RULES, {"spec": {"namespace": namespace}}).must()["status"]
    return status


def _ask_all(kubernetes: Kubernetes, asked: Sequence[Asked]) -> Iterator[Verdict]:
    context = ssl.create_default_context(cafile=str(kubernetes.connection.authority))
    address = ("127.0.0.1", kubernetes.port)
    with (
        socket.create_connection(address, timeout=60) as plain,
        context.wrap_socket(plain, server_hostname="127.0.0.1") as connection,
        connection.makefile("rb") as answers,
    ):
        for batch in _batches(asked):
            connection.sendall(b"".join(_request(kubernetes.api.token, user, question) for user, question in batch))
            for user, question in batch:
                status, body = _answer(answers)
                assert status == 201, f"{user.name}: {question}: {status} {body}"
                yield Verdict(body["status"]["allowed"], body["status"].get("reason", ""))


def _batches(asked: Sequence[Asked]) -> Iterator[Sequence[Asked]]:
    return (asked[start : start + _BATCH] for start in range(0, len(asked), _BATCH))


def _request(token: str, user: User, question: Question | PathQuestion) -> bytes:
    body = json.dumps(_review(user, question)).encode()
    head = (
        f"POST {_REVIEWS} HTTP/1.1\r\nHost: plane\r\nAuthorization: Bearer {token}\r\n"
        f"Content-Type: application/json\r\nAccept: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    return head.encode() + body


def _review(user: User, question: Question | PathQuestion) -> Object:
    spec: dict[str, Any] = {"user": user.name, "groups": list(user.groups)}
    if isinstance(question, PathQuestion):
        spec["nonResourceAttributes"] = {"verb": question.verb, "path": question.path}
    else:
        resource, _, subresource = question.resource.partition("/")
        spec["resourceAttributes"] = {
            "verb": question.verb,
            "group": question.group,
            "resource": resource,
            "subresource": subresource,
            "namespace": question.namespace,
            "name": question.name,
        }
    return {"apiVersion": "authorization.k8s.io/v1", "kind": "SubjectAccessReview", "spec": spec}


def _answer(answers: BinaryIO) -> tuple[int, Any]:
    """Status and body of the next answer on a connection."""
    status, headers = int(answers.readline().split()[1]), {}
    while (line := answers.readline()) != b"\r\n":
        name, _, value = line.decode().partition(":")
        headers[name.lower()] = value.strip()
    if "content-length" in headers:
        return status, json.loads(answers.read(int(headers["content-length"])))
    body = b""
    while size := int(answers.readline(), 16):
        body += answers.read(size)
        answers.readline()
    answers.readline()
    return status, json.loads(body)
