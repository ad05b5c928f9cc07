"""Benchmarks that anybody can run; each compares its candidates in pairs within one run."""
