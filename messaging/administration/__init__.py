"""Administration of conversations without a restart: scenes in the table, over those of the setting."""
