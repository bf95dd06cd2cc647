"""Who may do more or less by a change, and what is said of it."""

import pytest

from tenantry.plan.access import Access, compare_access
from tenantry.plan.access_remarks import access_remarks
from tenantry.plan.accounts import AccountChange
from tenantry.plan.approvers import ApproversChange
from tenantry.plan.remark import Remark, plain
from tenantry.plan.rights import RightsChange
from tests.support.programs import Trees, small_trees, spec_of
from tests.unit.plan.sides import sides

_ADA = {"user": "ada@example.com"}


def _access(before: Trees, after: Trees) -> Access:
    return compare_access(*sides(before, after))


def _remarks(access: Access) -> list[Remark]:
    return list(access_remarks(access))


def _told(before: Trees, after: Trees) -> list[tuple[str, str, str]]:
    return [(one.risk, one.rule, plain(one.sentence)) for one in _remarks(_access(before, after))]


@pytest.fixture
def trees() -> Trees:
    return small_trees()


def test_the_same_specs_change_nothing(trees: Trees) -> None:
    assert _access(trees, small_trees()) == Access((), (), ())


def test_a_role_that_another_binding_gives_too_is_no_loss(trees: Trees) -> None:
    spec_of(trees, "Tenant", "vision")["members"].append({"group": "vision-leads", "role": "developer"})
    assert _access(trees, small_trees()).rights == ()
    assert _access(small_trees(), trees).rights == ()


def test_a_role_under_another_name_is_no_change(trees: Trees) -> None:
    trees["RoleProfile", "", "engineer"] = {**trees["RoleProfile", "", "developer"], "metadata": {"name": "engineer"}}
    spec_of(trees, "Tenant", "vision")["members"][0]["role"] = "engineer"
    assert _access(small_trees(), trees).rights == ()


def test_members_of_a_tenant_are_told_once_for_all_its_projects(trees: Trees) -> None:
    spec_of(trees, "Tenant", "vision")["members"].append({**_ADA, "role": "developer"})
    (change,) = _access(small_trees(), trees).rights
    assert change.every_project
    assert [(place.project, place.clusters) for place in change.places] == [
        ("detection", ("prod-a",)),
        ("serving", ("prod-a",)),
    ]
    assert (change.subject, change.roles_before, change.roles_after) == ("user ada@example.com", (), ("developer",))
    assert _told(small_trees(), trees) == [
        (
            "high",
            "privileged access is gained",
            "user ada@example.com gets role developer in all projects of vision: create pods/exec, pods/portforward; "
            "read and write configmaps, jobs.batch, pods, services; read localqueues.kueue.x-k8s.io, pods/log",
        )
    ]


def test_members_of_a_project_are_told_with_it(trees: Trees) -> None:
    spec_of(trees, "Project", "serving", "vision")["members"] = [{**_ADA, "role": "viewer"}]
    assert _told(small_trees(), trees) == [
        (
            "low",
            "",
            "user ada@example.com gets role viewer in vision/serving: read configmaps, jobs.batch, "
            "localqueues.kueue.x-k8s.io, pods, pods/log, services",
        )
    ]


def test_a_gain_that_changes_things_is_medium(trees: Trees) -> None:
    spec_of(trees, "RoleProfile", "admin")["rules"] = [{"verbs": ["delete"], "resources": ["pods/log"]}]
    assert _told(small_trees(), trees) == [
        (
            "medium",
            "access to change things is gained",
            "group vision-leads gains delete pods/log in all projects of vision (role admin)",
        )
    ]


def test_a_loss_names_groups_whose_members_keep_it(trees: Trees) -> None:
    spec_of(trees, "Tenant", "vision")["members"].append({**_ADA, "role": "viewer"})
    (remark,) = _remarks(_access(trees, small_trees()))
    assert remark.sentence.endswith("; members of groups vision-engineers and vision-leads still may")
    assert (remark.risk, remark.clause) == ("low", "user ada@example.com loses access to all projects of vision")


