"""`python -m bench.conversations`: the customer widget and the agent's desk in a browser."""
