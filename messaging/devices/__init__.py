"""Devices: WebSockets of agents, customers and programs; who gets which message."""
