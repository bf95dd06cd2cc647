"""A compile that is killed at any point leaves a tree that the next run completes, and nobody ever sees half a file."""

import random
import signal
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.support.warm import WarmCommand
from tests.support.workspaces import copy_example, edit, run, tree_of

KILLS = 200
AT_ONCE = 2
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
    places = [copy_example(tmp_path / f"work-{number}", output=False) for number in range(AT_ONCE)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        killed_while_writing = sum(pool.map(lambda place: _killed_again_and_again(place, one, other, whole), places))
    assert killed_while_writing > KILLS // 4, "the kills missed the writing: choose other times"


def _killed_again_and_again(work: Path, one: Path, other: Path, whole: list[dict[str, bytes]]) -> int:
    """The share of one folder in the kills, and the run that completes it; how many kills met the writing."""
    assert run("compile", folder=work).returncode == 0
    output = work / "output"
    foreign = output / "prod-a" / "README.txt"
    foreign.write_text("not the tool's\n")
    chance = random.Random(work.name)
    killed_while_writing = 0

    with WarmCommand(one) as warm:
        for turn in range(KILLS // AT_ONCE):
            killed_while_writing += _compile_and_kill(warm, [one, other][turn % 2], output, chance)

            for path, content in tree_of(output).items():
                if Path(path).name in (INVENTORY, "README.txt") or Path(path).name.startswith(TEMPORARY):
                    continue
                assert content in (whole[0].get(path), whole[1].get(path)), f"half a file after kill {turn}: {path}"
            assert foreign.read_text() == "not the tool's\n"

    finished = run("compile", "--out", str(output), "--allow-deletes", "10000", folder=one)
    assert finished.returncode == 0, finished.stderr
    foreign.unlink()
    assert tree_of(output) == whole[0]
    return killed_while_writing


def _move_every_file(workspace: Path) -> None:
    """Changes what stands in nearly every file, and lets some files go: versions, a revision, the addons."""
    edit(workspace / "clusters" / "prod-a" / "cluster.yaml", 'kubernetes: "1.36"', 'kubernetes: "1.35"')
    edit(workspace / "clusters" / "fleet.yaml", "revision: main", "revision: release")
    edit(workspace / "clusters" / "roles.yaml", "metadata: {name: viewer}", "metadata: {name: viewer, labels: {a: b}}")
    (workspace / "clusters" / "addons.yaml").unlink()


def _compile_and_kill(warm: WarmCommand, workspace: Path, output: Path, chance: random.Random) -> bool:
    """Compiles into `output` and kills the process some time after the first file changed; whether it was writing."""
    before = _stamp(output)
    compiling = warm.start("compile", "--out", str(output), "--allow-deletes", "10000", folder=workspace)
    while compiling.runs and _stamp(output) == before:
        time.sleep(0.0003)
    time.sleep(chance.uniform(0, LONGEST_WRITE_SECONDS))
    running = compiling.runs
    compiling.kill()
    code = compiling.wait()
    assert code in ((0, -signal.SIGKILL) if running else (0,)), f"the compile ended with {code}"
    return code != 0


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
