"""How much one may write: bounds that no honest spec meets and no hostile one passes."""

MAX_FILE_BYTES = 1 << 20
MAX_WORKSPACE_BYTES = 64 << 20
MAX_DOCUMENTS = 1_000
"""Documents in one file."""
MAX_DEPTH = 32
"""Mappings and lists inside each other; the document itself is the first."""
MAX_EXPANSION = 10_000
"""Nodes that aliases may add to one document; a text counts one more for every 100 characters."""
MAX_TEXT = 64 << 10
"""Characters of one key or value."""
MAX_NUMBER = 64
"""Characters of one number."""
MAX_FINDINGS = 100
"""Diagnostics about the text of one file that are shown."""
