"""Plans in repositories as people have them: what comes out, or what is said with the command that helps."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.repositories import Repository
from tests.support.workspaces import copy_example, edit, run, run_json

EMPTY = "Plan: no change in meaning"
VISION = "tenants/vision/tenant.yaml"
NLP = "tenants/nlp/tenant.yaml"
SPEECH = "tenants/speech/tenant.yaml"


@pytest.fixture
def fleet(tmp_path: Path) -> Repository:
    """The worked example without its output, committed on main."""
    made = Repository.init(copy_example(tmp_path / "fleet", output=False))
    made.commit("base")
    return made


def plan(repository: Repository, *words: str) -> subprocess.CompletedProcess[str]:
    return run("plan", *words, folder=repository.folder)


def headline(repository: Repository, *words: str) -> str:
    finished = plan(repository, *words)
    assert finished.returncode == 0, finished.stderr
    return finished.stdout.splitlines()[0]


def vision_to(repository: Repository, units: int, *, was: int = 24) -> None:
    edit(repository.folder / VISION, f"guaranteed: {was}, borrow: 32", f"guaranteed: {units}, borrow: 32")


def nlp_to(repository: Repository, units: int) -> None:
    edit(repository.folder / NLP, "h100-train,  guaranteed: 40", f"h100-train,  guaranteed: {units}")


def branch(repository: Repository, name: str, change: Callable[[Repository], None]) -> None:
    repository.git("checkout", "--quiet", "-b", name, "main")
    change(repository)
    repository.commit(name)


def test_uncommitted_changes_are_planned_and_the_folder_stays_as_it_is(fleet: Repository) -> None:
    vision_to(fleet, 26)
    before = fleet.git("status", "--porcelain")

    assert headline(fleet) == "Plan: vision gains 2, nobody's guarantee falls. Risk: low"
    assert fleet.git("status", "--porcelain") == before


def test_what_a_base_compiles_to_is_kept_and_a_damaged_entry_is_made_anew(fleet: Repository, tmp_path: Path) -> None:
    vision_to(fleet, 26)
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    plain = plan(fleet, "--no-keep").stdout
    assert run("plan", folder=fleet.folder, env=cache).stdout == plain
    (entry,) = (tmp_path / "cache" / "tenantry" / "plan").iterdir()
    for damaged in (False, True):
        if damaged:
            entry.write_bytes(entry.read_bytes()[:-1])
            assert run("plan", folder=fleet.folder, env=cache).stdout == plain
        written = entry.stat().st_mtime_ns
        assert run("plan", folder=fleet.folder, env=cache).stdout == plain
        assert entry.stat().st_mtime_ns == written


def test_what_is_committed_is_planned_from_git_though_the_folder_says_otherwise(fleet: Repository) -> None:
    branch(fleet, "raise", lambda one: vision_to(one, 26))
    (fleet.folder / VISION).write_text("not: a spec\n")

    assert headline(fleet, "main", "raise").startswith("Plan: vision gains 2")


def test_a_detached_head_is_compared_with_where_it_left_main(fleet: Repository) -> None:
    branch(fleet, "raise", lambda one: vision_to(one, 26))
    fleet.git("checkout", "--quiet", "main")
    nlp_to(fleet, 41)
    fleet.commit("main went on")
    fleet.git("checkout", "--quiet", "--detach", "raise")

    assert headline(fleet) == "Plan: vision gains 2, nobody's guarantee falls. Risk: low"


def test_after_main_was_merged_in_only_the_branch_itself_is_planned(fleet: Repository) -> None:
    branch(fleet, "raise", lambda one: vision_to(one, 26))
    fleet.git("checkout", "--quiet", "main")
    nlp_to(fleet, 41)
    fleet.commit("main went on")
    fleet.git("checkout", "--quiet", "raise")
    fleet.git("merge", "--quiet", "--no-edit", "main")

    assert headline(fleet) == "Plan: vision gains 2, nobody's guarantee falls. Risk: low"


def test_a_revert_takes_back_what_was_planned(fleet: Repository) -> None:
    branch(fleet, "raise", lambda one: vision_to(one, 26))
    fleet.git("revert", "--no-edit", "HEAD")

    assert headline(fleet).startswith(EMPTY)
    assert headline(fleet, "HEAD~1", "HEAD").startswith("Plan: vision loses 2")


def test_renamed_files_and_folders_mean_nothing(fleet: Repository) -> None:
    fleet.git("mv", "clusters/prod-a/pools.yaml", "clusters/prod-a/hardware.yaml")
    fleet.git("mv", "tenants/vision/projects.yaml", "tenants/vision/what-we-run.yaml")

    assert headline(fleet).startswith(EMPTY)


def test_line_endings_of_another_system_mean_nothing(fleet: Repository) -> None:
    for path in (fleet.folder / "tenants").rglob("*.yaml"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    fleet.git("config", "core.autocrlf", "true")

    assert headline(fleet).startswith(EMPTY)
    fleet.git("checkout", "--quiet", "-b", "endings")
    fleet.commit()
    assert headline(fleet, "main", "endings").startswith(EMPTY)


def test_a_file_whose_name_is_no_utf_8_is_read_and_named(fleet: Repository) -> None:
    bad = fleet.folder / "tenants" / "vision" / "caf\udce9.yaml"
    bad.write_text("kind: [\n")

    finished = plan(fleet)

    assert finished.returncode == 1
    assert "TN1" in finished.stderr
    bad.write_text("# nothing\n")
    assert headline(fleet).startswith(EMPTY)


def test_a_first_import_says_so(tmp_path: Path) -> None:
    made = Repository.init(tmp_path / "fleet")
    made.commit("root")
    made.git("checkout", "--quiet", "-b", "import")
    copy_example(tmp_path / "fleet", output=False)
    made.commit("import")

    assert headline(made) == "Plan: first import of 13 tenants on 2 clusters. Risk: low"


def test_a_base_that_does_not_compile_is_replaced_by_the_last_that_does_and_said(fleet: Repository) -> None:
    vision_to(fleet, 36)
    fleet.commit("broken")
    (fleet.folder / "README").write_text("still broken\n")
    fleet.commit("still broken")
    fleet.git("checkout", "--quiet", "-b", "fix")
    vision_to(fleet, 26, was=36)

    found = run_json("plan", folder=fleet.folder)["plan"]

    assert found["headline"] == "vision gains 2, nobody's guarantee falls"
    assert (
        "does not compile: tenants of research are promised 4 units of h100-train more than it has"
        in found["base_problem"]
    )
    assert "[TN412]" in found["base_problem"]
    assert "2 before it" in found["base_problem"]


def nothing_is_known(folder: Path, *words: str) -> str:
    """Plans, and sees that nothing passes for a first import; gives what is said of the base."""
    found = run_json("plan", *words, folder=folder)
    assert "nothing is compared" in found["plan"]["base_problem"]
    assert found["plan"]["objects"]["before"] == 0
    assert found["plan"]["risk"] == "high"
    assert found["plan"]["headline"] == "nothing to compare with"
    (need,) = found["plan"]["needs"]
    assert (need["role"], need["given_by"]) == ("cannot be known: the base does not compile", "")
    assert [one["code"] for one in found["diagnostics"] if one["severity"] == "error"] == ["TN506"]
    assert run("plan", *words, folder=folder).returncode == 1
    return str(found["plan"]["base_problem"])


def test_a_base_that_never_compiled_leaves_nothing_to_compare_and_says_why(tmp_path: Path) -> None:
    made = Repository.init(copy_example(tmp_path / "fleet", output=False))
    vision_to(made, 36)
    made.commit("broken from the start")
    vision_to(made, 26, was=36)

    assert "shallow" not in nothing_is_known(made.folder)


def test_a_broken_first_import_is_mended_and_not_imported_once_more(tmp_path: Path) -> None:
    made = Repository.init(tmp_path / "fleet")
    made.commit("root")
    copy_example(made.folder, output=False)
    vision_to(made, 36)
    made.commit("broken import")
    vision_to(made, 26, was=36)

    nothing_is_known(made.folder)


def test_nobody_named_by_the_change_may_approve_where_a_shallow_clone_hides_what_was_before(
    fleet: Repository, tmp_path: Path
) -> None:
    vision_to(fleet, 36)
    fleet.commit("broken")
    branch(fleet, "fix", lambda one: vision_to(one, 26, was=36))
    clone = Repository.init(tmp_path / "clone")
    clone.git("fetch", "--quiet", "--depth=2", fleet.folder.as_uri(), "fix:fix")
    clone.git("checkout", "--quiet", "fix")

    said = nothing_is_known(clone.folder, "fix^", "fix", "--approved-by", "group:platform")

    assert "git fetch --unshallow" in said


def test_errors_of_the_change_come_as_everywhere(fleet: Repository) -> None:
    vision_to(fleet, 36)

    finished = plan(fleet)

    assert finished.returncode == 1
    assert "error[TN412]" in finished.stderr
    assert "was 24" in finished.stderr
    assert finished.stdout == ""


def test_what_was_before_is_read_from_the_specs_and_not_from_an_inventory_that_came_along(fleet: Repository) -> None:
    assert run("compile", folder=fleet.folder).returncode == 0
    fleet.commit("output")
    inventory = fleet.folder / "output" / "prod-a" / "vision" / "inventory.jsonl"
    text = inventory.read_text()
    assert '"is":"active"' in text
    inventory.write_text(text.replace('"is":"active"', '"is":"retired"'))
    documents = (fleet.folder / "tenants/vision/projects.yaml").read_text().split("---\n")
    (fleet.folder / "tenants/vision/projects.yaml").write_text("---\n".join(documents[:-1]))

    finished = plan(fleet)

    assert finished.returncode == 1
    assert "error[TN476]" in finished.stderr


@pytest.mark.parametrize(
    ("prepare", "said", "helps"),
    [
        (
            lambda one: one.git("branch", "--quiet", "--move", "main", "trunk"),
            "no main branch",
            "tenantry plan origin/trunk",
        ),
        (lambda one: one.git("checkout", "--quiet", "--orphan", "other"), "no commit yet", "git commit"),
    ],
    ids=["no-main-branch", "nothing-committed"],
)
def test_what_git_cannot_answer_ends_with_3_and_the_command_that_helps(
    fleet: Repository, prepare: Callable[[Repository], Any], said: str, helps: str
) -> None:
    prepare(fleet)

    finished = plan(fleet)

    assert finished.returncode == 3
    assert said in finished.stderr
    assert helps in " ".join(finished.stderr.split())


def test_a_shallow_clone_says_how_to_get_what_is_missing(fleet: Repository, tmp_path: Path) -> None:
    branch(fleet, "raise", lambda one: vision_to(one, 26))
    fleet.git("checkout", "--quiet", "main")
    fleet.commit("main went on")
    fleet.git("clone", "--quiet", "--depth=1", "--branch=raise", f"file://{fleet.folder}", str(tmp_path / "shallow"))
    shallow = Repository(tmp_path / "shallow")

    without_main = plan(shallow)
    shallow.git("fetch", "--quiet", "--depth=1", "origin", "main:refs/remotes/origin/main")
    without_base = plan(shallow)
    shallow.git("fetch", "--quiet", "--unshallow", "origin")

    assert (without_main.returncode, without_base.returncode) == (3, 3)
    assert "git fetch origin main" in " ".join(without_main.stderr.split())
    assert "git fetch --unshallow origin" in " ".join(without_base.stderr.split())
    assert headline(shallow).startswith("Plan: vision gains 2")


def test_two_branches_that_are_each_fine_and_together_promise_too_much_are_named(fleet: Repository) -> None:
    branch(fleet, "vision-30", lambda one: vision_to(one, 30))
    branch(fleet, "nlp-46", lambda one: nlp_to(one, 46))

    finished = plan(fleet, "--with", "vision-30")

    assert finished.returncode == 1
    shown = " ".join(finished.stdout.split())
    assert shown.startswith("Plan: nlp-46 and vision-30 cannot both be merged, nlp gains 6")
    assert "tenants of research are promised 4 units of h100-train more than it has [TN412]" in shown
    assert "promised 76 nlp 46, vision 30" in shown


def test_three_branches_that_fit_in_pairs_and_not_together_are_named_together(fleet: Repository) -> None:
    branch(fleet, "vision-27", lambda one: vision_to(one, 27))
    branch(
        fleet,
        "speech-3",
        lambda one: edit(one.folder / SPEECH, "h100-train,  borrow", "h100-train, guaranteed: 3, borrow"),
    )
    branch(fleet, "nlp-43", lambda one: nlp_to(one, 43))

    finished = plan(fleet, "--with", "vision-27", "--with", "speech-3")

    assert finished.returncode == 1
    shown = " ".join(finished.stdout.split())
    assert shown.startswith("Plan: nlp-43, vision-27 and speech-3 cannot all be merged, nlp gains 3")
    assert "[TN412]" in shown


def test_a_branch_that_is_named_twice_is_one(fleet: Repository) -> None:
    branch(fleet, "vision-26", lambda one: vision_to(one, 26))
    fleet.git("branch", "same")

    assert run_json("plan", "--with", "same", folder=fleet.folder)["plan"]["head"] == "main with vision-26"


def test_branches_that_fit_are_planned_as_they_are_merged(fleet: Repository) -> None:
    branch(fleet, "vision-26", lambda one: vision_to(one, 26))
    branch(fleet, "nlp-46", lambda one: nlp_to(one, 46))
    fleet.git("checkout", "--quiet", "main")
    files = sorted(path for path in (fleet.folder / ".git").rglob("*") if path.is_file())

    assert headline(fleet, "main", "nlp-46", "--with", "vision-26").startswith("Plan: nlp gains 6, vision gains 2")
    assert sorted(path for path in (fleet.folder / ".git").rglob("*") if path.is_file()) == files


def test_branches_that_change_the_same_line_are_named_with_the_file(fleet: Repository) -> None:
    branch(fleet, "vision-26", lambda one: vision_to(one, 26))
    branch(fleet, "vision-27", lambda one: vision_to(one, 27))

    found = run_json("plan", "--with", "vision-26", folder=fleet.folder)["plan"]

    assert [(one["branches"], one["kind"], one["file"]) for one in found["conflicts"]] == [
        (["vision-27", "vision-26"], "text", VISION)
    ]


def test_a_branch_that_is_broken_by_itself_is_named_alone(fleet: Repository) -> None:
    branch(fleet, "vision-36", lambda one: vision_to(one, 36))
    branch(fleet, "nlp-41", lambda one: nlp_to(one, 41))

    found = run_json("plan", "--with", "vision-36", folder=fleet.folder)["plan"]

    assert [(one["branches"], one["code"]) for one in found["conflicts"]] == [(["vision-36"], "TN412")]


def test_nothing_in_a_repository_runs_or_leads_out_of_it(fleet: Repository, tmp_path: Path) -> None:
    ran = tmp_path / "ran"
    secret = tmp_path / "secret.yaml"
    secret.write_text("apiVersion: tenantry.dev/v1alpha1\nkind: Tenant\nmetadata: {name: stolen}\n")
    fleet.git("checkout", "--quiet", "-b", "evil")
    (fleet.folder / "tenants" / "stolen.yaml").symlink_to(secret)
    (fleet.folder / ".gitattributes").write_text("*.yaml filter=evil diff=evil merge=evil text eol=crlf\n")
    fleet.commit("evil")
    for key in (
        *("filter.evil.smudge", "filter.evil.clean", "filter.evil.process", "diff.evil.textconv", "diff.external"),
        *("merge.evil.driver", "core.fsmonitor", "core.sshCommand", "core.pager", "gpg.program", "credential.helper"),
    ):
        fleet.git("config", key, f"touch {ran}")
    for hook in ("post-checkout", "pre-commit", "reference-transaction", "post-index-change"):
        path = fleet.folder / ".git" / "hooks" / hook
        path.parent.mkdir(exist_ok=True)
        path.write_text(f"#!/bin/sh\ntouch {ran}\n")
        path.chmod(0o755)
    ran.unlink(missing_ok=True)

    finished = plan(fleet, "main", "evil")

    assert finished.returncode == 1
    assert "error[TN120]" in finished.stderr
    assert "stolen is" not in finished.stderr + finished.stdout
    assert plan(fleet, "evil", "main").returncode == 0
    assert plan(fleet, "main", "main", "--with", "evil").returncode == 1
    assert not ran.exists()
