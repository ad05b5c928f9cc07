"""What each kind of item holds: declared once, and shared by reading, audit, repair and tests."""
