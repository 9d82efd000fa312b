"""Execution of commands on tournaments, each in one transaction.

``carry_out`` serves every command of ``tournaments.domain``: it loads, decides, appends, projects and updates
the games of the pairs. ``pair_round`` computes the matching before the transaction begins.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial, reduce
from itertools import takewhile
from secrets import randbelow
from typing import Annotated, Any, NoReturn
from uuid import uuid5

from django.db import IntegrityError
from django.utils import timezone

from games.claims.queries import require_no_open_claims
from games.game import commands as games
from games.inputs import ONCE_PAIRED, Declaration, Input
from games.log import folding, unit_of_work
from games.log.openings import new_secrets
from games.log.store import Change, StoredEvent, VersionClash, iterate
from games.log.unit_of_work import Context
from games.refusals import Refusal, refuse
from tournaments.competition.drawn_seed import SEEDS
from tournaments.competition.facts import GROUP, MatchingFacts, PairFacts, SeedFacts
from tournaments.competition.history import Winner
from tournaments.competition.pairing import RULES, CannotPair, Pairing, pair_players
from tournaments.domain import consequences
from tournaments.domain.base import Command, fold
from tournaments.domain.batches import CommandBatch, CommandSequence, Verdict, decide_each, events_of
from tournaments.domain.bulk_entries import SetPresenceOfMany
from tournaments.domain.draw_secrets import Seed, SeedSource, with_commitments
from tournaments.domain.drawing import draw, draw_all
from tournaments.domain.results import (
    ConfirmResult,
    ExpectedGame,
    LaterEvent,
    RecordedOutcome,
    ReportResult,
)
from tournaments.domain.rounds import RecordPairing, RecordPairings
from tournaments.domain.schedule import fields_of, is_scheduled
from tournaments.domain.tournament import CreateTournament
from tournaments.domain.undo import undo_command
from tournaments.domain.waiting import (
    need_group_before,
    need_pairable_round,
    reason_for_pairing,
    unchecked_entries,
    waiting_sides,
)
from tournaments.loading import load, steps_of, stream_of
from tournaments.persons.names import name_order, players_by_id
from tournaments.persons.own_games import own_game_guard, refuse_own_game
from tournaments.state.groups import NO_GROUP, pairing_group, unmatched_entries
from tournaments.state.tournament import PairMade, Tournament
from tournaments.tables.record_proofs import outcome_of_record
from tournaments.tables.rows import PairingRow
from tournaments.teams.boards import board_games, bye_players
from tournaments.teams.history import paired_history
from tournaments.teams.matches import unmatched_teams

Progress = Callable[[str, int, int], None]
TRIES = 5
NOT_HERE = Input(
    help="Treatment of players who are not checked in, once a player is. ask: refuse with not_checked_in, "
    "which names them; pair: pair them; absent: they miss the round."
)
SEED = Input(low=0, high=2**31 - 1, help="Chooses the draws; the proof of the round says so.")


class NotHere(StrEnum):
    """Treatment of players who are not checked in, once a player is."""

    ASK = "ask"
    """Refuse, and name them."""
    PAIR = "pair"
    ABSENT = "absent"


@dataclass(frozen=True, slots=True, kw_only=True)
class PairRound(Declaration, right="round.pair", reason_needed="while results of earlier rounds are missing"):
    """Pair everyone who waits for a game. ``rules`` None: the tournament's; ``seed`` None: as it is drawn.

    ``group`` None: every group. ``not_here``: the treatment of players who are not checked in. ``reason``:
    needed if results of earlier rounds are missing.
    """

    round: int
    rules: Annotated[str | None, Input(choices=tuple(RULES))] = None
    seed: Annotated[int | None, SEED] = None
    group: Annotated[str | None, GROUP] = None
    not_here: Annotated[NotHere, NOT_HERE] = NotHere.ASK
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairAllRounds(Declaration, right="round.pair"):
    """Draw and publish every round of a round robin at once. ``seed`` None: as it is drawn."""

    seed: Annotated[int | None, SEED] = None


def pair_all_rounds(tournament_id: str, command: PairAllRounds, context: Context) -> list[StoredEvent]:
    """Carry out ``PairAllRounds``. Raises as ``carry_out``; VersionClash too after a concurrent change."""
    if done := events_of_earlier_run(tournament_id, context):
        return done
    state, version = load(tournament_id)
    if context.expected not in (None, version):
        raise VersionClash(stream_of(tournament_id), context.expected or 0, version)
    every = draw_all(state, _seed_source(command), partial(_game_id, context))
    return carry_out(tournament_id, every, replace(context, expected=version))


def create(command: CreateTournament, context: Context) -> list[StoredEvent]:
    """Create a tournament. Refuses a slug that is taken."""
    try:
        return carry_out(command.tournament_id, command, context)
    except IntegrityError:
        # Only the database can hold a slug against a race; nothing else can clash here.
        refuse("slug_taken", slug=command.slug)


Decider = Callable[[Any, Tournament, str], Sequence[object]]


def decide_guarded(command: Command, state: Tournament, actor: str) -> Sequence[object]:
    """Return the events of the command, after checking that the actor may give it for this game."""
    refuse_own_game(state, command, actor)
    return command.decide(state)


def carry_out(
    tournament_id: str, command: Command, context: Context, decider: Decider = decide_guarded
) -> list[StoredEvent]:
    """Decide on a command and store its events; return those of the tournament's own stream.

    Raises Refusal, or VersionClash when the tournament is not at ``context.expected``.
    """
    stream = stream_of(tournament_id)

    def work() -> list[StoredEvent]:
        if done := unit_of_work.earlier_events(context):
            return _events_in_stream(stream, done)
        # Loaded once: the consequences for games must follow from the state of the decision.
        state, version = folding.load(stream, Tournament(), fold, expected=context.expected)
        if not version and not isinstance(command, CreateTournament):
            refuse("not_found", tournament=tournament_id)
        if state.deleted:
            refuse("not_found", tournament=tournament_id)
        decided = decider(_add_facts(command, state, stream, version), state, context.actor)
        events = with_commitments(decided, state, new_secrets())
        stored = unit_of_work.store_changes([Change(stream=stream, expected=version, events=events)], context)
        update_games(state, events, context)
        return stored

    try:
        return unit_of_work.run(work, context=context)
    except VersionClash:
        # The same command, sent twice at once, may have changed the version.
        if done := events_of_earlier_run(tournament_id, context):
            return done
        raise


def carry_out_lines(
    tournament_id: str, command: CommandBatch, context: Context
) -> tuple[list[StoredEvent], list[Verdict]]:
    """Carry out a batch; return the events and a verdict on each line. Refuses with ``lines_refused``."""
    verdicts: list[Verdict] = []

    def decider(command: CommandBatch, state: Tournament, actor: str) -> Sequence[object]:
        verdicts[:] = decide_each(command, state, own_game_guard(actor))
        return events_of(verdicts)

    stored = carry_out(tournament_id, command, context, decider)
    return stored, verdicts or decide_each(replace(command, each=True), load(tournament_id)[0])


def _add_facts(command: Command, state: Tournament, stream: str, version: int) -> Command:
    """Return the command with the facts that it needs beyond the state of the tournament.

    They are the outcome that the record shows, if the other player has reported, and the events after the
    version that the sender of a command saw, if it names one.
    """
    if isinstance(command, ReportResult | ConfirmResult):
        found = state.pair_of(command.game_id)
        answers = bool(found and found[1].reports.keys() - {command.entry_id})
        pairing = PairingRow.objects.filter(game_id=command.game_id).first() if answers else None
        winner, text = outcome_of_record(pairing) if pairing else ("", "")
        return replace(command, shown=RecordedOutcome(winner=Winner(winner), text=text) if text else None)
    if not isinstance(command, ExpectedGame) or command.seen is None:
        return command
    since = iterate(stream, after=command.seen, upto=version)
    later = (LaterEvent(event=one.event, actor=one.actor, at=one.recorded_at) for one in since)
    return replace(command, later=tuple(later))


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeBackVersion(Declaration, right="tournament.change", reason_needed=ONCE_PAIRED):
    """Undo everything that one command did, by new events, unless later events depend on it."""

    version: Annotated[int, Input(low=1, high=2**31 - 1, help="Of any event that the command stored.")]
    reason: str = ""


def take_back(tournament_id: str, version: int, reason: str, context: Context) -> list[StoredEvent]:
    """Carry out ``TakeBackVersion``. Raises as ``carry_out``."""
    stream = stream_of(tournament_id)
    recorded = next(iterate(stream, after=version - 1, upto=version), None)
    if recorded is None:
        refuse("unknown_version", version=version)
    undone = recorded.command_id
    log = takewhile(lambda one: one.version <= version or one.command_id == undone, iterate(stream))
    done = (step.applied for step in steps_of(log) if step.recorded.command_id == undone)
    return carry_out(tournament_id, undo_command(done, context.command_id, reason), context)


def events_of_earlier_run(tournament_id: str, context: Context) -> list[StoredEvent]:
    """Return the events that this command stored in the tournament's stream in an earlier run."""
    return _events_in_stream(stream_of(tournament_id), unit_of_work.earlier_events(context))


