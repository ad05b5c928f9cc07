"""Benchmark of the HTTP API: calls sent by a switch."""
