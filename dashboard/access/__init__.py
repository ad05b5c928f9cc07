"""Who may: permissions on pages, the agent operators act for, and who sits at which desk."""
