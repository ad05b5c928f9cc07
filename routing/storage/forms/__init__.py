"""Forms of items: declared once, used by reads, audit, repair and tests."""
