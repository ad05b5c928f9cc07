"""Signing in: an identity provider, codes of an authenticator app."""
