"""Buffers: where events wait for their sinks, in Redis or in memory."""
