"""Dispatcher: matching after every change, and a sweep every second."""
