"""The demo: everything on one machine, with people to sign in as and calls that arrive by themselves."""
