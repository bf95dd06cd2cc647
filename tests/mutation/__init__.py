"""Breaks the compiler on purpose, one place at a time, and shows that the acceptance tests see it."""
