"""Setup: queues and routing, codes, versions of settings; what forms of setup share."""
