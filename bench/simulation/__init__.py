"""`python -m bench.simulation`: scenarios in virtual and in real time."""
