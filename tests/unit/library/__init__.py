"""Tests of the ready policies."""
