"""Dispatcher: matching after every change, and sweeps of what is overdue."""
