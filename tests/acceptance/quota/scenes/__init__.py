"""Scenes: each quota promise acted out on real Kueue, with a cast of tenants and a pool of its own."""
