"""Organisations on pages: the first visit, founding, offices, invitations, the register of players."""
