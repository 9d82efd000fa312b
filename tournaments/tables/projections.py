"""Events -> rows. Each event names the rows it touches; a touched row is written once from the folded state.

Columns come from the state alone, so that rows written live, one command at a time, and rows rebuilt in
batches from position 0 cannot differ.
"""

from collections.abc import Iterable, Sequence
from functools import singledispatch
from typing import Any
from uuid import UUID

from games.game import events as game
from games.log import folding
from games.log.plain import encode as to_data
from games.log.projections import alone, project_streams
from games.log.statements import column, put, write
from games.log.store import Recorded
from games.log.wire import kind_of
from rules.scoring import NO_RESULT
from tournaments import events as e
from tournaments.competition.history import Winner
from tournaments.events import constraints as p
from tournaments.events import rulings as r
from tournaments.state.evolving import fold
from tournaments.state.tournament import Entry, Pair, Round, Tournament
from tournaments.tables.recounting import recount, reprice
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow

Touched = tuple[str, Any]
LIMITS = kind_of(e.LimitsChanged)
alone(LIMITS)


@project_streams("tournament-")
def project_tournaments(batches: Sequence[Sequence[Recorded]]) -> None:
    """Rows of tournaments after ``batches``, each the events of one stream in order."""
    for batch in batches:
        _project(batch)


def _project(batch: Sequence[Recorded]) -> None:
    before = state = folding.before(batch[0], Tournament(), fold)
    touched: dict[Touched, None] = {}
    for recorded in batch:
        event = recorded.event
        after = fold(state, event)
        touched.update(dict.fromkeys(touches(event, after) + _changed_entries(state, after)))
        state = after
    folding.projected(batch[-1], state, fold)
    _save_tournament(before, state, batch[-1].version)
    _write(state, touched)
    if batch[-1].kind == LIMITS:  # which is a batch of its own
        reprice(before, state)
        recount(state)


def _write(state: Tournament, touched: Iterable[Touched]) -> None:
    keys: dict[str, list[Any]] = {"entry": [], "round": [], "pairs": [], "pair": []}
    for kind, key in touched:
        keys[kind].append(key)
    put([_entry_row(state, state.entries[key]) for key in keys["entry"]], over="id")
    for number in keys["round"] + keys["pairs"]:
        _save_round(state, number)
    for number in keys["pairs"]:
        _save_pairs(state, number)
    still = [(n, state.round(n).pairs.get(game_id)) for n, game_id in keys["pair"] if n not in keys["pairs"]]
    _put_pairs([_pair_row(state, number, pair) for number, pair in still if pair])


def _changed_entries(before: Tournament, after: Tournament) -> list[Touched]:
    """Many events change presence: a withdrawn player's pair unmade, a round unpaired, rounds added."""
    if after.entries is before.entries:
        return []
    return [("entry", id_) for id_, entry in after.entries.items() if before.entries.get(id_) is not entry]


@singledispatch
def touches(event: object, state: Tournament) -> list[Touched]:
    """Which rows ``event`` changes, besides the tournament's own and those of changed entries."""
    return []


@touches.register(e.RoundPaired)
@touches.register(e.RoundUnpaired)
@touches.register(e.PairMadeByHand)
@touches.register(e.PairUnmade)
@touches.register(e.TableMoved)
@touches.register(p.TablesRenumbered)
def touch_pairs_of_round(event: e.RoundPaired, state: Tournament) -> list[Touched]:
    return [("pairs", event.round)]


@touches.register(e.ColoursSwapped)
@touches.register(e.HandicapSet)
def touch_pair(event: e.ColoursSwapped, state: Tournament) -> list[Touched]:
    return [("pair", (event.round, event.game_id))]


@touches.register(e.ResultReported)
@touches.register(e.ResultRecorded)
@touches.register(e.ResultCleared)
@touches.register(r.ResultRuled)
@touches.register(r.RulingAppealed)
@touches.register(r.RulingLifted)
def touch_pair_and_later_rounds(event: e.ResultRecorded, state: Tournament) -> list[Touched]:
    return [("pair", (event.round, event.game_id)), *_later(event.round, state)]


def _later(number: int, state: Tournament) -> list[Touched]:
    """Rounds that may have been marked as paired on other points."""
    return [("round", later) for later in state.rounds if later > number]


@touches.register
def touch_rounds_with_deadlines(event: e.LimitsChanged, state: Tournament) -> list[Touched]:
    """The deadline of claims is a column of rounds; for komi see ``recounting``."""
    return [] if event.limits.claim_minutes is None else [("round", number) for number in state.rounds]


@touches.register(e.AbsenceDeclared)
@touches.register(e.AbsenceWithdrawn)
def touch_later_rounds(event: e.AbsenceDeclared, state: Tournament) -> list[Touched]:
    return _later(event.round, state)


@touches.register(e.ByeGiven)
@touches.register(e.ByeTakenBack)
def touch_round_and_later_rounds(event: e.ByeGiven, state: Tournament) -> list[Touched]:
    return [("round", event.round), *_later(event.round, state)]


