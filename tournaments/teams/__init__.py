"""Teams: several entries that meet another team board by board. Pure.

Teams are paired as players are, by ``competition.pairing`` on a history of teams; their games are ordinary
pairs. Which pair belongs to which board of which match follows from the line-ups of the round.
"""
