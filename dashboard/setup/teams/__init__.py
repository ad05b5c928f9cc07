"""Teams: their names, and who belongs to each."""
