"""The embedded engine and Redis for one machine, and the demo: every process under one supervisor."""
