"""HTTP API of programs, customers and agents: conventions, who calls, endpoints by subject."""
