"""Accounts of users: roles, desks, teams of supervisors, invitations; shared by pages, API and commands."""
