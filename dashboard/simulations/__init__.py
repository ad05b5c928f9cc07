"""Simulations: list, forms, progress, reports."""
