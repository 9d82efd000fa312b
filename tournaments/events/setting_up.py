"""How a tournament is set up: its details, settings and ruleset."""

from dataclasses import dataclass

from games.log.wire import Data, upcaster
from tournaments.competition.history import Settings
from tournaments.competition.time_limits import NOT_TOLD, TimeSystem
from tournaments.events.declared import FINISHING, OF_TOURNAMENT, OPENING, OWN_ROW, STANDINGS, Nothing, event


@dataclass(frozen=True, slots=True, kw_only=True)
class Details:
    """What a poster says. Dates are ISO 8601 or empty; ``country`` has two letters or is empty.

    ``time`` without basic minutes is not told. ``time_class``: the EGF's "A" to "D", or "-" for none, if
    the director names it, else it follows from the time. ``short_name``: what files of other programs call
    it; empty: its address. ``time_zone``: as the IANA calls it, "Europe/Helsinki"; empty: the service's.
    ``language``: of its pages for whoever has chosen none, "de"; empty: the browser's.
    """

    name: str
    place: str = ""
    begins: str = ""
    ends: str = ""
    country: str = ""
    time: TimeSystem = NOT_TOLD
    time_class: str = ""
    online: bool = False
    short_name: str = ""
    time_zone: str = ""
    language: str = ""


@event(
    "tournament.created.v2",
    rows=OWN_ROW,
    news=Nothing("nobody can be waiting for news of it yet, and what is read from a file is old"),
    games=OF_TOURNAMENT,
    undo=Nothing("there is nothing before it"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentCreated:
    """``specification``: the version of the format (``deploy/format``) that counts; empty in old logs."""

    tournament_id: str
    organisation_id: str
    slug: str
    details: Details
    ruleset: str
    settings: Settings
    specification: str = ""


@event(
    "tournament.details-changed.v1",
    rows=OWN_ROW,
    news=Nothing("no score depends on the poster"),
    games=OF_TOURNAMENT,
)
@dataclass(frozen=True, slots=True, kw_only=True)
class DetailsChanged:
    details: Details


@event("tournament.settings-changed.v2", rows=OWN_ROW, news=STANDINGS, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsChanged:
    """``reason`` is required once a round is paired."""

    settings: Settings
    ruleset: str
    reason: str = ""


@event("tournament.published.v1", rows=OWN_ROW, news=OPENING, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentPublished:
    pass


@event("tournament.archived.v1", rows=OWN_ROW, news=FINISHING, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentArchived:
    """It is read as before, and no longer among those that are going on."""


@event("tournament.restored.v1", rows=OWN_ROW, news=FINISHING, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentRestored:
    """It is among those that are going on again."""


@event(
    "tournament.deleted.v1",
    rows=Nothing("all its rows go with its own"),
    news=Nothing("whoever could be waiting for news of it has read nothing of it"),
    games=OF_TOURNAMENT,
    undo=Nothing("its rows are gone: only its log is left"),
)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentDeleted:
    """The last of its stream."""

    reason: str = ""


@event("tournament.unpublished.v1", rows=OWN_ROW, news=OPENING, games=OF_TOURNAMENT)
@dataclass(frozen=True, slots=True, kw_only=True)
class TournamentUnpublished:
    pass


OWN_NAMES = {"CPS": "UNBEATEN", "DC": "DCL"}
"""What two criteria of the first versions are called since their old names mean what OpenGotha computes."""


def with_own_names(settings: Data) -> Data:
    """Settings of the first versions, those of players and of teams, with criteria as they are named now."""
    teams = settings.get("teams")
    lifted = settings | {"criteria": _own_names(settings["criteria"])} if "criteria" in settings else settings
    if teams and "criteria" in teams:
        return lifted | {"teams": teams | {"criteria": _own_names(teams["criteria"])}}
    return lifted


def _own_names(criteria: list[str]) -> list[str]:
    """DC is what it was where nothing follows it."""
    known = [name.strip().upper() for name in criteria]
    stays = {"DC"} if known[-1:] == ["DC"] else set()
    return [
        OWN_NAMES[name] if name in OWN_NAMES.keys() - stays else as_typed
        for name, as_typed in zip(known, criteria, strict=True)
    ]


@upcaster("tournament.created.v1", to="tournament.created.v2")
def created(data: Data) -> Data:
    return data | {"settings": with_own_names(data["settings"])}


@upcaster("tournament.settings-changed.v1", to="tournament.settings-changed.v2")
def settings_changed(data: Data) -> Data:
    return data | {"settings": with_own_names(data["settings"])}
