"""Requests to an API server as any user, with nothing between test and server.

The Kubernetes client library drops what the tests are about: it has no strict field validation for every call, hides
Warning headers, and rewrites objects through its models. So requests go out raw, over urllib3.
"""

import json
import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, urlencode

import urllib3

Object = dict[str, Any]

APPLY = "application/apply-patch+yaml"
MERGE_PATCH = "application/merge-patch+json"
STRATEGIC_PATCH = "application/strategic-merge-patch+json"
JSON_PATCH = "application/json-patch+json"

_CONFLICT = 409
_BOOKING = "Operation cannot be fulfilled on resourcequotas "
_BOOKINGS = 20


@dataclass(frozen=True)
class Answer:
    """What the server said: HTTP status, the object or Status it sent, and its Warning headers."""

    status: int
    body: Object
    warnings: tuple[str, ...]

    @property
    def ok(self) -> bool:
        """Whether the server did what was asked."""
        return 200 <= self.status < 300

    @property
    def message(self) -> str:
        """The server's words where it refused."""
        return str(self.body.get("message", ""))

    def must(self) -> Object:
        """The body of a request that has to succeed. Fails the test, with the server's words, where it did not."""
        assert self.ok, f"{self.status}: {self.message or self.body}"
        return self.body


@dataclass(frozen=True)
class Connection:
    """Where an API server listens and how to trust it; shared by the clients of all users."""

    port: int
    authority: Path
    pool: urllib3.HTTPSConnectionPool = field(init=False, repr=False)
    resources: dict[str, dict[str, tuple[str, bool]]] = field(default_factory=dict, repr=False)
    lock: threading.Lock = field(default_factory=threading.Lock, repr=False)

    def __post_init__(self) -> None:
        pool = urllib3.HTTPSConnectionPool(
            "127.0.0.1",
            self.port,
            maxsize=32,
            block=False,
            timeout=60,
            ssl_context=ssl.create_default_context(cafile=str(self.authority)),
        )
        object.__setattr__(self, "pool", pool)


