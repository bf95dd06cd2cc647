"""The Applications fit the folders: every folder has one, and root reads all files that hold objects."""

from fnmatch import fnmatchcase

from tenantry.kinds import application
from tenantry.lower.bundles import FLEET_FOLDER, bundles
from tests.support.programs import small_program


def test_every_folder_of_a_cluster_has_exactly_one_application() -> None:
    program = small_program()
    found = [item for cluster in program.clusters.values() for item, _ in application.of_cluster(program, cluster)]
    found += [item for placement in program.placements for item, _ in application.of_placement(program, placement)]

    folders = [bundle.folder for bundle in bundles(program, extra=lambda _: ()) if bundle.folder != FLEET_FOLDER]

    assert sorted(item.path for item in found) == sorted(f"output/{folder}" for folder in folders)


def test_root_leaves_out_every_fragment_in_its_folder_and_no_object() -> None:
    program = small_program()
    root = application.root(program)
    below = root.path.removeprefix("output/") + "/"
    fragments, objects = set(), set()
    for bundle in bundles(program, extra=lambda _: ()):
        fragments |= {fragment.path for fragment in bundle.fragments if fragment.path.startswith(below)}
        objects |= {manifest.path for manifest in bundle.manifests if manifest.path.startswith(below)}

    assert len(fragments) == 3
    assert all(fnmatchcase(path.removeprefix(below), root.excluding) for path in fragments)
    assert not any(fnmatchcase(path.removeprefix(below), root.excluding) for path in objects)
