"""First steps: the way from an empty centre to the first answered call."""
