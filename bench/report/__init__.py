"""`python -m bench.report`: runs every benchmark and writes docs/benchmarks.md."""
