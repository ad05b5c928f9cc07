"""Simulations: their list, the forms that start them, their progress and reports."""
