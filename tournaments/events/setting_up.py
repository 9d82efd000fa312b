"""How a tournament is set up: its details, settings and ruleset."""

from dataclasses import dataclass

from tournaments.competition.history import Settings
from tournaments.competition.time_limits import NOT_TOLD, TimeSystem
from tournaments.events.declared import OF_TOURNAMENT, OWN_ROW, SAME_STANDINGS, STANDINGS, Nothing, event


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What a poster says. Dates are ISO 8601 or empty; ``country`` has two letters or is empty.

    ``time`` without basic minutes is not told. ``time_class``: the EGF's "A" to "D", or "-" for none, if
    the director names it, else it follows from the time.
    """

    name: str
    place: str = ""
    begins: str = ""
    ends: str = ""
    country: str = ""
    time: TimeSystem = NOT_TOLD
    time_class: str = ""
    online: bool = False


@event(
    "tournament.created.v1",
    rows=OWN_ROW,
    news=Nothing("nobody can be waiting for news of it yet, and what is read from a file is old"),
    games=OF_TOURNAMENT,
    undo=Nothing("there is nothing before it"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated:
    tournament_id: str
    organisation_id: str
    slug: str
    details: Details
    ruleset: str
    settings: Settings


@event(
    "tournament.details-changed.v1",
    rows=OWN_ROW,
    news=Nothing("no score depends on the poster"),
    games=OF_TOURNAMENT,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class DetailsChanged:
    details: Details


@event("tournament.settings-changed.v1", rows=OWN_ROW, news=STANDINGS, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged:
    """``reason`` is required once a round is paired."""

    settings: Settings
    ruleset: str
    reason: str = ""


@event("tournament.published.v1", rows=OWN_ROW, news=SAME_STANDINGS, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPublished:
    pass


@event("tournament.unpublished.v1", rows=OWN_ROW, news=SAME_STANDINGS, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentUnpublished:
    pass
