"""A tournament to look at and to play with: invented people, real pairings, real records."""
