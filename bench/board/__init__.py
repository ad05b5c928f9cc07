"""`python -m bench.board`: cost and latency of the board."""
