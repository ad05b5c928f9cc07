"""Operations: each declared once, with its fields, service, permission and words, for every way in."""
