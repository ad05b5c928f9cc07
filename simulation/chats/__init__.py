"""Chats of a run in real time: customers who write, their dialogues with agents, and what was said."""
