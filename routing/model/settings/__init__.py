"""Settings that change while the centre runs: their kinds, and each kind's documents. Pure."""
