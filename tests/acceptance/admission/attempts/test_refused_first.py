"""What somebody else refuses before our rules are asked is refused in exactly these words."""

import pytest

from tests.acceptance.admission.attempts.first import FIRST, First
from tests.acceptance.admission.attempts.scene import Scene

pytestmark = pytest.mark.xdist_group("admission")


@pytest.mark.parametrize("attempt", FIRST, ids=lambda one: one.name)
def test_is_refused_by_another_in_these_words(scene: Scene, attempt: First) -> None:
    answer = attempt.steps(scene, attempt.project, f"attempt-{attempt.name}")
    said = answer.message
    if "…" in attempt.words:
        begin, end = attempt.words.split("…")
        assert len(said) > len(begin) + len(end)
        said = said[: len(begin)] + "…" + said[-len(end) :]
    assert (answer.status, said) == (attempt.status, attempt.words)
