"""Plans as people read them: a page for a terminal, a comment for a pull request."""
