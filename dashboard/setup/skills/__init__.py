"""Setup of skills: lists with display names, and what a removal leaves behind."""
