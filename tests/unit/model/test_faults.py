"""One mistake gives one message, at the right key or value, in the author's words."""

from typing import Any

import pytest

from tenantry.diagnostics import Path, Where
from tenantry.diagnostics.codes import shape
from tenantry.diagnostics.model import Code
from tenantry.model.faults import MESSAGES_MAX
from tests.unit.model.documents import edited, refused, the_refusal, tree, without

CASES: list[tuple[str, Path, Any, Code, str]] = [
    ("Tenant", ("apiVersion",), "v1", shape.TN201, "`apiVersion: v1` is not served; `tenantry.dev/v1alpha1` is"),
    ("Tenant", ("kind",), "Tennant", shape.TN202, "`kind: Tennant` does not exist; did you mean `Tenant`?"),
    ("Tenant", ("kind",), None, shape.TN202, "a document needs a `kind`"),
    ("Tenant", ("kind",), ["Tenant"], shape.TN202, "`kind: [...]` does not exist"),
    ("Tenant", ("metadata",), "vision", shape.TN205, "`metadata: vision` is text; `metadata` needs a mapping"),
    ("Tenant", ("spec",), None, shape.TN214, "`spec` is written without a value"),
    ("Tenant", ("spec", "members"), None, shape.TN214, "`members` is written without a value"),
    ("Tenant", ("spec", "owners"), {"group": "a"}, shape.TN205, "`owners: {...}` is a mapping; `owners` needs a list"),
    ("Tenant", ("spec", "owners"), [], shape.TN217, "`owners` is empty and needs at least one entry"),
    ("Tenant", ("spec", "owners", 0), {}, shape.TN215,
     "an entry of `owners` in Tenant needs exactly one of `group` and `user`"),
    ("Tenant", ("spec", "owners", 0), {"group": "a", "user": "b"}, shape.TN215,
     "an entry of `owners` in Tenant needs exactly one of `group` and `user`"),
    ("Tenant", ("spec", "owners", 0), "ada", shape.TN205,
     "`ada` in `owners` is text; an entry of `owners` needs a mapping"),
    ("Tenant", ("spec", "displayName"), 7, shape.TN205,
     "`displayName: 7` is a whole number; `displayName` needs text"),
    ("Tenant", ("spec", "displayName"), "", shape.TN216,
     '`displayName: ""` is not a text; write something, at most 2000 characters'),
    ("Tenant", ("spec", "displayName"), "Vision\n---\nkind: Service", shape.TN216,
     "`displayName: Vision --- kind: Service` has more than one line"),
    ("Project", ("spec", "displayName"), "Detection\u2028and more", shape.TN216,
     "`displayName: Detection\u2028and more` has more than one line"),
    ("Tenant", ("spec", "displayName"), "x" * 2001, shape.TN216,
     f"`displayName: {'x' * 40}...` has 2,001 characters; at most 2,000 are allowed"),
    ("Tenant", ("spec", "parent"), "Re Search", shape.TN207,
     "`parent: Re Search` is not the name of a Tenant; write 1 to 63 characters of a-z, 0-9 and inner dashes, such as "
     "`re-search`"),
    ("Tenant", ("spec", "priorities", 1), "high", shape.TN218, "`high` stands twice in `priorities`"),
    ("Tenant", ("spec", "state"), "drained", shape.TN206,
     "`state: drained` is not one of `active`, `held`, `draining`, `retired`"),
    ("Tenant", ("spec", "quota", 0, "guaranteed"), -1, shape.TN213,
     "`guaranteed: -1` is below 0, the least it may be"),
    ("Tenant", ("spec", "quota", 0, "guaranteed"), "24", shape.TN205,
     "`guaranteed: 24` is text; `guaranteed` needs a whole number"),
    ("Tenant", ("spec", "quota", 0, "guaranteed"), 1.5, shape.TN205,
     "`guaranteed: 1.5` is a number with a fraction; `guaranteed` needs a whole number"),
    ("Tenant", ("spec", "quota", 0, "guaranteed"), 1e3, shape.TN205,
     "`guaranteed: 1000.0` is a number with a point or an exponent; `guaranteed` needs a whole number"),
    ("Tenant", ("spec", "quota", 0, "guaranteed"), True, shape.TN205,
     "`guaranteed: true` is true or false; `guaranteed` needs a whole number"),
    ("Tenant", ("spec", "quota", 0, "weight"), 0, shape.TN213, "`weight: 0` is below 1, the least it may be"),
    ("Tenant", ("spec", "quota", 0, "weight"), 1001, shape.TN213, "`weight: 1001` is above 1000, the most it may be"),
    ("Tenant", ("spec", "labels"), {"pod-security.kubernetes.io/enforce": "privileged"}, shape.TN216,
     "key `pod-security.kubernetes.io/enforce` is kept for the platform; choose a key without"
     " `pod-security.kubernetes.io/`"),
    ("Tenant", ("spec", "labels"), {"kueue.x-k8s.io/queue-name": "mine"}, shape.TN216,
     "key `kueue.x-k8s.io/queue-name` is kept for the platform; choose a key without `kueue.x-k8s.io/`"),
    ("Tenant", ("spec", "labels"), {"app.kubernetes.io/managed-by": "me"}, shape.TN216,
     "key `app.kubernetes.io/managed-by` is kept for the platform; choose another key"),
    ("Tenant", ("spec", "labels"), {"team": 7}, shape.TN205, "`team: 7` is a whole number; `team` needs text"),
    ("Cluster", ("spec", "kubernetes"), 1.36, shape.TN205,
     "`kubernetes: 1.36` is a number with a fraction; `kubernetes` needs text"),
    ("Cluster", ("spec", "kubernetes"), "1.36.2", shape.TN216,
     '`kubernetes: 1.36.2` is not a version; write major and minor in quotes, such as `"1.36"`'),
    ("Cluster", ("spec", "kueue", "podsReadyTimeout"), "30 minutes", shape.TN209,
     "`podsReadyTimeout: 30 minutes` is not a duration; write `30m`, `12h`, `7d` or `1h30m`"),
    ("WorkloadClass", ("spec", "maxRunTime"), "0s", shape.TN209, "`maxRunTime: 0s` is not above 0"),
    ("Project", ("spec", "volumes", 0, "size"), 0, shape.TN208, "`size: 0` is not above 0"),
    ("Cluster", ("spec", "kueue", "podsReadyTimeout"), 30, shape.TN209,
     "`podsReadyTimeout: 30` is not a duration; write `30s`, `30m`, `30h` or `30d`"),
    ("Cluster", ("spec", "network", "pods", 0), "10.64.0.1/12", shape.TN212,
     "`10.64.0.1/12` in `pods` is an address inside a network; write the network, `10.64.0.0/12`"),
    ("Cluster", ("spec", "network", "pods", 0), "10.64.0.0", shape.TN212,
     "`10.64.0.0` in `pods` is not a network; write an address range such as `10.20.0.0/16`"),
    ("Cluster", ("spec", "network", "dns", "service"), "10.96.0.300", shape.TN212,
     "`service: 10.96.0.300` is not an IP address; write one such as `10.96.0.10`"),
    ("Fleet", ("spec", "asOf"), "2026-11-31", shape.TN210, "`asOf: 2026-11-31` is not a day of the calendar"),
    ("Fleet", ("spec", "asOf"), "30.11.2026", shape.TN210,
     "`asOf: 30.11.2026` is not a date; write year, month and day, such as `2026-11-30`"),
    ("Fleet", ("spec", "currency"), "euro", shape.TN216,
     "`currency: euro` is not a currency; write three capital letters, such as `EUR`"),
    ("Fleet", ("spec", "groupPrefix"), "x" * 101, shape.TN213,
     f"`groupPrefix: {'x' * 40}...` is longer than 100 characters"),
    ("Pool", ("spec", "node", "cpu"), "2x", shape.TN208,
     "`cpu: 2x` is not a quantity; write `2`, `2000m` or `0.5`"),
    ("Pool", ("spec", "node", "cpu"), -2, shape.TN208, "`cpu: -2` is below 0"),
    ("Pool", ("spec", "node", "devices"), {"kubernetes.io/x": 1}, shape.TN216,
     "key `kubernetes.io/x` is not a resource name; write `vendor.com/device`, as the device plugin announces it"),
    ("Pool", ("spec", "price"), "cheap", shape.TN213,
     "`price: cheap` is not a price; write a number such as `2.60`, at most 6 decimals, at most 1000000"),
    ("Pool", ("spec", "accelerator", "vendor"), "other", shape.TN215,
     "`vendor` in Pool needs `resource`, because vendor `other` has no usual resource name"),
    ("Pool", ("spec", "accelerator", "sharing"), {}, shape.TN215,
     "`sharing` in Pool needs exactly one of `mig`, `timeSlicing` and `mps`"),
    ("Link", ("spec", "ports", 0), 8080, shape.TN211, "`8080` in `ports` is not a port; write `8080/TCP`"),
    ("Link", ("spec", "ports", 0), "9-8/TCP", shape.TN211,
     "`9-8/TCP` in `ports` is not a port: they go from 1 to 65535, the smaller one first"),
    ("Link", ("spec", "to"), "ranking", shape.TN207,
     "`to: ranking` is not a project; write `<tenant>/<project>`, such as `vision/detection`"),
    ("RoleProfile", ("spec", "rules", 0, "verbs", 0), "*", shape.TN206,
     "`*` in `verbs` is not one of `get`, `list`, `watch`, `create`, `update`, `patch`, `delete`, `deletecollection`"),
    ("RoleProfile", ("spec", "rules", 0, "resources", 0), "*", shape.TN216,
     "`*` in `resources` is not a resource; write `pods`, `pods/exec` or `jobs.batch`: plural, the API group behind a "
     "dot"),
]  # fmt: skip


