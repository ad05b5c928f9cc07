"""`python -m bench.reporting`: events a second into and out of the buffers."""
