"""Where batches go: one module for each kind of sink."""
