"""What rules of the organisation say of a change, and what that means for its risk.

Pure. Rules are asked elsewhere (`policy.check_change`); here is what a reviewer reads of it.
"""

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final, NamedTuple

from tenantry.diagnostics import DocumentRef
from tenantry.plan.remark import Remark, Risk
from tenantry.policy import Breach

_RISKS: Final[dict[str, tuple[Risk, str]]] = {
    "error": ("high", "a policy blocks it"),
    "warning": ("medium", "a policy warns"),
    "information": ("low", ""),
}


class PolicyFinding(NamedTuple):
    """A document that breaks a policy; `document` is empty where the policy could not be asked.

    `edition`: the policy as it stands on the `base`, or as the `head` has it. Where `waived_until` is a day, the policy
    lets the document through until its end, for `waiver_reason`.
    """

    policy: str
    severity: str
    document: str
    message: str
    edition: str
    waived_until: date | None
    waiver_reason: str

    @property
    def blocks(self) -> bool:
        """Whether the change may not be merged as it is."""
        return self.severity == "error" and self.waived_until is None


def policy_findings(breaches: Iterable[Breach]) -> tuple[PolicyFinding, ...]:
    """What rules find, by policy."""
    return tuple(
        PolicyFinding(
            one.policy,
            one.severity,
            one.document,
            one.message,
            one.edition,
            one.waiver.until if one.waiver else None,
            one.waiver.reason if one.waiver else "",
        )
        for one in breaches
    )


def policy_remarks(findings: Iterable[PolicyFinding]) -> Iterator[Remark]:
    """A sentence for each policy: its first finding stands for the others, which the table has. What blocks first."""
    groups: dict[tuple[str, str, bool], list[PolicyFinding]] = {}
    for one in findings:
        groups.setdefault((one.severity, one.policy, one.waived_until is not None), []).append(one)
    for (severity, name, waived), (first, *others) in sorted(groups.items(), key=lambda group: _order(group[0])):
        said = first.message.rstrip(".").replace("**", "*")
        more = f", and so for {len(others)} more" if others else ""
        if waived:
            sentence = f"Policy {name} is waived until {first.waived_until} ({first.waiver_reason}): {said}{more}"
            yield Remark(_tenant(first), sentence)
            continue
        verb = {"error": "**Blocked** by policy", "warning": "Policy", "information": "Policy"}[severity]
        warns = {"error": "", "warning": " warns", "information": " tells"}[severity]
        before = " as it was before this change" if first.edition == "base" and severity == "error" else ""
        risk, rule = _RISKS[severity]
        yield Remark(_tenant(first), f"{verb} **{name}**{before}{warns}: {said}{more}", risk, rule)


def _order(group: tuple[str, str, bool]) -> tuple[bool, int, str]:
    severity, name, waived = group
    return waived, list(_RISKS).index(severity), name


def _tenant(finding: PolicyFinding) -> str:
    """Whom a finding is about: a tenant, or the fleet."""
    if not finding.document:
        return ""
    ref = DocumentRef.parse(finding.document)
    return ref.tenant or (ref.name if ref.kind == "Tenant" else "")
