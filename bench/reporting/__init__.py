"""`python -m bench.reporting`: events a second into the buffers and out of them."""
