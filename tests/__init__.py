"""Tests of the product, one folder for each kind."""
