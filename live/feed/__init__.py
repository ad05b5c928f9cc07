"""Feed: of several processes one leads, reads changes and publishes frames to the hubs."""
