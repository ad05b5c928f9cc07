"""Contact centre of all benchmarks: engine, processes, agents, callers."""
