"""What the members of bodies about tournaments mean, for the OpenAPI document."""

from tournaments.api.glossary.common import COMMON
from tournaments.api.glossary.entries import ENTRIES
from tournaments.api.glossary.events import TOURNAMENT_EVENTS
from tournaments.api.glossary.files import FILES
from tournaments.api.glossary.former import FORMER
from tournaments.api.glossary.pairing import PAIRING
from tournaments.api.glossary.people import PEOPLE
from tournaments.api.glossary.rounds import ROUNDS
from tournaments.api.glossary.service import SERVICE
from tournaments.api.glossary.settings import SETTINGS
from tournaments.api.glossary.signups import SIGNUPS
from tournaments.api.glossary.standings import STANDINGS

GLOSSARIES = (
    COMMON,
    ENTRIES,
    FILES,
    PAIRING,
    PEOPLE,
    ROUNDS,
    SERVICE,
    SETTINGS,
    SIGNUPS,
    STANDINGS,
)
__all__ = ["EVENTS", "FORMER", "GLOSSARIES"]
EVENTS = (TOURNAMENT_EVENTS,)
