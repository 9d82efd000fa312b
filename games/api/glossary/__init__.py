"""What the members of bodies about games, claims and rules mean, for the OpenAPI document."""

from games.api.glossary.boards import BOARDS
from games.api.glossary.claims import CLAIMS
from games.api.glossary.events import GAME_EVENTS
from games.api.glossary.games import GAMES

GLOSSARIES = (GAMES, BOARDS, CLAIMS)
EVENTS = (GAME_EVENTS,)
