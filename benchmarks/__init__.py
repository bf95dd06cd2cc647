"""The benchmark: fleets of any size, what is measured on them, and against what. Run with `python -m benchmarks`."""
