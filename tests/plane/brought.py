"""Programs that the user brings in KUBEBUILDER_ASSETS: which are taken, and whether they are of our versions.

A test may say something else on another Kubernetes, so another minor version is told; one that cannot be run is refused
before a plane is started with it.
"""

import re
import subprocess

from tests.plane.parts import PROGRAMS, required_version
from tests.plane.store import assets, brought_program, cache

_KUBERNETES = "k8s.io/kubernetes"
_VERSIONED = {
    "etcd": "go.etcd.io/etcd/server/v3",
    "kube-apiserver": _KUBERNETES,
    "kube-controller-manager": _KUBERNETES,
    "kube-scheduler": _KUBERNETES,
}
"""Programs that know `--version`, and the module whose version they should be of."""

_SECONDS = 30


class UnusableError(Exception):
    """A program that was brought cannot be run; the text says which, and what to do."""


def where_from() -> str:
    """One line: which programs come from where."""
    if assets() is None:
        return f"all of it from {cache()}"
    taken = [program.name for program in PROGRAMS if brought_program(program)]
    return f"{', '.join(taken) or 'nothing'} from KUBEBUILDER_ASSETS ({assets()}), all else from {cache()}"


def other_versions() -> list[str]:
    """A sentence for each program that was brought in another minor version. Raises UnusableError."""
    sentences = []
    for program in PROGRAMS:
        path = brought_program(program)
        if path is None or program.name not in _VERSIONED:
            continue
        wanted = required_version("kubernetes", _VERSIONED[program.name]).removeprefix("v")
        found = _version(program.name, str(path))
        if found.split(".")[:2] != wanted.split(".")[:2]:
            sentences.append(f"{path} is of version {found}; the tests are written for {wanted}")
    return sentences


def _version(name: str, path: str) -> str:
    try:
        done = subprocess.run(
            [path, "--version"], capture_output=True, text=True, errors="replace", timeout=_SECONDS, check=True
        )
        said = re.search(r"\d+\.\d+\.\d+", done.stdout)
        assert said, done.stdout
        return said[0]
    except (OSError, subprocess.SubprocessError, AssertionError) as failed:
        raise UnusableError(
            f"{path} does not say its version ({failed or 'it printed none'}): put a {name} there that runs, or take "
            "it away and have ours built"
        ) from None