@touches.register(p.PairingProved)
@touches.register(e.RoundPublished)
@touches.register(p.RoundUnpublished)
@touches.register(r.RoundClosed)
@touches.register(r.RoundReopened)
def touch_round(event: e.RoundPublished, state: Tournament) -> list[Touched]:
    return [("round", event.round)]


_MOVED_ON = "UPDATE tournaments_tournamentrow SET version = %s WHERE id = %s"


def _save_tournament(before: Tournament, state: Tournament, version: int) -> None:
    """Most events, above all results, change no column but the version."""
    if before.id and _columns(before) == _columns(state):
        write(_MOVED_ON, [version, column(TournamentRow, "id", state.id)])
        return
    row = TournamentRow(
        id=state.id,
        organisation_id=state.organisation_id,
        slug=state.slug,
        name=state.details.name,
        place=state.details.place,
        begins=state.details.begins,
        ends=state.details.ends,
        ruleset=state.ruleset,
        system=state.settings.system,
        rounds=state.settings.rounds,
        settings=to_data(state.settings),
        poster=to_data(state.details),
        published=state.published,
        version=version,
    )
    put([row], over="id")


def _columns(state: Tournament) -> tuple[object, ...]:
    return state.details, state.ruleset, state.settings, state.published


def _entry_row(state: Tournament, entry: Entry) -> EntryRow:
    return EntryRow(
        id=entry.id,
        tournament_id=state.id,
        player_id=entry.player_id,
        partner_id=entry.partner_id or None,
        number=entry.number,
        rank=entry.rank,
        rating=entry.rating,
        country=entry.country,
        club=entry.club,
        correction=entry.correction,
        absent=sorted(entry.absent),
        final=entry.final,
        withdrawn=entry.withdrawn,
        checked_in=entry.checked_in,
        group=entry.group,
    )


def _save_round(state: Tournament, number: int) -> None:
    if number not in state.rounds:
        RoundRow.objects.filter(id=_round_id(state, number)).delete()
        return
    put([_round_row(state, state.rounds[number])], over="id")


def _round_id(state: Tournament, number: int) -> str:
    return f"{state.id}/{number}"


def _round_row(state: Tournament, round_: Round) -> RoundRow:
    return RoundRow(
        id=_round_id(state, round_.number),
        tournament_id=state.id,
        number=round_.number,
        published=round_.published,
        corrected=round_.corrected,
        closed=round_.closed,
        claims_until=round_.claims_until,
        method=round_.method,
        rules=round_.rules,
        seed=round_.seed,
        total=round_.total,
        optimum=round_.optimum,
        inputs_digest=round_.inputs_digest,
        byes=sorted(round_.byes),
    )


def _save_pairs(state: Tournament, number: int) -> None:
    pairs = state.round(number).pairs
    PairingRow.objects.filter(tournament_id=UUID(state.id), round=number).exclude(game_id__in=pairs).delete()
    _put_pairs([_pair_row(state, number, pair) for pair in pairs.values()])


def _put_pairs(rows: Sequence[PairingRow]) -> None:
    put(rows, over="game_id", leaving=("proved_winner", "proved_text"))  # those are the game's to write


def _pair_row(state: Tournament, number: int, pair: Pair) -> PairingRow:
    return PairingRow(
        game_id=pair.game_id,
        tournament_id=state.id,
        round=number,
        table=pair.table,
        white_id=pair.white,
        black_id=pair.black,
        handicap=pair.handicap,
        komi=pair.komi,
        components=dict(pair.components),
        total=pair.total,
        by_hand=pair.by_hand,
        winner=pair.result.winner,
        by_default=pair.result.by_default,
        result_state=pair.result_state,
        reports={entry: to_data(result) for entry, result in sorted(pair.reports.items())},
        ruled_claim=pair.ruled.claim_id if pair.ruled else "",
        ruled_score=pair.ruled.score if pair.ruled else "",
        appeal_until=pair.ruled.appeal_until if pair.ruled else "",
    )


WINNERS = {"b": Winner.BLACK, "w": Winner.WHITE, "": Winner.JIGO}


@project_streams("game-")
def project_proofs(batches: Sequence[Sequence[Recorded]]) -> None:
    """What the records of games prove, beside the reported results: games with the same proof at once."""
    alike: dict[tuple[str, str], list[str]] = {}
    for batch in batches:
        last = next((proved for one in reversed(batch) if (proved := _proved(one)) is not None), None)
        if last is not None:
            alike.setdefault(last, []).append(batch[0].stream.removeprefix("game-"))
    for (winner, text), game_ids in alike.items():
        PairingRow.objects.filter(game_id__in=game_ids).update(proved_winner=winner, proved_text=text)


_PROVING = {
    kind_of(cls) for cls in (game.GameEnded, game.TermsChanged, game.TurnsTakenBack, game.RecordWithdrawn)
}


def _proved(recorded: Recorded) -> tuple[str, str] | None:
    """Winner and text, both empty where a change put the proof aside; None for what changes nothing."""
    if recorded.kind not in _PROVING:
        return None
    event = recorded.event
    if isinstance(event, game.GameEnded):
        void = event.by == NO_RESULT  # nobody won, as if it had not been played: neither a win nor jigo
        return Winner.NOBODY_YET if void else WINNERS[event.winner], event.text
    return "", ""
