"""What a kind makes of a program, as JSON reads it back; and metadata drawn at random."""

import json
from dataclasses import replace
from typing import Any

from hypothesis import strategies as st

from tenantry.diagnostics import DocumentRef
from tenantry.kinds.base import Emitted, Kind, Meta
from tenantry.program import Program

Body = dict[str, Any]

texts = st.text("abcz.-", max_size=4)
pairs = st.dictionaries(st.sampled_from(("a", "b", "example.com/c")), texts, max_size=3).map(
    lambda labels: tuple(sorted(labels.items()))
)
metas = st.builds(
    Meta,
    name=st.sampled_from(("isolation", "tenantry:developer", "datasets")),
    namespace=st.sampled_from(("", "vision-detection")),
    labels=pairs,
    annotations=pairs,
)


def bodies(program: Program, kind: Kind) -> list[Body]:
    """All objects of a kind over all clusters, in the order they come."""
    typed: list[tuple[Emitted, DocumentRef]] = []
    for placement in program.placements:
        typed.extend(kind.of_placement(program, placement) if kind.of_placement else ())
    for cluster in program.clusters.values():
        typed.extend(kind.of_cluster(program, cluster) if kind.of_cluster else ())
    return [json.loads(json.dumps(kind.encode(one))) for one, _ in typed]


def body_of(program: Program, kind: Kind, namespace: str, name: str = "") -> Body:
    """The one object of a kind in a namespace, by name where there are several."""
    (body,) = (
        body
        for body in bodies(program, kind)
        if body["metadata"].get("namespace", "") == namespace and name in ("", body["metadata"]["name"])
    )
    return body


def with_profile(program: Program, name: str, **changes: Any) -> Program:
    """The program with fields of an isolation profile changed."""
    profiles = {key: replace(value, **changes) if key == name else value for key, value in program.profiles.items()}
    return replace(program, profiles=profiles)


def with_project(program: Program, tenant: str, project: str, **changes: Any) -> Program:
    """The program with fields of a project changed."""
    projects = {
        key: replace(value, **changes) if key == (tenant, project) else value for key, value in program.projects.items()
    }
    return replace(program, projects=projects)


def with_placed_project(program: Program, tenant: str, project: str, **changes: Any) -> Program:
    """The program with fields of a project's placement changed, wherever it is placed."""
    placements = tuple(
        replace(
            placement,
            projects=tuple(
                replace(at, **changes) if (placement.tenant, at.project) == (tenant, project) else at
                for at in placement.projects
            ),
        )
        for placement in program.placements
    )
    return replace(program, placements=placements)


def with_network(program: Program, **changes: Any) -> Program:
    """The program with network facts of every cluster changed."""
    clusters = {
        name: replace(cluster, network=replace(cluster.network, **changes))
        for name, cluster in program.clusters.items()
    }
    return replace(program, clusters=clusters)


def with_pool(program: Program, name: str, **changes: Any) -> Program:
    """The program with fields of a pool changed."""
    pools = {key: replace(value, **changes) if key == name else value for key, value in program.pools.items()}
    return replace(program, pools=pools)
