"""The rules by subject; each module says what it forbids and why."""
