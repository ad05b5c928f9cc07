"""The feed: of several processes one leads, reads what changed and speaks to the hubs."""
