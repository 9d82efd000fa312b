"""Pages where players enter themselves, and where directors decide on it."""
