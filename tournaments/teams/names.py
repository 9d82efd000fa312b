"""What OpenGotha calls the criteria of teams that are those of players, of teams instead of players."""

AS_OF_PLAYERS = {"TEAMP": "NBW", "SOST": "SOSW", "MNR": "RATING"}
