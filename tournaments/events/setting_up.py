"""How a tournament is set up: its details, settings and ruleset."""

from dataclasses import dataclass

from games.log.wire import wire
from tournaments.competition.history import Settings
from tournaments.competition.time_limits import NOT_TOLD, TimeSystem


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


@wire("tournament.created.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated:
    tournament_id: str
    organisation_id: str
    slug: str
    details: Details
    ruleset: str
    settings: Settings


@wire("tournament.details-changed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class DetailsChanged:
    details: Details


@wire("tournament.settings-changed.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged:
    """``reason`` is required once a round is paired."""

    settings: Settings
    ruleset: str
    reason: str = ""


@wire("tournament.published.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPublished:
    pass


@wire("tournament.unpublished.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentUnpublished:
    pass
