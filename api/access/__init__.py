"""Access: programs and customers by token, agents and supervisors by session; what each may do."""
