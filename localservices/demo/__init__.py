"""Demo: everything on one machine, with user accounts and simulated calls."""