@pytest.mark.parametrize(("kind", "path", "value", "code", "message"), CASES)
def test_a_wrong_value_gives_one_message_at_its_place(
    kind: str, path: Path, value: Any, code: Code, message: str
) -> None:
    diagnostic = the_refusal(edited(kind, path, value))

    assert (diagnostic.code, diagnostic.message) == (code, message)
    assert isinstance(diagnostic.where, Where)
    keys_of_mapping = path if not diagnostic.message.startswith("key ") else (*path, *value)
    assert diagnostic.where.path[: len(keys_of_mapping)] == keys_of_mapping
    assert len(diagnostic.where.path) <= len(path) + 1


def test_every_code_of_the_block_but_the_structural_ones_has_a_case() -> None:
    codes = {code for code in vars(shape).values() if isinstance(code, Code)}

    assert codes - {case[3] for case in CASES} == {shape.TN203, shape.TN204}


@pytest.mark.parametrize(
    ("path", "message"),
    [
        (("spec", "member"), "`member` is not a field of Tenant; did you mean `members`?"),
        (("spec", "costcentre"), "`costcentre` is not a field of Tenant; did you mean `costCenter`?"),
        (("spec", "quota", 0, "guarantee"),
         "`guarantee` is not a field of an entry of `quota` in Tenant; did you mean `guaranteed`?"),
        (("spec", "display_name"), "`display_name` is not a field of Tenant; did you mean `displayName`?"),
        (("status",), "`status` is not a field of Tenant"),
    ],
)  # fmt: skip
def test_an_unknown_field_is_shown_at_its_key_with_what_was_probably_meant(path: Path, message: str) -> None:
    diagnostic = the_refusal(edited("Tenant", path, "x"))

    assert (diagnostic.code, diagnostic.message) == (shape.TN203, message)
    assert isinstance(diagnostic.where, Where)
    assert (diagnostic.where.path, diagnostic.where.part) == (path, "key")


