"""Answers for people: the same facts as the JSON, within 100 columns."""

from tenantry.explain.text.render import render

__all__ = ["render"]
