"""Honest work that the rules must let through untouched: what people of a tenant do all day, on a real plane."""
