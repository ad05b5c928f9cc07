"""Benchmarks; each compares its candidates in pairs within one run."""
