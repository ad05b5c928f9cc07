"""The pages people use: sign-in, the board, the plain list of agents, and the commands behind buttons."""
