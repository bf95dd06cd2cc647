"""The health scripts, run: needs a Lua, which the package `lupa` brings."""

from typing import Any

import pytest

from tenantry.lower.install.health import HEALTH_SCRIPTS

lupa = pytest.importorskip("lupa", reason="no Lua to run the scripts with")


def health(kind: str, live: dict[str, Any]) -> tuple[str, str]:
    """Status and message of a live object, as Argo CD would get them."""
    lua = lupa.LuaRuntime()
    lua.globals().obj = lua.table_from(live, recursive=True)
    result = lua.execute(HEALTH_SCRIPTS[kind])
    return result["status"], result["message"]


def queue(status: str, reason: str, *, seen: int = 3) -> dict[str, Any]:
    condition = {"type": "Active", "status": status, "reason": reason, "message": "text", "observedGeneration": seen}
    other = {"type": "Other", "status": "True", "reason": "None", "message": ""}
    return {"metadata": {"generation": 3}, "status": {"conditions": [other, condition]}}


QUEUE_KINDS = ("kueue.x-k8s.io_ClusterQueue", "kueue.x-k8s.io_LocalQueue", "kueue.x-k8s.io_AdmissionCheck")


@pytest.mark.parametrize("kind", HEALTH_SCRIPTS)
def test_every_script_judges_an_object_that_has_just_been_created(kind: str) -> None:
    fresh = {"metadata": {"generation": 1}}

    status, message = health(kind, fresh)

    assert status == ("Healthy" if kind == "PersistentVolumeClaim" else "Progressing")
    assert message.startswith("Waiting for")


@pytest.mark.parametrize("kind", QUEUE_KINDS)
def test_a_queue_that_works_is_healthy_and_one_that_misses_something_degraded(kind: str) -> None:
    assert health(kind, queue("True", "Ready")) == ("Healthy", "Ready: text")
    assert health(kind, queue("False", "FlavorNotFound")) == ("Degraded", "FlavorNotFound: text")
    assert health(kind, queue("False", "Terminating"))[0] == "Progressing"


def test_what_kueue_said_of_an_older_generation_of_a_cluster_queue_does_not_count() -> None:
    status, message = health("kueue.x-k8s.io_ClusterQueue", queue("True", "Ready", seen=2))

    assert (status, message) == ("Progressing", "Waiting for Kueue to see generation 3")


def test_a_stopped_cluster_queue_is_suspended_because_ours_are_never_stopped() -> None:
    assert health("kueue.x-k8s.io_ClusterQueue", queue("False", "Stopped"))[0] == "Suspended"
    assert health("kueue.x-k8s.io_LocalQueue", queue("False", "ClusterQueueIsInactive"))[0] == "Suspended"


def test_a_local_queue_that_was_stopped_on_purpose_keeps_nothing_waiting() -> None:
    assert health("kueue.x-k8s.io_LocalQueue", queue("False", "Stopped")) == ("Healthy", "Stopped on purpose")


def test_a_local_queue_waits_for_a_cluster_queue_that_comes_a_moment_later() -> None:
    assert health("kueue.x-k8s.io_LocalQueue", queue("False", "ClusterQueueDoesNotExist"))[0] == "Progressing"


@pytest.mark.parametrize(("phase", "expected"), [("Pending", "Healthy"), ("Bound", "Healthy"), ("Lost", "Degraded")])
def test_a_claim_without_a_consumer_is_healthy(phase: str, expected: str) -> None:
    assert health("PersistentVolumeClaim", {"status": {"phase": phase}})[0] == expected


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        ({"sync": {"status": "OutOfSync"}, "health": {"status": "Healthy"}}, "Progressing"),
        ({"sync": {"status": "Synced"}, "health": {"status": "Healthy"}}, "Healthy"),
        ({"sync": {"status": "Synced"}, "health": {"status": "Suspended"}}, "Healthy"),
        ({"sync": {"status": "Synced"}, "health": {"status": "Degraded", "message": "x"}}, "Degraded"),
        ({"sync": {"status": "Synced"}}, "Progressing"),
        ({"operationState": {"phase": "Failed"}, "sync": {"status": "OutOfSync"}}, "Degraded"),
        ({"operationState": {"phase": "Running"}, "sync": {"status": "OutOfSync"}}, "Progressing"),
    ],
)
def test_an_application_is_up_only_when_it_is_synced(status: dict[str, Any], expected: str) -> None:
    assert health("argoproj.io_Application", {"status": status})[0] == expected
