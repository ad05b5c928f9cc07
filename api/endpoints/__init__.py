"""Endpoints, a module for each subject."""
