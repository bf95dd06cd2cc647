"""Answers to "what is this, and which line made it so": a reader of the program and of the manifests made of it."""

from tenantry.explain.ask import Answer, ask
from tenantry.explain.rule import explain_code
from tenantry.explain.subjects import SubjectError
from tenantry.explain.text import render

__all__ = ["Answer", "SubjectError", "ask", "explain_code", "render"]
