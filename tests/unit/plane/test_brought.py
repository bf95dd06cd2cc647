"""What a user brings in KUBEBUILDER_ASSETS is named, and its version looked at."""

from pathlib import Path

import pytest

from tests.plane.brought import UnusableError, other_versions, where_from
from tests.plane.parts import required_version

ETCD, KUBERNETES = "go.etcd.io/etcd/server/v3", "k8s.io/kubernetes"


@pytest.fixture
def assets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("KUBEBUILDER_ASSETS", str(tmp_path / "assets"))
    (tmp_path / "assets").mkdir()
    return tmp_path / "assets"


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def test_all_is_ours_where_nothing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.delenv("KUBEBUILDER_ASSETS", raising=False)

    assert where_from() == f"all of it from {tmp_path}/tenantry/plane"
    assert other_versions() == []


def test_says_which_programs_come_from_where(assets: Path) -> None:
    ours = assets.parent / "cache" / "tenantry" / "plane"
    assert where_from() == f"nothing from KUBEBUILDER_ASSETS ({assets}), all else from {ours}"

    program(assets / "kube-apiserver", "true")
    program(assets / "etcd", "true")
    (assets / "kubectl").mkdir()

    assert where_from() == f"etcd, kube-apiserver from KUBEBUILDER_ASSETS ({assets}), all else from {ours}"


def test_our_minor_version_is_fine_and_another_is_told(assets: Path) -> None:
    etcd, kubernetes = (required_version("kubernetes", path).removeprefix("v") for path in (ETCD, KUBERNETES))
    program(assets / "etcd", f"echo etcd Version: {etcd.rpartition('.')[0]}.99; echo Go Version: go9.8.7")
    program(assets / "kube-apiserver", "echo Kubernetes v1.31.2")
    program(assets / "kubectl", "exit 1")

    assert other_versions() == [f"{assets}/kube-apiserver is of version 1.31.2; the tests are written for {kubernetes}"]


@pytest.mark.parametrize("script", ["exit 3", "echo I am no server", "\x7fELF"], ids=["fails", "mute", "broken"])
def test_one_that_cannot_be_run_is_refused(assets: Path, script: str) -> None:
    program(assets / "etcd", script)

    with pytest.raises(UnusableError, match="etcd does not say its version"):
        other_versions()
