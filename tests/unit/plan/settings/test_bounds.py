"""What a project may fill, and whether its pods have an identity."""

from typing import Any

from tests.support.programs import Trees, spec_of
from tests.unit.plan.settings.told import told

MORE = "storage grows more than tenfold"


def _storage(**most: str) -> Any:
    def change(trees: Trees) -> None:
        spec_of(trees, "Project", "detection", "vision").update(storage=dict(most), volumes=[])

    return change


def test_storage_that_grows_beyond_what_anybody_would_mean() -> None:
    ((risk, rule, sentence),) = told(_storage(shared="300Ti"), _storage(shared="20Ti"))
    assert (risk, rule) == ("medium", MORE)
    assert "storage shared 20Ti -> 300Ti" in sentence
    assert "vision/detection" in sentence
    assert told(_storage(shared="200Ti"), _storage(shared="20Ti")) == []


def test_a_volume_that_grows_so() -> None:
    def volume(size: str) -> Any:
        def change(trees: Trees) -> None:
            _storage(shared="300Ti")(trees)
            spec_of(trees, "Project", "detection", "vision")["volumes"] = [
                {"name": "frames", "storage": "shared", "size": size}
            ]

        return change

    ((risk, rule, sentence),) = told(volume("250Ti"), volume("2Ti"))
    assert (risk, rule) == ("medium", MORE)
    assert "volume frames 2Ti -> 250Ti" in sentence


def test_a_project_without_service_accounts() -> None:
    def accounts(trees: Trees) -> None:
        spec_of(trees, "Project", "detection", "vision")["serviceAccounts"] = [{"name": "a"}, {"name": "b"}]

    def none(trees: Trees) -> None:
        spec_of(trees, "Project", "detection", "vision")["serviceAccounts"] = []

    ((risk, rule, sentence),) = told(none, accounts)
    assert (risk, rule) == ("medium", "a project loses all its service accounts")
    assert "a and b" in sentence
