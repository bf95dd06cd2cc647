"""What is wrong with objects of addons: each mistake once, at the template."""

from pathlib import Path

from tenantry.addons import AddonFindings
from tenantry.diagnostics import DocumentRef, Where
from tenantry.ir import Bundle, Manifest, ObjectKey
from tests.support.programs import program_of, small_trees
from tests.unit.addons.fleet import CONFIG_MAP, addon, said


def test_an_object_that_breaks_its_schema_is_said_once_for_all_projects(tmp_path: Path) -> None:
    (problem,) = said(tmp_path, addon(CONFIG_MAP.replace("registry.example.com", "5000")), projects=3)

    assert problem.code.code == "TN501"
    assert (problem.spot.file, problem.spot.line) == ("clusters/addons.yaml", 7)
    assert problem.notes[0].text == "filled for demo/first on one, and 2 more like it"


def test_a_mistake_whose_value_differs_from_project_to_project_is_one_mistake(tmp_path: Path) -> None:
    template = CONFIG_MAP.replace("registry.example.com", "{{ project.name | length }}")

    assert len(said(tmp_path, addon(template), projects=3)) == 1


def test_two_mistakes_of_a_template_are_two_messages(tmp_path: Path) -> None:
    wrong = CONFIG_MAP.replace("\ndata:", "\nextra: 1\ndata:")
    other = CONFIG_MAP.replace("mirror}\ndata:", "other}\nelse: 1\ndata:", 1)

    problems = said(tmp_path, addon(f"{wrong}---\n{other}"), projects=2)

    assert [one.code.code for one in problems] == ["TN501", "TN501"]
    text = " ".join(one.message for one in problems)
    assert all(f"`{field}`" in text for field in ("extra", "else"))
    assert all(one.notes[0].text.endswith("and 1 more like it") for one in problems)


def test_a_mistake_in_objects_of_a_loop_is_said_once(tmp_path: Path) -> None:
    body = CONFIG_MAP.replace("mirror}", "m{{ x }}}", 1).replace("registry.example.com", "5000")
    template = "{% for x in [1, 2, 3] %}\n---\n" + body + "{% endfor %}\n"

    (problem,) = said(tmp_path, addon(template))

    assert problem.notes[0].text == "filled for demo/first on one, and 2 more like it"


def test_two_addons_that_make_one_object_are_named_both_once_for_all_projects(tmp_path: Path) -> None:
    (problem,) = said(tmp_path, addon(CONFIG_MAP), addon(CONFIG_MAP, name="other"), projects=3)

    assert problem.code.code == "TN525"
    assert problem.message == "addon `other` makes `ConfigMap demo-first/mirror`, which addon `mirror` makes too"
    assert problem.spot.line > 12
    assert [(note.text, note.spot.line if note.spot else 0) for note in problem.notes] == [
        ("filled for demo/first on one, and 2 more like it", 0),
        ("addon `mirror`", 7),
    ]


def test_an_addon_that_makes_one_object_twice_is_told(tmp_path: Path) -> None:
    (problem,) = said(tmp_path, addon(f"{CONFIG_MAP}---\n{CONFIG_MAP}"))

    assert problem.code.code == "TN525"
    assert problem.message == "addon `mirror` makes `ConfigMap demo-first/mirror` twice"


def test_an_addon_for_tenants_and_one_for_projects_are_held_against_each_other(tmp_path: Path) -> None:
    template = CONFIG_MAP.replace("{name: mirror}", "{name: mirror, namespace: demo-first}")

    problems = said(tmp_path, addon(template, name="of-tenants", per="tenant"), addon(CONFIG_MAP))

    assert [one.code.code for one in problems] == ["TN525"]


def test_objects_of_one_name_and_another_kind_or_namespace_are_no_clash(tmp_path: Path) -> None:
    service = "apiVersion: v1\nkind: Service\nmetadata: {name: mirror}\nspec: {ports: [{port: 80}]}\n"

    assert said(tmp_path, addon(f"{CONFIG_MAP}---\n{service}"), projects=3) == []


def test_an_object_that_tenantry_itself_makes_is_named_with_the_document_it_is_made_for() -> None:
    trees = small_trees()
    spec = {"description": "it was tried", "for": "project", "template": CONFIG_MAP}
    trees["Addon", "", "mirror"] = {
        "apiVersion": "tenantry.dev/v1alpha1",
        "kind": "Addon",
        "metadata": {"name": "mirror"},
        "spec": spec,
    }
    findings = AddonFindings(program_of(trees))
    key = ObjectKey("v1", "ConfigMap", "vision-detection", "mirror")
    made = [
        Manifest(key, {}, "Project vision/detection", "prod-a/vision/namespaces.yaml"),
        Manifest(key, {}, "Addon mirror", "prod-a/vision/addons.yaml"),
    ]

    findings.compare(Bundle(folder="prod-a/vision", cluster="prod-a", manifests=tuple(made)))

    (problem,) = findings.all()
    assert problem.message == (
        "addon `mirror` makes `ConfigMap vision-detection/mirror`, "
        "which tenantry itself makes for Project vision/detection"
    )
    assert problem.notes[1].where == Where(DocumentRef("Project", "detection", "vision"))
