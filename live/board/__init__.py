"""The board: its contents, rows and frames, and how frames travel."""