def _events_in_stream(stream: str, done: Sequence[StoredEvent]) -> list[StoredEvent]:
    return [recorded for recorded in done if recorded.stream == stream]


def update_games(before: Tournament, events: Sequence[object], context: Context) -> None:
    """Open, change and withdraw the games that belong to the pairs, under the same command.

    Refuses to change or withdraw a game with a claim that is not final.
    """
    context = replace(context, expected=None)  # the expected version is the tournament's, not a game's
    game_changes = consequences.consequences_for_games(before, events)
    touched = [game_id for game_id, _ in (*game_changes.changed, *game_changes.withdrawn)]
    require_no_open_claims(touched, context.at)
    if game_changes.opened:
        games.open_games(game_changes.opened, context)
    for game_id, terms in game_changes.changed:
        games.change_terms(game_id, terms, context)
    for game_id, reason in game_changes.withdrawn:
        games.withdraw_game(game_id, reason, context)


def pair_round(
    tournament_id: str, command: PairRound, context: Context, progress: Progress | None = None
) -> list[StoredEvent]:
    """Compute the pairing of a round and record it, if nothing was changed in the meantime.

    It is computed again after a concurrent change, unless the caller named the version to pair.
    """
    for attempt in range(1, TRIES + 1):
        if done := events_of_earlier_run(tournament_id, context):
            return done
        try:
            return _pair_once(tournament_id, command, context, progress)
        except (Refusal, VersionClash) as error:
            # The same command, sent twice at once, may have paired the round.
            if done := events_of_earlier_run(tournament_id, context):
                return done
            if isinstance(error, Refusal) or context.expected is not None or attempt == TRIES:
                raise
    raise AssertionError("the last attempt returns or raises")


