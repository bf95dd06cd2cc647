"""Programs that the benchmark runs as processes of their own; each imports as little as it can."""
