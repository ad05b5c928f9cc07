"""Demo load: a run without an end on the deployment's table, played by its own agents."""
