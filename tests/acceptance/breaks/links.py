"""Breaks of links."""

from tests.acceptance.breaks.edits import Append, Break, Breaks, Change, Remove, Take, document
from tests.acceptance.breaks.files import PROFILES, links


def _link(holder: str, name: str, spec: str) -> str:
    return document("Link", f"{{tenant: {holder}, name: {name}}}", f"{{{spec}}}")


BREAKS: Breaks = {
    "TN450": (
        Break(
            "a link of others is changed into one between others",
            Change(
                links("search"),
                "from: search/indexing, to: search/ranking",
                "from: nlp/pretrain, to: speech/recognition",
            ),
            at="from: nlp/pretrain",
        ),
        Break(
            "a tenant writes a link between two others",
            Append(
                links("climate"),
                _link("climate", "weather", "from: vision/detection, to: nlp/pretrain, ports: [80/TCP]"),
            ),
            at="from: vision/detection",
        ),
        Break(
            "a department writes a link for its teams",
            Append(
                links("research"),
                _link("research", "shared", "from: nlp/pretrain, to: vision/serving, ports: [80/TCP]"),
            ),
            at="from: nlp/pretrain",
        ),
    ),
    "TN451": (
        Break(
            "both ends become one",
            Change(links("search"), "from: search/indexing", "from: search/ranking"),
            at="from: search/ranking",
        ),
        Break(
            "a link inside a project",
            Append(
                links("climate"),
                _link("climate", "self", "from: climate/forecast, to: climate/forecast, ports: [1-65535/TCP]"),
            ),
            at="to: climate/forecast",
        ),
        Break(
            "the other end of a link is mistaken for one's own",
            Append(
                links("vision"), _link("vision", "back", "from: vision/serving, to: vision/serving, ports: [8080/TCP]")
            ),
            at="to: vision/serving",
        ),
    ),
    "TN452": (
        Break(
            "a link to a tenant that may have none",
            Append(
                links("vision"),
                _link("vision", "ledger", "from: vision/detection, to: finance/risk, ports: [5432/TCP]"),
            ),
            at="to: finance/risk",
        ),
        Break(
            "a link of a tenant that may have none",
            Append(
                links("finance"), _link("finance", "inside", "from: finance/fraud, to: finance/risk, ports: [5432/TCP]")
            ),
            at="from: finance/fraud",
        ),
        Break(
            "a profile forbids links that are there",
            Change(
                PROFILES,
                "    links: true\n    egress:                 ",
                "    links: false\n    egress:                 ",
            ),
            at="links: false\n    egress:                 ",
        ),
        Break(
            "both tenants write the link that one may not have",
            Append(
                links("climate"),
                _link("climate", "scenes", "from: climate/forecast, to: meridian/workbench, ports: [80/TCP]"),
            ),
            at="to: meridian/workbench",
        ),
    ),
    "TN453": (
        Break(
            "one tenant takes its link away",
            Take(links("search"), "name: from-vision}"),
            at=(links("vision"), "metadata: {tenant: vision, name: features}"),
        ),
        Break(
            "the tenant that connects removes its file",
            Remove(links("vision")),
            at=(links("search"), "name: from-vision}"),
        ),
        Break(
            "a tenant writes a link that the other did not",
            Append(
                links("nlp"), _link("nlp", "transcripts", "from: nlp/pretrain, to: speech/recognition, ports: [80/TCP]")
            ),
            at="name: transcripts}",
        ),
    ),
    "TN454": (
        Break(
            "one end lists a port more",
            Change(links("vision"), "ports: [8080/TCP]", "ports: [8080/TCP, 9090/TCP]"),
            at="9090/TCP",
        ),
        Break(
            "the other end lists a range",
            Change(
                links("search"), "to: search/ranking, ports: [8080/TCP]", "to: search/ranking, ports: [8080-8089/TCP]"
            ),
            at="8080-8089/TCP",
        ),
        Break(
            "a new link with a port that the other end does not list",
            Append(
                links("nlp"),
                _link("nlp", "text", "from: nlp/pretrain, to: speech/recognition, ports: [80/TCP, 80/UDP]"),
            ),
            Append(
                links("speech"), _link("speech", "text", "from: nlp/pretrain, to: speech/recognition, ports: [80/TCP]")
            ),
            at="80/UDP",
        ),
    ),
    "TN455": (
        Break(
            "two tenants link projects on different clusters",
            Append(
                links("search"),
                _link("search", "chat", "from: search/ranking, to: prototypes/assistant, ports: [80/TCP]"),
            ),
            Append(
                links("prototypes"),
                _link("prototypes", "chat", "from: search/ranking, to: prototypes/assistant, ports: [80/TCP]"),
            ),
            at="to: prototypes/assistant",
        ),
        Break(
            "a link between a tenant of the lab and one without pools",
            Append(
                links("portal"), _link("portal", "chat", "from: portal/web, to: prototypes/playground, ports: [80/TCP]")
            ),
            Append(
                links("prototypes"),
                _link("prototypes", "web", "from: portal/web, to: prototypes/playground, ports: [80/TCP]"),
            ),
            at="to: prototypes/playground",
        ),
        Break(
            "a link to a project that is in the lab only",
            Append(
                links("vision"), _link("vision", "arm", "from: vision/detection, to: robotics/control, ports: [80/TCP]")
            ),
            Append(
                links("robotics"),
                _link("robotics", "eye", "from: vision/detection, to: robotics/control, ports: [80/TCP]"),
            ),
            at=(links("vision"), "to: robotics/control"),
        ),
    ),
}
