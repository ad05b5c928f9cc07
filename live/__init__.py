"""Live board: changes reach every open browser within a quarter of a second."""
