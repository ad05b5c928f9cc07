"""Overview and wall: pages, stream configuration, demo load."""
