"""Staff: agents listed, set up with the user at their desk, imported from CSV, removed."""
