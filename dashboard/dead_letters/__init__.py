"""Dead letters: calls that nobody answered, with the commands to restore or remove them."""
