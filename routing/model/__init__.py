"""Agents, calls, queues and policies: plain values and the rules between them. Pure."""
