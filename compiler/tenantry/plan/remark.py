"""What there is to say about a change: a sentence, whom it is about, and how risky it is.

Pure. Every area of a plan gives its remarks; the judgement is drawn from them. A sentence marks what matters with
`**`, as Markdown does.
"""

from typing import Final, Literal, NamedTuple

Risk = Literal["low", "medium", "high", "destructive"]

RISKS: Final[tuple[Risk, ...]] = ("low", "medium", "high", "destructive")
"""From the least to the most."""


class Remark(NamedTuple):
    """`about`: a tenant, or empty for the fleet. `rule` is the reason for the risk, one of docs/plan.md; `clause`
    stands for the remark in the headline, where there is room."""

    about: str
    sentence: str
    risk: Risk = "low"
    rule: str = ""
    clause: str = ""


def riskiest(remarks: "tuple[Remark, ...]") -> Risk:
    """The risk of a whole change: that of its riskiest part; low for nothing."""
    return max((remark.risk for remark in remarks), key=RISKS.index, default="low")


def plain(sentence: str) -> str:
    """A sentence without its marks."""
    return sentence.replace("**", "")
