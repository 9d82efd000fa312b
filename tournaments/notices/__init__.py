"""Notices to people of events in their games, in a list and by mail."""
