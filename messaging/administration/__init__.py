"""Administration of conversations without a restart: scenes in the table, canned replies."""
