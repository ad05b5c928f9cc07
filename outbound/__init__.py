"""HTTP requests to systems outside: signed, to checked addresses, within a time."""
