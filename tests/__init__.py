"""Tests of the product; the folders say of which kind."""
