"""The page of calls: what is asked for, the calls that fit, and their rows and pages."""
