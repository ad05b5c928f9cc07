"""What happened, for systems outside: grouped, in batches, fresh or not at all."""
