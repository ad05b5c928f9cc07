"""HTTP requests to external systems: signed, to checked addresses, with a time limit; sealed secrets."""