def test_a_loss_of_a_group_names_users_who_keep_it(trees: Trees) -> None:
    after = small_trees()
    for one in (trees, after):
        spec_of(one, "Tenant", "search")["members"] = [{**_ADA, "role": "viewer"}]
    spec_of(trees, "Tenant", "search")["members"].append({"group": "guests", "role": "viewer"})
    (remark,) = _remarks(_access(trees, after))
    assert remark.sentence.endswith("; user ada@example.com still may")


def test_a_loss_after_which_nobody_may_is_medium(trees: Trees) -> None:
    spec_of(trees, "Tenant", "search")["members"] = []
    (told,) = _told(small_trees(), trees)
    assert told[:2] == ("medium", "access ends that nobody else has")
    assert told[2].endswith("localqueues.kueue.x-k8s.io, pods, pods/log, services; nobody else there may do that")


def test_what_nobody_may_any_more_is_told_apart_from_what_others_may(trees: Trees) -> None:
    spec_of(trees, "Tenant", "vision")["members"].append({**_ADA, "role": "viewer"})
    after = small_trees()
    spec_of(after, "Tenant", "vision")["members"] = [
        {**_ADA, "role": "viewer"},
        {"group": "vision-leads", "role": "viewer"},
    ]
    found = {change.subject: change for change in _access(trees, after).rights}
    assert found["group vision-engineers"].nobody_has == found["group vision-leads"].lost
    told = {remark.sentence.split("**")[1]: remark.sentence for remark in _remarks(_access(trees, after))}
    assert "; nobody there may any more: create pods/exec, pods/portforward" in told["group vision-engineers"]
    assert "role developer" not in told["group vision-leads"]
    assert "role admin -> **viewer** in all projects of vision: loses **create pods/exec" in told["group vision-leads"]


def test_a_new_project_says_who_has_which_role_in_it_at_low_risk(trees: Trees) -> None:
    del trees["Project", "vision", "serving"]
    assert _told(trees, small_trees()) == [
        (
            "low",
            "",
            "Access to vision/serving, which is new: group vision-engineers developer and group vision-leads admin",
        )
    ]
    assert _told(small_trees(), trees) == [
        (
            "low",
            "",
            "Access to vision/serving ends with it: group vision-engineers developer and group vision-leads admin",
        )
    ]


def test_another_prefix_makes_everybody_somebody_else(trees: Trees) -> None:
    spec_of(trees, "Fleet", "example")["groupPrefix"] = "sso:"
    told = [plain(remark.sentence) for remark in _remarks(_access(small_trees(), trees))]
    assert any(one.startswith("group sso:vision-leads gets role admin") for one in told)
    assert any(one.startswith("group oidc:vision-leads loses role admin") for one in told)


def test_owners_get_no_rights(trees: Trees) -> None:
    spec_of(trees, "Tenant", "vision")["owners"] = [_ADA]
    access = _access(small_trees(), trees)
    assert access.rights == ()
    assert access.approvers == (ApproversChange("tenant vision", ("group vision-leads",), ("user ada@example.com",)),)
    (remark,) = _remarks(access)
    assert (remark.about, remark.risk, remark.rule) == ("vision", "medium", "other people approve for a tenant")
    assert remark.sentence.startswith("**vision** is owned by group vision-leads -> **user ada@example.com**; owners")


def test_owners_in_another_order_are_the_same(trees: Trees) -> None:
    before = small_trees()
    spec_of(before, "Tenant", "vision")["owners"] = [_ADA, {"group": "vision-leads"}]
    spec_of(trees, "Tenant", "vision")["owners"] = [{"group": "vision-leads"}, _ADA]
    assert _access(before, trees).approvers == ()


def test_who_approves_for_the_fleet_is_high(trees: Trees) -> None:
    fleet = spec_of(trees, "Fleet", "example")
    fleet["owners"], fleet["capacityManagers"] = [_ADA], [_ADA]
    spec_of(trees, "PriorityLadder", "standard")["priorities"][0]["approvedBy"] = []
    told = _told(small_trees(), trees)
    assert {risk for risk, _, _ in told} == {"high"}
    assert [sentence for _, _, sentence in told] == [
        "the fleet is approved for by group platform -> user ada@example.com",
        "the fleet's capacity is approved for by group capacity -> user ada@example.com",
        "priority urgent is approved for by group capacity -> nobody",
    ]


