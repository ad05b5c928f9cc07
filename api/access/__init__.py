"""Who calls: programs and customers by token, agents and supervisors by session; what each may."""
