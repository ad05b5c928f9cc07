"""Services that direct a call to one agent, or a chat to another queue or a robot."""
