"""Teams: several entries that meet another team board by board. Pure.

Teams are paired like players, by ``competition.pairing`` on a history of teams; their games are ordinary
pairs. The line-ups of the round determine the match and board of each pair.
"""
