"""Simulation: load on the real router, scenarios in virtual and real time, queueing theory."""
