"""`python -m bench.cost`: requests, capacity units and processor time of a call, for each process."""
