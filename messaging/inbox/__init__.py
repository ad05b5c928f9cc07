"""Inbox in Redis: which conversations of a user changed, and when; everything in it can be rebuilt."""
