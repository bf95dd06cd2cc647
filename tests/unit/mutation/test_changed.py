"""Which kinds of objects differ between two compiled trees."""

from pathlib import Path

from tests.mutation.changed import changed
from tests.support.fleets import write_files

QUEUE = "kind: ClusterQueue\nmetadata: {name: a}\nspec: {weight: 1}\n"
FRAGMENT = "# do this\nkind: ConfigMap\n"


def test_names_kinds_and_fragments_that_differ(tmp_path: Path) -> None:
    old = write_files(tmp_path / "old", {"a/q.yaml": QUEUE, "a/_install/kueue.yaml": FRAGMENT})
    same = write_files(tmp_path / "same", {"a/r.yaml": QUEUE, "a/_install/kueue.yaml": FRAGMENT.replace("this", "x")})
    other = write_files(tmp_path / "other", {"a/q.yaml": QUEUE.replace("1", "2"), "a/_install/kueue.yaml": "kind: X"})
    less = write_files(tmp_path / "less", {"a/_install/kueue.yaml": FRAGMENT})

    assert changed(old, same) == set()
    assert changed(old, other) == {"ClusterQueue", "kueue.yaml"}
    assert changed(old, less) == {"ClusterQueue"}
