"""HTTP API for programs, customers and agents: conventions, access, endpoints by subject."""
