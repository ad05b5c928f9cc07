"""The made-up contact centre of all benchmarks: engine, processes, agents, callers."""
