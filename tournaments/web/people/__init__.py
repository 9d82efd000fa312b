"""Pages of players, their groups, teams and wishes, and lists of them read in."""
