"""The fleet that `init` writes, with addons: what compiling it says."""

from pathlib import Path
from textwrap import indent

from tenantry import api
from tenantry.diagnostics.report import Located

CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: mirror}\ndata: {mirror: registry.example.com}\n"


def addon(template: str, *, name: str = "mirror", per: str = "project") -> str:
    """An Addon whose template stands below a `|`; its first line is line 8 of the document."""
    return (
        f"apiVersion: tenantry.dev/v1alpha1\nkind: Addon\nmetadata: {{name: {name}}}\nspec:\n"
        f"  description: Tells pods where the mirror is.\n  for: {per}\n  template: |\n{indent(template, '    ')}"
    )


def said(folder: Path, *addons: str, projects: int = 1) -> list[Located]:
    """What is said. The fleet has one tenant, `demo`, with `projects` projects."""
    api.init(folder)
    (folder / "clusters" / "addons.yaml").write_text("---\n".join(addons), encoding="utf-8")
    first = next(path for path in (folder / "tenants").rglob("*.yaml") if "kind: Project" in path.read_text())
    for at in range(1, projects):
        text = first.read_text(encoding="utf-8").replace("name: first", f"name: more-{at}")
        first.with_name(f"more-{at}.yaml").write_text(text, encoding="utf-8")
    compiled = api.compile(api.open_workspace(folder), dry_run=True)
    return list(compiled.report.items)
