"""The live board: what changed, told to every open browser within a quarter of a second."""
