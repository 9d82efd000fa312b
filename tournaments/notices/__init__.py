"""Notices to people: what happened to their games, in a list and by mail."""