def _pair_once(
    tournament_id: str, command: PairRound, context: Context, progress: Progress | None
) -> list[StoredEvent]:
    state, version = load(tournament_id)
    if context.expected not in (None, version):
        raise VersionClash(stream_of(tournament_id), context.expected or 0, version)
    command = require_reason(state, command, context)
    absent = absences_to_record(state, command)
    present = reduce(fold, absent.decide(state), state) if absent else state
    recording = _compute_recording(present, command, context, progress)
    both = CommandSequence(commands=(("not_here", absent), ("pairing", recording))) if absent else recording
    return carry_out(tournament_id, both, replace(context, expected=version))


def require_reason(state: Tournament, command: PairRound, context: Context) -> PairRound:
    """Return the command with the reason that is needed, or none. Refuses with ``results_missing``."""
    today = timezone.localdate(context.at).isoformat()
    return replace(
        command, reason=reason_for_pairing(state, command.round, today, command.reason, command.group)
    )


def absences_to_record(state: Tournament, command: PairRound) -> SetPresenceOfMany | None:
    """Return the absences to record before pairing. Refuses with ``not_checked_in`` if a choice is needed."""
    missing = unchecked_entries(state, command.round, command.group)
    if command.not_here == NotHere.PAIR or not missing:
        return None
    if command.not_here == NotHere.ASK:
        refuse("not_checked_in", round=command.round, players=_player_names(state, missing))
    return SetPresenceOfMany(entries=tuple(missing), absent=(command.round,))


def _player_names(state: Tournament, entries: Sequence[str]) -> list[dict[str, str]]:
    known = players_by_id(state.entries[id_].player_id for id_ in entries)
    found = {id_: known.get(state.entries[id_].player_id) for id_ in entries}
    return [{"entry": id_, "name": player.name if player else ""} for id_, player in found.items()]


def _compute_recording(
    state: Tournament, command: PairRound, context: Context, progress: Progress | None
) -> RecordPairing | RecordPairings:
    if parts := pairing_in_parts(state, command, context, progress):
        parts_with_reason = (replace(part, reason=command.reason) for part in parts.parts)
        return replace(parts, parts=tuple(parts_with_reason))
    pairing = compute(state, command, _seed_source(command).seed_for(state, command.round), progress)
    return replace(_recording_command(state, pairing, context), reason=command.reason)


