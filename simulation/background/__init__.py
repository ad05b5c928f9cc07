"""Simulations that workers play in the background. In the table they write audit entries only."""
