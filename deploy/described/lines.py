"""What the members of bodies and of events mean: the glossaries of both rooms."""

from games.api.glossary import EVENTS as OF_GAMES_EVENTS
from games.api.glossary import GLOSSARIES as OF_GAMES
from games.rest.glossary import COMMON, lines_of
from tournaments.api.glossary import EVENTS as OF_TOURNAMENTS_EVENTS
from tournaments.api.glossary import GLOSSARIES as OF_TOURNAMENTS

BODIES = lines_of((COMMON, *OF_GAMES, *OF_TOURNAMENTS))
EVENTS = lines_of((*OF_GAMES_EVENTS, *OF_TOURNAMENTS_EVENTS))
"""Of the data of events, where a name may mean another thing than in a body: ranks are numbers there."""