def _recording_command(state: Tournament, pairing: Pairing, context: Context) -> RecordPairing:
    recording = recorded_pairing(pairing, context)
    return (
        _replace_matches_by_games(recording, pairing, state, context)
        if state.settings.teams.boards
        else recording
    )


def pairing_in_parts(
    state: Tournament, command: PairRound, context: Context, progress: Progress | None = None
) -> RecordPairings | None:
    """Return the round of a schedule or of groups; None if one matching makes the whole round."""
    groups, source = fields_of(state), _seed_source(command)
    if command.group is not None:
        groups = [group for group in groups if group == command.group] or refuse(
            "unknown_group", group=command.group
        )
    elif not is_scheduled(state) and groups == [NO_GROUP]:
        return None
    if is_scheduled(state):
        ids = partial(_game_id, context, command.round)
        return draw(state, command.round, partial(source.seed_for, state, command.round), command.group, ids)
    need_pairable_round(state, command.round)
    parts = []
    for group in groups:
        alone = pairing_group(state, group, command.round)
        waiting = waiting_sides(alone, command.round)
        if len(waiting) == 1:
            refuse("too_few_players", present=1, group=group)  # they may be given the bye by hand
        if waiting:
            need_group_before(state, command.round, group)
            seed = source.seed_for(state, command.round, group)
            made = _recording_command(alone, compute(alone, command, seed, progress), context)
            parts.append(replace(made, group=group))
            for event in parts[-1].decide(state):
                state = fold(state, event)
    if not parts:
        refuse("round_already_paired", round=command.round)
    return RecordPairings(parts=tuple(parts))


def _seed_source(command: PairRound | PairAllRounds) -> SeedSource:
    return SeedSource(chance=randbelow(SEEDS), given=command.seed)


def compute(state: Tournament, command: PairRound, seed: Seed, progress: Progress | None = None) -> Pairing:
    """Return the pairing that ``pair_round`` would record now, without storing it."""
    need_pairable_round(state, command.round)
    rules = command.rules or state.settings.pairing.rules
    try:
        paired = pair_players(
            paired_history(state, name_order(state, rules), rules),
            command.round,
            rules=rules,
            seed=seed.seed,
            progress=progress,
            apart=_unmatched_sides(state, command.round),
        )
    except CannotPair as fault:
        _refuse_unpairable(fault)
    if RULES[rules].must_not_is_absolute and (forbidden := _forbidden_pairs(paired)):
        refuse("must_not_meet", round=command.round, pairs=forbidden)
    return replace(paired, **SeedFacts.facts_of(seed))


def _forbidden_pairs(paired: Pairing) -> list[list[str]]:
    """Return the pairs of a computed pairing that must not meet."""
    return [[pair.white, pair.black] for pair in paired.pairs if pair.components.get("meetings", 0) < 0]


def _unmatched_sides(state: Tournament, number: int) -> frozenset[str]:
    return unmatched_teams(state, number) if state.settings.teams.boards else unmatched_entries(state, number)


def _replace_matches_by_games(
    recording: RecordPairing, pairing: Pairing, state: Tournament, context: Context
) -> RecordPairing:
    """Replace the matches of teams by the games of their players."""
    games = board_games(
        state, pairing, lambda table: str(uuid5(context.command_id, f"{pairing.round}/{table}"))
    )
    return replace(recording, pairs=games, byes=bye_players(state, pairing.bye, pairing.round))


def _refuse_unpairable(fault: CannotPair) -> NoReturn:
    code = "too_few_players" if fault.code == "too_few_present" else "cannot_pair"
    refuse(code, reason=fault.code, **fault.facts)


def _game_id(context: Context, number: int, table: int) -> str:
    return str(uuid5(context.command_id, f"{number}/{table}"))


def recorded_pairing(pairing: Pairing, context: Context) -> RecordPairing:
    """Return the command that records a computed pairing; ids of games are derived from the command's."""
    return RecordPairing(
        round=pairing.round,
        pairs=tuple(
            PairMade(game_id=_game_id(context, pairing.round, made.table), **PairFacts.facts_of(made))
            for made in pairing.pairs
        ),
        byes=() if pairing.bye is None else (pairing.bye,),
        **MatchingFacts.facts_of(pairing),
    )
