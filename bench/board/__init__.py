"""`python -m bench.board`: what the board costs and how quickly it shows."""