@dataclass(frozen=True)
class Api:
    """A client that acts with one token, and as another user where one is named (by impersonation)."""

    connection: Connection
    token: str
    user: str = ""
    groups: tuple[str, ...] = ()

    def acting_as(self, user: str, *groups: str) -> Self:
        """The same client as this user in these groups; `system:authenticated` is always among them."""
        return type(self)(self.connection, self.token, user, (*groups, "system:authenticated"))

    def as_service_account(self, namespace: str, name: str) -> Self:
        """The same client as a service account, in the groups that the server gives it."""
        groups = ("system:serviceaccounts", f"system:serviceaccounts:{namespace}")
        return self.acting_as(f"system:serviceaccount:{namespace}:{name}", *groups)

    def request(
        self,
        method: str,
        path: str,
        body: object = None,
        *,
        content_type: str = "application/json",
        query: Mapping[str, str] | None = None,
    ) -> Answer:
        """One request. `path` begins with a slash; `body` is sent as JSON.

        Where two requests at once book the same ResourceQuota, the server may give up on one of them with a conflict
        there, which says nothing of that request but to send it again: so it is, a few times.
        """
        headers = urllib3.HTTPHeaderDict({"Authorization": f"Bearer {self.token}", "Accept": "application/json"})
        if self.user:
            headers.add("Impersonate-User", self.user)
            for group in self.groups:
                headers.add("Impersonate-Group", group)
        data = None
        if body is not None:
            headers.add("Content-Type", content_type)
            data = json.dumps(body).encode()
        target = path + (f"?{urlencode(query)}" if query else "")
        # A kept connection may have been closed by a server that was started anew: one more try, on a new one.
        retries = urllib3.Retry(total=1, connect=0, read=1, redirect=0, status=0, allowed_methods=None)
        for _ in range(_BOOKINGS):
            got = self.connection.pool.urlopen(method, target, body=data, headers=headers, retries=retries)
            answer = Answer(got.status, _parsed(got.data), tuple(got.headers.getlist("Warning")))
            if answer.status != _CONFLICT or _BOOKING not in answer.message:
                break
        return answer

    def create(self, item: Object, *, dry_run: bool = False, strict: bool = True) -> Answer:
        """POST of an object."""
        return self.request("POST", self.path(item, name=False), item, query=_options(dry_run, strict))

    def apply(self, item: Object, *, manager: str = "argocd-controller", dry_run: bool = False) -> Answer:
        """Server-side apply, forced, as Argo CD sends it."""
        query = {**_options(dry_run, strict=True), "fieldManager": manager, "force": "true"}
        return self.request("PATCH", self.path(item), item, content_type=APPLY, query=query)

    def replace(self, item: Object, *, dry_run: bool = False) -> Answer:
        """PUT of an object over the one that is there."""
        return self.request("PUT", self.path(item), item, query=_options(dry_run, strict=True))

    def patch(
        self,
        item: Object,
        change: object,
        *,
        content_type: str = MERGE_PATCH,
        subresource: str = "",
        dry_run: bool = False,
    ) -> Answer:
        """PATCH of an object or of a subresource of it, such as `scale`."""
        path = self.path(item) + (f"/{subresource}" if subresource else "")
        return self.request("PATCH", path, change, content_type=content_type, query=_options(dry_run, strict=True))

    def get(self, item: Object) -> Answer:
        """GET of the object that has this one's kind and name."""
        return self.request("GET", self.path(item))

    def delete(self, item: Object, *, propagation: str = "Background", **options: object) -> Answer:
        """DELETE of an object; Orphan, Background or Foreground."""
        return self.request("DELETE", self.path(item), {"propagationPolicy": propagation, **options})

    def list(self, api_version: str, kind: str, namespace: str = "", **query: str) -> list[Object]:
        """All objects of a kind, in one namespace or in all; each says its apiVersion and kind."""
        probe = {"apiVersion": api_version, "kind": kind, "metadata": {"namespace": namespace}}
        body = self.request("GET", self.path(probe, name=False), query=query).must()
        return [{"apiVersion": api_version, "kind": kind, **item} for item in body["items"]]

    def path(self, item: Object, *, name: bool = True) -> str:
        """The path of an object, or of the list it stands in. Raises KeyError for a kind that is not served."""
        resource, namespaced = self._resource(item["apiVersion"], item["kind"])
        parts = ["/api" if "/" not in item["apiVersion"] else "/apis", item["apiVersion"]]
        namespace = item["metadata"].get("namespace")
        if namespaced and namespace:
            parts += ["namespaces", namespace]
        parts.append(resource)
        if name:
            parts.append(quote(item["metadata"]["name"], safe=""))
        return "/".join(parts)

    def _resource(self, api_version: str, kind: str) -> tuple[str, bool]:
        known = self.connection.resources
        if kind not in known.get(api_version, {}):
            root = "/api/" if "/" not in api_version else "/apis/"
            body = type(self)(self.connection, self.token).request("GET", root + api_version).must()
            with self.connection.lock:
                known[api_version] = {
                    row["kind"]: (row["name"], row["namespaced"]) for row in body["resources"] if "/" not in row["name"]
                }
        return known[api_version][kind]


def named(item: Object) -> str:
    """`Kind namespace/name`, or `Kind name` where there is no namespace."""
    metadata = item["metadata"]
    where = f"{metadata['namespace']}/" if metadata.get("namespace") else ""
    return f"{item['kind']} {where}{metadata['name']}"


def condition(item: Object, kind: str) -> Object:
    """The condition of this type in an object's status; empty where there is none yet."""
    rows: list[Object] = item.get("status", {}).get("conditions") or []
    return next((row for row in rows if row["type"] == kind), {})


def is_true(item: Object, kind: str) -> bool:
    """Whether the condition of this type is there and true."""
    return condition(item, kind).get("status") == "True"


def _options(dry_run: bool, strict: bool) -> dict[str, str]:
    return {
        "fieldValidation": "Strict" if strict else "Ignore",
        **({"dryRun": "All"} if dry_run else {}),
    }


def _parsed(data: bytes) -> Object:
    try:
        body = json.loads(data)
    except ValueError:
        return {"message": data.decode(errors="replace")}
    return body if isinstance(body, dict) else {"message": str(body)}