def test_a_field_in_the_wrong_half_of_a_document_is_sent_to_the_other() -> None:
    assert the_refusal(edited("Tenant", ("metadata", "labels"), {})).help == "`labels` of Tenant stands below `spec`"
    assert the_refusal(edited("Pool", ("spec", "name"), "x")).help == "`name` of Pool stands below `metadata`"
    assert the_refusal(edited("Pool", ("nodes",), 3)).help == "`nodes` of Pool stands below `spec`"


def test_the_way_out_fits_what_was_written() -> None:
    number = ("spec", "quota", 0, "guaranteed")

    assert the_refusal(edited("Tenant", number, 1e3)).help == "write 1000"
    assert the_refusal(edited("Tenant", number, "24")).help == "remove the quotes"
    assert the_refusal(edited("Tenant", number, "２４")).help == ""
    assert the_refusal(edited("Tenant", ("spec", "costCenter"), None)).help == "give it a value, or remove the line"
    assert the_refusal(edited("Tenant", ("spec", "displayName"), None)).help == "give it a value"


def test_a_missing_field_is_named_with_what_it_is_for() -> None:
    diagnostic = the_refusal(without("Tenant", ("spec", "displayName")))

    assert (diagnostic.code, diagnostic.message) == (shape.TN204, "Tenant needs `displayName`")
    assert diagnostic.help == "`displayName`: Name for people."
    assert isinstance(diagnostic.where, Where)
    assert diagnostic.where.path == ("spec", "displayName")


