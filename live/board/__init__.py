"""Board: contents, rows, frames, and their transport."""
