"""Git repositories for tests, made with the real git; nothing of the machine's own configuration counts."""

import os
import subprocess
from dataclasses import dataclass
from pathlib import Path

_ENVIRONMENT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Ada",
    "GIT_AUTHOR_EMAIL": "ada@example.com",
    "GIT_COMMITTER_NAME": "Ada",
    "GIT_COMMITTER_EMAIL": "ada@example.com",
    "GIT_AUTHOR_DATE": "2026-11-30T12:00:00Z",
    "GIT_COMMITTER_DATE": "2026-11-30T12:00:00Z",
}


@dataclass(frozen=True)
class Repository:
    """A repository whose top is `folder`."""

    folder: Path

    @classmethod
    def init(cls, folder: Path) -> "Repository":
        """Makes a repository of a folder, with `main` as its branch."""
        folder.mkdir(parents=True, exist_ok=True)
        made = cls(folder)
        made.git("init", "--quiet", "--initial-branch=main")
        return made

    def git(self, *words: str) -> str:
        """Runs git there and gives what it printed, without the last line break."""
        done = subprocess.run(
            ["git", *words],
            cwd=self.folder,
            env={**os.environ, **_ENVIRONMENT},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, f"git {' '.join(words)}: {done.stderr or done.stdout}"
        return done.stdout.removesuffix("\n")

    def commit(self, message: str = "change") -> str:
        """Commits everything that lies in the folder, and gives the id."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message)
        return self.git("rev-parse", "HEAD")
