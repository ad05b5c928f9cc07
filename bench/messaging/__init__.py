"""Benchmarks of messaging: the store alone, and everything real with hundreds of devices."""
