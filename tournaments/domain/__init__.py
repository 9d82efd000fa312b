"""The subjects of a tournament, a module each: its events and its commands. Pure."""
