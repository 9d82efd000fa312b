"""Pages of a game, its board and story, and claims about it."""
