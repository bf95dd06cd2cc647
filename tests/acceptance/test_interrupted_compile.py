"""A compile that is killed at any point leaves a tree that the next run completes, and nobody ever sees half a file."""

import os
import random
import signal
import subprocess
import time
from pathlib import Path

from tests.support.workspaces import command, copy_example, edit, run, tree_of

KILLS = 200
INVENTORY = "inventory.jsonl"
TEMPORARY = ".tenantry-"
LONGEST_WRITE_SECONDS = 0.05


def test_two_hundred_killed_compiles_are_completed_by_the_next_run(tmp_path: Path) -> None:
    one = copy_example(tmp_path / "one", output=False)
    other = copy_example(tmp_path / "other", output=False)
    _move_every_file(other)
    assert run("compile", folder=one).returncode == 0
    assert run("compile", folder=other).returncode == 0
    whole = [tree_of(one / "output"), tree_of(other / "output")]
    work = tmp_path / "work"
    shared = copy_example(work, output=False)
    assert run("compile", folder=shared).returncode == 0
    foreign = shared / "output" / "prod-a" / "README.txt"
    foreign.write_text("not the tool's\n")
    chance = random.Random(7)
    killed_while_writing = 0

    for turn in range(KILLS):
        target = [one, other][turn % 2]
        killed_while_writing += _compile_and_kill(target, shared / "output", chance)

        for path, content in tree_of(shared / "output").items():
            if Path(path).name in (INVENTORY, "README.txt") or Path(path).name.startswith(TEMPORARY):
                continue
            assert content in (whole[0].get(path), whole[1].get(path)), f"half a file after kill {turn}: {path}"
        assert foreign.read_text() == "not the tool's\n"

    assert killed_while_writing > KILLS // 4, "the kills missed the writing: choose other times"
    finished = run("compile", "--out", str(shared / "output"), "--allow-deletes", "10000", folder=one)
    assert finished.returncode == 0, finished.stderr
    foreign.unlink()
    assert tree_of(shared / "output") == whole[0]


def _move_every_file(workspace: Path) -> None:
    """Changes what stands in nearly every file, and lets some files go: versions, a revision, the addons."""
    edit(workspace / "clusters" / "prod-a" / "cluster.yaml", 'kubernetes: "1.36"', 'kubernetes: "1.35"')
    edit(workspace / "clusters" / "fleet.yaml", "revision: main", "revision: release")
    edit(workspace / "clusters" / "roles.yaml", "metadata: {name: viewer}", "metadata: {name: viewer, labels: {a: b}}")
    (workspace / "clusters" / "addons.yaml").unlink()


def _compile_and_kill(workspace: Path, output: Path, chance: random.Random) -> bool:
    """Compiles into `output` and kills the process some time after the first file changed; whether it was writing."""
    before = _stamp(output)
    process = subprocess.Popen(
        command("compile", "--out", str(output), "--allow-deletes", "10000"),
        cwd=workspace,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    while process.poll() is None and _stamp(output) == before:
        time.sleep(0.0003)
    time.sleep(chance.uniform(0, LONGEST_WRITE_SECONDS))
    running = process.poll() is None
    if running:
        os.kill(process.pid, signal.SIGKILL)
    process.wait()
    return running


def _stamp(output: Path) -> tuple[int, ...]:
    """Changes as soon as the first inventory is replaced."""
    found = []
    for area in sorted(output.iterdir()):
        for folder in sorted(area.iterdir()) if area.is_dir() else ():
            try:
                found.append((folder / INVENTORY).stat().st_mtime_ns)
            except OSError:
                found.append(0)
    return tuple(found)
