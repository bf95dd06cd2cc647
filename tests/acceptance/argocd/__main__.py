"""`python -m tests.acceptance.argocd 300`: Argo CD with that many tenants beside the worked example; prints figures.

Every tenant has a project, its isolation and a queue. Told are the seconds from root to the last tenant Synced, those
of a one-line change, those of a look at every Application, and what each part took of CPU and memory.
"""

import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.acceptance.argocd.fleet import ROOT, Fleet, apply_root, settled, start_fleet, tenant_application
from tests.acceptance.argocd.repository import CLUSTER, add_tenant, compile_workspace
from tests.plane.processes import Processes
from tests.support.workspaces import edit

_PATIENCE = 3600


def main(count: int) -> None:
    with Processes() as processes, tempfile.TemporaryDirectory() as folder:
        fleet = start_fleet(processes, Path(folder))
        for index in range(count):
            add_tenant(fleet.workspace, f"team{index}")
        compile_workspace(fleet.workspace)
        fleet.repository.write_output(fleet.workspace)
        fleet.repository.commit("Many tenants")
        names = {f"{CLUSTER}.team{index}" for index in range(count)}
        print(f"{len(fleet.compiled(CLUSTER))} objects of {len(names)} + 13 tenants")
        bring_up(fleet)
        one_change(fleet)
        look_at_all(fleet)
        use_of_parts(processes.folder)


def bring_up(fleet: Fleet) -> None:
    began = time.monotonic()
    apply_root(fleet)
    first = 0.0
    while True:
        items = fleet.applications()
        done = sum(settled(item) for item in items if item["metadata"]["name"].startswith(f"{CLUSTER}."))
        if done and not first:
            first = time.monotonic() - began
        if len(items) > 2 and all(settled(item) for item in items):
            break
        assert time.monotonic() - began < _PATIENCE, f"{done} of {len(items)} Applications are Synced and Healthy"
        time.sleep(2)
    print(f"from root: first tenant {first:.0f} s, all {len(items)} Applications {time.monotonic() - began:.0f} s")


def one_change(fleet: Fleet) -> None:
    began = time.monotonic()
    with fleet.change("One line") as commits:
        edit(fleet.workspace / "tenants" / "team0" / "tenant.yaml", "borrow: 16", "borrow: 17")
    compiled = time.monotonic() - began
    fleet.wait_settled(tenant_application("team0"), commit=commits[0], seconds=_PATIENCE)
    print(f"one line: compiled and committed {compiled:.1f} s, Synced after {time.monotonic() - began:.1f} s")


def look_at_all(fleet: Fleet) -> None:
    names = [item["metadata"]["name"] for item in fleet.applications()]
    began = time.monotonic()
    for name in names:
        fleet.refresh(name)
    fleet.wait_settled(ROOT, *names, seconds=_PATIENCE)
    print(f"a look at all: {time.monotonic() - began:.0f} s")


def use_of_parts(folder: Path) -> None:
    listed = subprocess.run(["ps", "-ww", "-eo", "rss=,time=,args="], capture_output=True, text=True, check=True).stdout
    for line in listed.splitlines():
        resident, spent, words = line.strip().split(None, 2)
        if str(folder) in words or "--disable-tls" in words:
            part = Path(words.split()[0]).name + (" (repo-server)" if "--disable-tls" in words else "")
            print(f"{part}: {int(resident) // 1024} MB, CPU {spent}")


if __name__ == "__main__":
    main(int(sys.argv[1]))
