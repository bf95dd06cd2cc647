"""All honest workloads, each with who does it, what is made and how it must end."""

from itertools import permutations

from tests.acceptance.admission.honest import batch, inference, notebooks, platform, shared, strict, training, verbs
from tests.acceptance.admission.honest.scene import Case

CASES: tuple[Case, ...] = (
    *batch.CASES,
    *training.CASES,
    *notebooks.CASES,
    *inference.CASES,
    *shared.CASES,
    *strict.CASES,
    *verbs.CASES,
    *platform.CASES,
)

BY_ID = {case.id: case for case in CASES}

assert len(BY_ID) == len(CASES), "two cases have one name"
# Pods are known by how their names begin.
assert not [pair for pair in permutations(BY_ID, 2) if pair[1].startswith(f"{pair[0]}-")], "one name begins another"
