"""The progress of a tournament: the current round, the next one, what to settle before it is paired."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, Exists, Max, OuterRef, Q
from django.utils import timezone

from games.log.store import decode_row
from games.log.tables import Event
from games.log.wire import kind_of
from tournaments.competition.history import Winner
from tournaments.competition.pairing.unknown import UnknownOrigins
from tournaments.competition.schedules import depends_on_results
from tournaments.domain.guards import UNFINISHED
from tournaments.domain.pairs import ColoursSwapped, HandicapSet, PairMadeByHand, PairUnmade
from tournaments.domain.rounds import RoundPaired
from tournaments.domain.schedule import undrawn_entries
from tournaments.domain.waiting import (
    missing_results,
    open_games,
    unchecked_entries,
    unknown_facts,
    unpaired_groups,
    waiting_entries,
)
from tournaments.hall import coming_start
from tournaments.loading import load, stream_of
from tournaments.reading.queries import entry_names, name_sorting, queue_of, settings_of
from tournaments.reading.queue import QueuedGame
from tournaments.state.groups import groups_of
from tournaments.state.tournament import ResultState
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow
from tournaments.tables.screens import HallNotes


def next_round(row: TournamentRow) -> int:
    """The first round without pairings, of everybody or of a group; or the last one."""
    paired = set(PairingRow.objects.filter(tournament=row).values_list("round", flat=True))
    state = load(str(row.id))[0] if groups_apart(row) else None
    rounds = range(1, row.rounds + 1)
    return next((n for n in rounds if n not in paired or (state and unpaired_groups(state, n))), row.rounds)


def groups_apart(row: TournamentRow) -> list[str]:
    """None where all play in one."""
    if settings_of(row).teams.boards:
        of_teams = groups_of(load(str(row.id))[0])
        return of_teams if len(of_teams) > 1 else []
    groups = set(EntryRow.objects.filter(tournament=row).values_list("group", flat=True))
    return sorted(groups) if len(groups) > 1 else []


NOW, COMING, PAST = range(3)


@dataclass(frozen=True, slots=True, kw_only=True)
class Games:
    """The games of a round, and those without a result."""

    number: int
    missing: int


NO_GAMES = Games(number=0, missing=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """How far a tournament is.

    ``round``: the last that is published, 0 before the first; ``games``: of it; ``results_in``: those with a
    result. ``missing``: results of all published rounds. ``next_round`` is the last until a result of it is
    in; ``next_start``: when it begins, if that is announced.
    """

    round: int
    games: int
    results_in: int
    missing: int
    when: int
    finished: bool
    next_round: int
    next_start: datetime | None


def stand_of(row: TournamentRow) -> Stand:
    return stands([row], timezone.localdate().isoformat())[row.pk]


def stands(rows: Iterable[TournamentRow], today: str) -> Mapping[UUID, Stand]:
    """Of each; ``today`` in ISO 8601. Three queries, however many there are."""
    listed = list(rows)
    published = RoundRow.objects.filter(tournament__in=listed, published=True)
    last = dict(published.values_list("tournament").annotate(Max("number")).order_by())
    here = RoundRow.objects.filter(
        tournament=OuterRef("tournament"), number=OuterRef("round"), published=True
    )
    games = PairingRow.objects.filter(Exists(here), tournament__in=listed)
    awaited = Count("pk", filter=Q(winner=Winner.NOBODY_YET.value))
    counted: dict[UUID, dict[int, Games]] = {}
    for found in games.values("tournament", "round").annotate(games=Count("pk"), missing=awaited).order_by():
        of_rounds = counted.setdefault(found["tournament"], {})
        of_rounds[found["round"]] = Games(number=found["games"], missing=found["missing"])
    notes = HallNotes.objects.in_bulk([row.pk for row in listed])
    return {
        row.pk: _stand(row, last.get(row.pk, 0), counted.get(row.pk, {}), notes.get(row.pk), today)
        for row in listed
    }


def _stand(
    row: TournamentRow, last: int, rounds: Mapping[int, Games], notes: HallNotes | None, today: str
) -> Stand:
    here, missing = rounds.get(last, NO_GAMES), sum(games.missing for games in rounds.values())
    results_in = here.number - here.missing
    finished = last >= row.rounds and not missing
    coming = not last and row.begins > today
    past = finished or "" < (row.ends or row.begins) < today
    return Stand(
        round=last,
        games=here.number,
        results_in=results_in,
        missing=missing,
        when=COMING if coming else PAST if past else NOW,
        finished=finished,
        next_round=min(last + (last == 0 or results_in > 0), row.rounds),
        next_start=coming_start(notes) if notes and not finished else None,
    )


def sort_by_relevance(rows: Iterable[TournamentRow], stood: Mapping[UUID, Stand]) -> list[TournamentRow]:
    """Sort tournaments: current ones, then the next ones, then past ones; ``rows`` are the newest first."""
    listed = list(rows)
    by_when = {when: [row for row in listed if stood[row.pk].when == when] for when in (NOW, COMING, PAST)}
    return [*by_when[NOW], *reversed(by_when[COMING]), *by_when[PAST]]


BY_HAND = tuple(map(kind_of, (PairMadeByHand, PairUnmade, ColoursSwapped, HandicapSet)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Concerns:
    """``missing``: (round, how many results); ``away``: (entry id, name) of who is not checked in.

    ``open_players``: names of those whose results are missing; ``open_drawn``: their games count as draws.

    ``left_out``: (entry id, name) of who plays in no group that is drawn, so that they have no game.

    ``taken_for_one``: of whom no country or club is known; said, and not asked about.

    ``undecided``: games with a result on which a referee or the committee has yet to decide.
    """

    missing: tuple[tuple[int, int], ...]
    away: tuple[tuple[str, str], ...]
    undecided: tuple[QueuedGame, ...] = ()
    left_out: tuple[tuple[str, str], ...] = ()
    taken_for_one: UnknownOrigins | None = None
    open_players: tuple[str, ...] = ()
    open_drawn: bool = False

    def __bool__(self) -> bool:
        return bool(self.missing or self.away or self.undecided)

    @property
    def names(self) -> str:
        return ", ".join(name for _, name in self.away)


def concerns(row: TournamentRow, number: int, group: str | None = None) -> Concerns:
    """What speaks against pairing the round now: no results where the draw does not depend on them."""
    state, _ = load(str(row.id))
    away = _named(row, unchecked_entries(state, number))
    left_out = _named(row, undrawn_entries(state, number))
    if not depends_on_results(row.system):
        return Concerns(missing=(), away=away, left_out=left_out)
    awaited = missing_results(state, number, timezone.localdate().isoformat(), group)
    undecided = tuple(
        one
        for one in queue_of(row)[0]
        if one.round < number and one.before_next_round and one.pair.result_state not in UNFINISHED
    )
    return Concerns(
        missing=tuple(sorted(Counter(round_ for round_, _ in awaited).items())),
        away=away,
        undecided=undecided,
        taken_for_one=unknown_facts(state, number),
        left_out=left_out,
        open_players=tuple(
            name for _, name in _named(row, {id_ for _, pair in awaited for id_ in pair.players})
        ),
        open_drawn=state.settings.pairing.open_games_drawn,
    )


MOST_TABLES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class NextStep:
    """The one thing that a director does next.

    ``what``: enter, publish, results, check_in, pair or end; ``tables``: those without a result.
    """

    what: str
    round: int = 0
    tables: tuple[int, ...] = ()

    @property
    def first_tables(self) -> str:
        return ", ".join(map(str, self.tables[:MOST_TABLES])) + (
            "…" if len(self.tables) > MOST_TABLES else ""
        )


def next_step(row: TournamentRow, number: int, against: Concerns, *, all_paired: bool) -> NextStep:
    state, _ = load(str(row.id))
    last = number if all_paired else number - 1
    if not state.entries:
        return NextStep(what="enter")
    if last and RoundRow.objects.filter(tournament=row, number=last, published=False).exists():
        return NextStep(what="publish", round=last)
    look = open_games if all_paired else missing_results
    if missing := look(state, last + 1, timezone.localdate().isoformat()):
        first = min(round_ for round_, _ in missing)
        tables = sorted(pair.table for round_, pair in missing if round_ == first)
        return NextStep(what="results", round=first, tables=tuple(tables))
    if all_paired:
        return NextStep(what="end")
    return NextStep(what="check_in" if against.away else "pair", round=number)


def _named(row: TournamentRow, entries: Iterable[str]) -> tuple[tuple[str, str], ...]:
    """Return id and name of entries, by name."""
    names, key = entry_names(row), name_sorting(row)
    lines = [(id_, str(names[id_])) for id_ in entries]
    return tuple(sorted(lines, key=lambda line: key(line[1])))


def waiting_for(row: TournamentRow, number: int) -> tuple[tuple[str, str], ...]:
    """Return who is present in the round and has neither game nor bye."""
    return _named(row, waiting_entries(load(str(row.id))[0], number))


def exchangeable_in(row: TournamentRow, number: int) -> tuple[tuple[str, str], ...]:
    """Return the players who may change places: with an open game, a bye or none."""
    state, _ = load(str(row.id))
    round_ = state.round(number)
    pairs = (pair for pair in round_.pairs.values() if pair.result_state is ResultState.MISSING)
    seated = {who for pair in pairs for who in pair.players}
    return _named(row, seated | round_.byes | {*waiting_entries(state, number)})


def absent_from(row: TournamentRow, number: int) -> tuple[tuple[str, str], ...]:
    """Return who was marked absent from the round, but has not withdrawn and has neither game nor bye."""
    busy = load(str(row.id))[0].round(number).busy
    entries = EntryRow.objects.filter(tournament=row, withdrawn=False)
    missing = (str(entry.id) for entry in entries if number in entry.absent)
    return _named(row, [id_ for id_ in missing if id_ not in busy])


def edited(row: TournamentRow, number: int) -> bool:
    """Whether pairs of the round were made, unmade or changed by hand after it was paired last."""
    events = Event.objects.filter(stream=stream_of(str(row.id))).order_by("-position")
    for event in events.filter(kind__in=(*BY_HAND, kind_of(RoundPaired))):
        data: dict[str, Any] = decode_row(event).data
        if data["round"] == number:
            return event.kind != kind_of(RoundPaired)
    return False
