"""Endpoints for the customer widget: place in line, transcript."""
