"""Overview and wall display: the page, its stream configuration, and the demo load beside it."""
