"""Benchmark of settings: how long each process uses the earlier ones after a change."""
