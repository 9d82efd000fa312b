"""The input and output of writers of exchange files."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date

from tournaments.competition.history import Game, History
from tournaments.competition.time_limits import UNKNOWN_TIME, TimeSystem
from tournaments.formats.imported import ImportedTeam, Person


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamPlace:
    """The place of a team in its group; ``scores`` by criterion, as people read them."""

    place: int
    name: str
    country: str
    club: str
    group: str
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Outgoing:
    """A tournament to be written.

    ``persons`` by entrant id; ``ruleset`` as displayed. ``slug`` is the address; ``short_name`` the one in
    the file that was read, or set by the director. ``komi``: (round, White's id) -> komi of games that do not
    have the tournament's. ``dates``: the same -> day and time of postponed games. ``version`` and
    ``position``: of the tournament and of the log for all data here. ``team_places``: after the last paired
    round. ``public``: only public data; ``hidden``: the entries whose players are not named in it.
    """

    history: History
    name: str
    ruleset: str
    persons: Mapping[str, Person]
    place: str = ""
    begins: date | None = None
    ends: date | None = None
    komi: Mapping[tuple[int, str], float] = field(default_factory=dict)
    dates: Mapping[tuple[int, str], str] = field(default_factory=dict)
    country: str = ""
    time: TimeSystem = UNKNOWN_TIME
    time_class: str = ""
    online: bool = False
    slug: str = ""
    short_name: str = ""
    version: int = 0
    position: int = 0
    teams: tuple[ImportedTeam, ...] = ()
    team_places: tuple[TeamPlace, ...] = ()
    public: bool = False
    hidden: frozenset[str] = frozenset()

    @property
    def short_title(self) -> str:
        """Return the short name, for formats that need one."""
        return self.short_name or self.slug

    @property
    def stamp(self) -> str:
        """Return the program and the state of the file: the line in which a corrected file differs."""
        return f"Nigiri, {self.slug} version {self.version} at log position {self.position}"

    def komi_of(self, game: Game) -> float:
        usual = self.history.settings.komi_for(game.handicap)
        return self.komi.get((game.round, game.white), usual)


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A file.

    ``warnings``: everything that was lost, altered, cut or assumed, in words. ``kept_back``: why there is no
    file, if its recipient does not accept such a tournament; else empty.
    """

    data: bytes
    warnings: tuple[str, ...] = ()
    kept_back: str = ""
