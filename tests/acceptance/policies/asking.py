"""Asking the real server what an example asks: an object made, or one changed into another, always as a dry run."""

import re
from copy import deepcopy

from tenantry.program import Example, Policy
from tests.plane.api import STRATEGIC_PATCH, Answer, Api, Object

NAMESPACE = "vision-detection"
"""A project of the worked example whose profile takes the images of the examples."""

_DENIED = re.compile(
    r"ValidatingAdmissionPolicy 'tenantry\.policy\.([a-z-]+)' with binding 'tenantry\.policy\.\1' denied request: (.*)",
    re.DOTALL,
)


def placed(item: Object, name: str) -> Object:
    """The object of an example in a project's namespace."""
    return {**deepcopy(item), "metadata": {**item["metadata"], "namespace": NAMESPACE, "name": name}}


def before(policy: Policy, example: Example) -> Object | None:
    """The object that an example says was there; its name is its policy's own, so that those of others do not meet."""
    item = example.inputs.get("oldObject")
    return placed(item, f"{item['metadata']['name']}-{policy.name}") if item else None


def ask(api: Api, policy: Policy, example: Example) -> Answer:
    """The server's word on an example."""
    item, old = example.inputs["object"], before(policy, example)
    if old is None:
        return api.create(placed(item, item["metadata"]["name"]), dry_run=True)
    subresource = "ephemeralcontainers" if "ephemeralContainers" in item["spec"] else ""
    change = {"metadata": {"labels": item["metadata"].get("labels", {})}, "spec": item["spec"]}
    return api.patch(old, change, content_type=STRATEGIC_PATCH, subresource=subresource, dry_run=True)


def denied(answer: Answer) -> tuple[str, str]:
    """Which ready policy refused, and in which words; a refusal by anything else stands as it is."""
    if answer.ok:
        return "", ""
    found = _DENIED.search(answer.message)
    return (found[1], found[2]) if found else ("", f"{answer.status} {answer.message}")
