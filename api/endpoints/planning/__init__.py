"""Planning: agents needed, simulations."""
