"""Dead letters: calls that nobody answered, until somebody decides about them."""
