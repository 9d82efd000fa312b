"""Notices to people: what happened to their games, in a list, by mail and on their devices."""
