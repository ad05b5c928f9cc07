"""Chats: a customer's conversation and its chat in the routing, changed together."""