def test_a_missing_field_of_an_entry_is_named_with_its_list() -> None:
    diagnostic = the_refusal(without("Tenant", ("spec", "quota", 1, "pool")))

    assert diagnostic.message == "an entry of `quota` in Tenant needs `pool`"


def test_a_missing_api_version_is_shown_as_the_line_to_write() -> None:
    diagnostic = the_refusal(without("Tenant", ("apiVersion",)))

    assert diagnostic.code == shape.TN201
    assert diagnostic.message == "a document begins with `apiVersion: tenantry.dev/v1alpha1`"


def test_a_misspelt_field_that_is_needed_is_one_mistake_and_not_two() -> None:
    whole = without("Tenant", ("spec", "displayName"))
    whole["spec"]["displayname"] = "Vision"

    assert the_refusal(whole).message == "`displayname` is not a field of Tenant; did you mean `displayName`?"


def test_a_bad_entry_does_not_make_its_list_too_short_as_well() -> None:
    assert the_refusal(edited("Tenant", ("spec", "owners"), [{"groups": "a"}])).code == shape.TN203


def test_a_document_of_another_system_is_not_read_further() -> None:
    whole = {"apiVersion": "apps/v1", "kind": "Deployment", "metadata": {}, "spec": {"replicas": 1}}

    assert the_refusal(whole).code == shape.TN201


def test_what_is_no_mapping_is_no_document() -> None:
    assert the_refusal(["a"]).code == shape.TN205


def test_several_mistakes_give_a_message_each_in_the_order_of_the_fields() -> None:
    whole = edited("Tenant", ("spec", "quota", 0, "guaranteed"), -1)
    whole["spec"]["state"] = "gone"

    assert [one.code for one in refused(whole)] == [shape.TN213, shape.TN206]


def test_a_document_full_of_mistakes_gives_ten_messages_and_says_how_many_more_there_are() -> None:
    found = refused(edited("Tenant", ("spec", "quota"), [{"pool": "A b"}] * 25))

    assert len(found) == MESSAGES_MAX
    assert [note.text for note in found[-1].notes] == [
        "15 more in this document; they are shown once these are repaired"
    ]


def test_a_rule_over_documents_needs_kinds_and_one_over_objects_needs_resources() -> None:
    no_kinds = the_refusal(edited("Policy", ("spec", "match"), {"resources": ["pods"]}))
    no_resources = the_refusal(edited("Policy", ("spec", "scope"), "admission"))

    assert no_kinds.message == (
        "`match` in Policy needs `kinds` and no `resources`, because the scope of the rule is `program`"
    )
    assert no_resources.message == (
        "`match` in Policy needs `resources` and no `kinds`, because the scope of the rule is `admission`"
    )
    assert isinstance(no_kinds.where, Where)
    assert no_kinds.where.path == ("spec", "match")


def test_an_edit_does_not_change_the_example() -> None:
    edited("Tenant", ("spec", "state"), "held")

    assert "state" not in tree("Tenant")["spec"]
