"""The career of a registered player: tournaments, ratings and opponents.

It includes published tournaments and rounds only, for every reader. Hidden players have no such page, nor do
players who have not agreed to it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TypedDict

from games.rest.bodies import IdText, OptionalDay, OptionalText, RankText
from tournaments.competition.history import Game, History, Winner
from tournaments.competition.ranks import format_rank
from tournaments.competition.ratings import ratings_of
from tournaments.competition.standings import standings
from tournaments.reading.queries import Name, last_round_with_results
from tournaments.reading.rating_bodies import time_class_of
from tournaments.reading.visibility import visible_history
from tournaments.state.groups import groups_in_history, history_of_group
from tournaments.tables.people import Player
from tournaments.tables.rows import EntryRow, TournamentRow

MOST_TOURNAMENTS = 100
"""Number of tournaments in a career, the newest ones."""


class RecordBody(TypedDict):
    won: int
    lost: int
    jigo: int


class CareerEventBody(RecordBody):
    """A tournament of the player.

    ``place`` is null before the first result, ``rating_after`` if no game is rated.
    """

    tournament: str
    name: str
    begins: OptionalDay
    entry: IdText
    rank: RankText
    place: int | None
    of: int
    rating: int
    rating_after: float | None


class OpponentRecordBody(RecordBody):
    """Results against one opponent; the last meeting was with ``entry`` in ``tournament``."""

    name: str
    tournament: str
    entry: IdText


class CareerBody(RecordBody):
    """A career. ``events``: the newest first; ``opponents``: the most frequent first."""

    player: IdText
    name: str
    native: OptionalText
    events: list[CareerEventBody]
    opponents: list[OpponentRecordBody]


@dataclass(slots=True)
class _Tally:
    won: int = 0
    lost: int = 0
    jigo: int = 0

    def add(self, game: Game, *, black: bool) -> None:
        points2 = game.result.points2(for_black=black)
        if game.result.winner is Winner.JIGO:
            self.jigo += 1
        elif points2:
            self.won += 1
        else:
            self.lost += 1

    def body(self) -> RecordBody:
        return {"won": self.won, "lost": self.lost, "jigo": self.jigo}


@dataclass(slots=True)
class _Opponent:
    name: Name
    tournament: str
    entry: str
    tally: _Tally = field(default_factory=_Tally)


def is_public(player: Player) -> bool:
    """Return whether the career is public."""
    return bool(player.career_since) and not player.hidden and not player.erased


def career_body(player: Player) -> CareerBody:
    entries = EntryRow.objects.filter(player_id=player.pk, partner_id=None, tournament__published=True)
    newest = entries.select_related("tournament").order_by("-tournament__begins", "-tournament__slug")[
        :MOST_TOURNAMENTS
    ]
    total, met, events = _Tally(), dict[str, _Opponent](), list[CareerEventBody]()
    for entry in newest:
        history, names, _ = visible_history(entry.tournament, officer=False)
        tally, people = _Tally(), _players_by_entry(entry.tournament)
        for game, other, black in _games(history, entry.id):
            opponent = met.setdefault(
                other if names[other].hidden else people[other],
                _Opponent(name=names[other], tournament=entry.tournament.slug, entry=other),
            )
            for count in (total, tally, opponent.tally):
                count.add(game, black=black)
        events.append(_event(entry, history, tally))
    return {
        **total.body(),
        "player": str(player.pk),
        "name": str(_name_of_player(player)),
        "native": player.native_name,
        "events": events,
        "opponents": _opponents(met.values()),
    }


def _name_of_player(player: Player) -> Name:
    return Name(player.family_name, player.given_name, given_first=player.given_first)


def _games(history: History, entry: str) -> Iterable[tuple[Game, str, bool]]:
    """Yield the entry's games with a result: the game, the opponent, whether the entry had Black."""
    for game in history.games:
        if entry in (game.black, game.white) and game.result.winner is not Winner.NOBODY_YET:
            black = game.black == entry
            yield game, game.white if black else game.black, black


def _players_by_entry(row: TournamentRow) -> dict[str, str]:
    """Return the player by entry, which identifies one person in several tournaments."""
    entries = EntryRow.objects.filter(tournament=row).values_list("id", "player_id")
    return {entry: str(player) for entry, player in entries}


def _opponents(met: Iterable[_Opponent]) -> list[OpponentRecordBody]:
    def often(one: _Opponent) -> tuple[int, str]:
        return -(one.tally.won + one.tally.lost + one.tally.jigo), one.name.key

    return [
        {**one.tally.body(), "name": str(one.name), "tournament": one.tournament, "entry": one.entry}
        for one in sorted(met, key=often)
    ]


def _event(entry: EntryRow, history: History, tally: _Tally) -> CareerEventBody:
    row = entry.tournament
    among = history_of_group(history, entry.group) if len(groups_in_history(history)) > 1 else history
    return {
        **tally.body(),
        "tournament": row.slug,
        "name": row.name,
        "begins": row.begins,
        "entry": entry.id,
        "rank": format_rank(entry.rank),
        "place": _place(among, entry.id),
        "of": len(among.entrants),
        "rating": entry.rating,
        "rating_after": _rating_after(row, history, entry.id),
    }


def _place(history: History, entry: str) -> int | None:
    last = last_round_with_results(history)
    rows = standings(history, last).rows if last else ()
    return next((line.place for line in rows if line.entrant_id == entry), None)


def _rating_after(row: TournamentRow, history: History, entry: str) -> float | None:
    rated = ratings_of(history, time_class_of(row)[0]).rows
    return next((round(one.after, 3) for one in rated if one.player == entry and one.games), None)


def rating_curve(events: Sequence[CareerEventBody]) -> list[tuple[str, int]]:
    """Return the date of each event and the rating after it, or the one entered; oldest first."""
    return [(one["begins"], round(one["rating_after"] or one["rating"])) for one in reversed(events)]