def test_accounts_come_go_and_get_tokens(trees: Trees) -> None:
    spec_of(trees, "Project", "detection", "vision")["serviceAccounts"] = [
        {"name": "default", "token": True},
        {"name": "reporter"},
    ]
    access = _access(small_trees(), trees)
    place = ("vision", "detection")
    assert access.accounts == (
        AccountChange(*place, "default", ("prod-a",), "without token", "with token"),
        AccountChange(*place, "reporter", ("prod-a",), "absent", "without token"),
        AccountChange(*place, "trainer", ("prod-a",), "without token", "absent"),
    )
    (remark,) = _remarks(access)
    assert (remark.risk, remark.rule) == ("medium", "a service account gets a token")
    assert remark.clause == "default of vision/detection gets a token"


def test_accounts_that_come_with_every_namespace_are_not_told(trees: Trees) -> None:
    del trees["Project", "vision", "serving"]
    assert _access(trees, small_trees()).accounts == ()


def test_the_same_words_for_many_are_said_once(trees: Trees) -> None:
    """A thousand tenants get one sentence, and one more where words differ."""
    spec_of(trees, "Tenant", "vision")["members"].append({**_ADA, "role": "developer"})
    (change,) = _access(small_trees(), trees).rights
    many = [change._replace(tenant=f"t{number:04}", subject=f"group g{number:04}") for number in range(1000)]
    other = change._replace(kept_by=("group x",), subject="user bo")
    sentences = [one.sentence for one in access_remarks(Access((*many, other), (), ()))]
    assert len(sentences) == 2
    assert sentences[0].startswith("**1,000 groups** get role **developer** in 1,000 tenants: **create pods/exec")


@pytest.mark.parametrize(("number", "sentences"), [(3, 3), (4, 1)])
def test_many_new_projects_are_counted(number: int, sentences: int, trees: Trees) -> None:
    del trees["Project", "vision", "serving"]
    change = next(one for one in _access(trees, small_trees()).rights if one.subject == "group vision-leads")
    many = [change._replace(tenant=f"t{index}") for index in range(number)]
    found = _remarks(Access(tuple(many), (), ()))
    assert len(found) == sentences
    if sentences == 1:
        assert plain(found[0].sentence) == "Namespaces of 4 tenants are new, with access for 1 group"


@pytest.mark.parametrize(("number", "sentences"), [(3, 3), (4, 1), (1000, 1)])
def test_many_tokens_and_owners_are_counted(number: int, sentences: int) -> None:
    accounts = [AccountChange(f"t{one}", "p", "a", ("c",), "absent", "with token") for one in range(number)]
    owners = [ApproversChange(f"tenant t{one}", (f"user {one}",), ("user x",)) for one in range(number)]
    assert len(_remarks(Access((), tuple(accounts), ()))) == sentences
    assert len(_remarks(Access((), (), tuple(owners)))) == sentences


def test_tenants_whose_owners_change_alike_are_named_together() -> None:
    owners = [ApproversChange(f"tenant t{one}", ("user bo",), ("user x",)) for one in range(1000)]
    (remark,) = _remarks(Access((), (), tuple(owners)))
    assert remark.sentence.startswith("**1,000 tenants** are owned by user bo -> **user x**")


def test_privileged_changes_stand_first(trees: Trees) -> None:
    spec_of(trees, "Tenant", "finance")["members"].append({**_ADA, "role": "viewer"})
    spec_of(trees, "Tenant", "vision")["members"].append({**_ADA, "role": "developer"})
    found: tuple[RightsChange, ...] = _access(small_trees(), trees).rights
    assert [(change.tenant, change.is_privileged) for change in found] == [("vision", True), ("finance", False)]
