"""Pages: sign-in, board, agents, queues, calls, desk, reports, planning, and their commands."""
