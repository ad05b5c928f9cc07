"""The table and the reporting buffers in memory, with the behaviour of the real ones."""
