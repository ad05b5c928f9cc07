"""Made-up callers and agents: who they are, and what they do on a table, step by step."""
