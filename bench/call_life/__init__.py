"""`python -m bench.call_life`: cost of each operation of a call's life."""
