"""Signing in and out: form, pages, limits of failed sign-ins, and what the log says of them."""
