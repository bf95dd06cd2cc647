"""The verbs of the command line: each has a module of its name."""

from typing import Final

VERBS: Final = {
    "init": "Make a small fleet that compiles, in an empty folder.",
    "check": "Say everything that is wrong with the specs.",
    "compile": "Write the manifests of every cluster.",
    "explain": "Say what something is, and which line made it so.",
    "plan": "Say what a change means, for whom, and who has to agree.",
    "policy": "Try, list and copy rules of the organisation.",
    "codeowners": "Write who approves, by file, for GitHub or GitLab.",
    "schema": "Print the JSON Schema of the spec language.",
    "completion": "Print the completion script of a shell.",
}
"""Every verb with its one line of help."""
