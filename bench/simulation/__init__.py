"""`python -m bench.simulation`: scenarios in virtual and real time."""
