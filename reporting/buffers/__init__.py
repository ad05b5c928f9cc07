"""Buffers of events that wait for their sinks, in Redis or in memory."""
