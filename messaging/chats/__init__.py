"""Routed chats: a customer's conversation and its contact in the routing, changed together."""
