"""Management commands of localservices."""
