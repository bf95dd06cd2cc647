"""`python -m tests.acceptance.access`: all questions of access, asked of a real server; prints the figures.

Takes some minutes: everything for everybody, and five times the random questions of the suite.
"""

import sys
import tempfile
import time
from pathlib import Path

from tests.acceptance.access import hand_made
from tests.acceptance.access.asking import Asked
from tests.acceptance.access.catalogue import discover
from tests.acceptance.access.judging import Oracle, unequal, unequal_rules
from tests.acceptance.access.people import cast_of
from tests.acceptance.access.sizes import everything
from tests.acceptance.access.stage import on_stage
from tests.oracle.access_matrix import Matrix
from tests.oracle.rbac import Rbac
from tests.oracle.specs import Specs
from tests.plane.kubernetes import Kubernetes
from tests.plane.plane import start_plane
from tests.plane.processes import Processes
from tests.support.workspaces import copy_example

_SEEDS, _QUESTIONS = range(5), 10_000


def judge(kubernetes: Kubernetes, what: str, oracle: Oracle, asked: list[Asked]) -> int:
    """Asks, prints a line, and gives how many answers differ."""
    start = time.monotonic()
    differing = unequal(kubernetes, oracle, asked)
    yes = sum(oracle.allows(*one) for one in asked)
    print(f"{what:<44} {len(asked):>7} {yes:>7} {len(differing):>7} {time.monotonic() - start:>6.0f}", flush=True)
    for line in differing[:20]:
        print(f"  {line}")
    return len(differing)


with tempfile.TemporaryDirectory() as folder, Processes() as processes:
    workspace = copy_example(Path(folder))
    plane = start_plane(processes, workspace, "prod-a", pods_run=False)
    plane.apply_compiled()
    matrix = Matrix(Specs.read(workspace), "prod-a")
    cast = cast_of(matrix)
    print(f"{'':<44} {'asked':>7} {'yes':>7} {'unequal':>7} {'s':>6}")
    total = judge(plane.kubernetes, "specs", matrix, everything(matrix, discover(plane.api), cast))
    compared, differing = unequal_rules(plane.api, matrix, cast)
    print(f"{'rules found for a user in a namespace':<44} {compared:>7} {'':>7} {len(differing):>7}")
    total += len(differing)
    for seed in _SEEDS:
        with on_stage(plane.kubernetes, hand_made.namespaces(), hand_made.rbac(seed)) as written:
            questions = list(hand_made.questions(seed, _QUESTIONS))
            total += judge(plane.kubernetes, f"random roles and questions, seed {seed}", Rbac(written), questions)
sys.exit(1 if total else 0)
