"""Pages of what everybody may read of a tournament: its front page, rounds, standings, exports."""
