"""The workspace that people edit, and the git repository that Argo CD reads: the compiled output of that workspace.

The repository holds `output/` byte for byte but for two addresses, which exist nowhere: that of the repository itself,
and that of the cluster's API server.
"""

import os
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path

from tests.support.workspaces import copy_example, edit, run

CLUSTER = "prod-a"
ADDRESS_OF_REPOSITORY = "https://git.example.com/platform/fleet.git"
ADDRESS_OF_CLUSTER = "https://prod-a.example.com:6443"

_IDENTITY = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}


def example_of_one_cluster(folder: Path) -> Path:
    """The worked example without lab-b, which would be a plane of its own, compiled from nothing.

    The tenant that is only there goes with it, and robotics gives up what it has there. The tenant `bystander` joins:
    a small one that no story is about.
    """
    copy_example(folder, output=False)
    shutil.rmtree(folder / "clusters" / "lab-b")
    shutil.rmtree(folder / "tenants" / "prototypes")
    edit(folder / "clusters" / "addons.yaml", "tenants: [search, prototypes]", "tenants: [search]")
    robotics = folder / "tenants" / "robotics"
    edit(robotics / "tenant.yaml", "  - {pool: l40s-shared, guaranteed: 8, borrow: 8}\n", "")
    projects = robotics / "projects.yaml"
    projects.write_text(projects.read_text(encoding="utf-8").split("---\n")[0], encoding="utf-8")
    edit(projects, "  quota:\n  - {pool: l40s-shared, guaranteed: 4}\n", "")
    edit(projects, "  - {name: scratch,  storage: fast,   size: 200Gi, cluster: lab-b}\n", "")
    add_tenant(folder, "bystander")
    compile_workspace(folder)
    return folder


def add_tenant(workspace: Path, name: str) -> None:
    """Writes the specs of a tenant with one project that shares the CPU pool, and a volume."""
    folder = workspace / "tenants" / name
    folder.mkdir()
    head = "apiVersion: tenantry.dev/v1alpha1\n"
    (folder / "tenant.yaml").write_text(
        f"{head}kind: Tenant\nmetadata: {{name: {name}}}\nspec:\n  displayName: {name}\n"
        f"  owners: [{{group: {name}-leads}}]\n  costCenter: N-1\n  members: [{{group: {name}, role: developer}}]\n"
        "  priorities: [scavenger, normal]\n  quota: [{pool: cpu-general, borrow: 16}]\n",
        encoding="utf-8",
    )
    (folder / "projects.yaml").write_text(
        f"{head}kind: Project\nmetadata: {{tenant: {name}, name: first}}\nspec:\n  classes: [batch]\n"
        "  volumes: [{name: data, storage: shared, size: 1Ti, access: ReadWriteMany}]\n",
        encoding="utf-8",
    )


def compile_workspace(folder: Path, *arguments: str) -> None:
    """Compiles the specs as they are. Fails the test where the compiler refuses them."""
    finished = run("compile", *arguments, folder=folder)
    assert finished.returncode == 0, finished.stderr or finished.stdout


class Repository:
    """A git repository with the branch `main`, filled from a workspace or by hand."""

    def __init__(self, folder: Path, addresses: Mapping[str, str] | None = None) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self.url = f"file://{folder}"
        self.addresses = {ADDRESS_OF_REPOSITORY: self.url, **(addresses or {})}
        self.damaged: set[str] = set()
        """Folders below `output/` that a story spoiled on purpose, and nobody else repairs."""
        self._git("init", "--quiet", "--initial-branch=main")
        self._git("config", "user.name", "Tests")
        self._git("config", "user.email", "tests@example.com")

    def write_output(self, workspace: Path) -> None:
        """Makes the tree's `output/` that of a workspace, with the addresses that exist here; damage stays."""
        wanted = {
            path.relative_to(workspace): self.with_addresses(path.read_text(encoding="utf-8"))
            for path in sorted((workspace / "output").rglob("*"))
            if path.is_file()
        }
        for path in sorted((self.folder / "output").rglob("*")):
            name = path.relative_to(self.folder)
            if path.is_file() and name not in wanted and not self._is_damaged(name):
                path.unlink()
        for name, text in wanted.items():
            if not self._is_damaged(name):
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                (self.folder / name).write_text(text, encoding="utf-8")

    def _is_damaged(self, name: Path) -> bool:
        return any(name.is_relative_to(Path("output") / folder) for folder in self.damaged)

    def with_addresses(self, text: str) -> str:
        """A text with the addresses that exist here."""
        for compiled, here in self.addresses.items():
            text = text.replace(compiled, here)
        return text

    def commit(self, message: str) -> str:
        """Commits all changes, and gives the commit's id. Fails the test where there are none."""
        self._git("add", "--all")
        self._git("commit", "--quiet", "--message", message)
        return self._git("rev-parse", "HEAD").strip()

    def since(self, commit: str) -> set[str]:
        """A commit and all that came after it."""
        return {commit, *self._git("rev-list", f"{commit}..main").split()}

    def changed_folders(self, commit: str) -> set[str]:
        """The folders in which a commit changed a file."""
        names = self._git("show", "--format=", "--name-only", "--no-renames", commit).split()
        return {str(Path(name).parent) for name in names}

    def _git(self, *arguments: str) -> str:
        finished = subprocess.run(
            ["git", *arguments],
            cwd=self.folder,
            env={**os.environ, **_IDENTITY},
            capture_output=True,
            text=True,
            check=False,
        )
        assert finished.returncode == 0, f"git {' '.join(arguments)}: {finished.stdout}{finished.stderr}"
        return finished.stdout
