"""Management commands of localservices; Django finds them here."""
