"""Random trees side by side in one plane: what every queue holds at rest is what its compiled YAML predicts.

Jobs come in waves, in random order, as the tenants' own people send them. A fixed handful of trees; the long run is
`python -m tests.acceptance.quota.trees 200`. Seven of the handful have no true tie, one has, one has jobs of mixed
sizes, where only promises are looked at.
"""

from dataclasses import dataclass

import pytest

from tests.acceptance.quota.trees.findings import Finding
from tests.acceptance.quota.trees.stand import stand_on
from tests.plane.processes import Processes

pytestmark = pytest.mark.xdist_group("quota-trees")

SEED = 1
WITHOUT_A_TIE = (0, 1, 8, 15, 25, 34, 67)
WITH_A_TIE = 10
OF_MIXED_SIZES = 48
WAVES = (1, 2, 3)


@dataclass(frozen=True)
class Seen:
    """What was found, by tree and wave."""

    findings: dict[tuple[int, int], Finding]

    def differences(self, tree: int) -> list[str]:
        return [line for wave in WAVES for line in self.findings[tree, wave].differences]


@pytest.fixture(scope="module")
def seen(built_plane: None, tmp_path_factory: pytest.TempPathFactory) -> Seen:
    numbers = (*WITHOUT_A_TIE, WITH_A_TIE, OF_MIXED_SIZES)
    with Processes() as processes, stand_on(processes, tmp_path_factory.mktemp("forest"), SEED, numbers) as stand:
        findings = stand.let_all_waves_rest(seconds=180)
    return Seen({(finding.tree.number, finding.wave): finding for finding in findings})


@pytest.mark.parametrize("tree", WITHOUT_A_TIE)
def test_every_queue_of_a_tree_holds_what_was_predicted_after_every_wave(seen: Seen, tree: int) -> None:
    assert seen.differences(tree) == []
    assert [seen.findings[tree, wave].ties for wave in WAVES] == [0, 0, 0]


def test_where_a_true_tie_stands_one_of_the_equally_fair_divisions_is_held(seen: Seen) -> None:
    assert seen.differences(WITH_A_TIE) == []
    assert any(seen.findings[WITH_A_TIE, wave].ties for wave in WAVES)


def test_whatever_sizes_jobs_have_guarantees_and_limits_hold_and_nothing_waits_that_fits(seen: Seen) -> None:
    assert seen.findings[OF_MIXED_SIZES, 1].tree.mixed
    assert seen.differences(OF_MIXED_SIZES) == []
