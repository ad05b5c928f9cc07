"""Commands of the catalogue over HTTP."""
