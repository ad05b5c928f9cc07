"""Setup of conversations: scenes and canned replies."""
