"""The drawing of rounds of a schedule: colours, stones, tables, and losses of absent players by default.

Withdrawn and absent players lose by default; the desk may record another result if the game is played.
Teams meet board by board even if no player of a team is present.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import count

from games.refusals import refuse
from tournaments.competition.facts import SeedFacts
from tournaments.competition.history import Result, Winner
from tournaments.competition.pairing.handicap import terms_between
from tournaments.competition.schedules import SCHEDULES, NotReady, Plan, Planned, Schedule, depends_on_results
from tournaments.competition.schedules.plan import inputs_digest
from tournaments.competition.schedules.seeding import assign_colours, seed_order
from tournaments.domain.base import fold
from tournaments.domain.byes import ByeTakenBack
from tournaments.domain.draw_secrets import Seed, SeedSource
from tournaments.domain.rounds import RecordAllRounds, RecordPairing, RecordPairings
from tournaments.domain.schedule import (
    byes_to_take_back,
    can_be_drawn,
    drawn_groups,
    entrants_of,
    fields_of,
    games_of_field,
    is_present,
    is_scheduled,
    order_of,
    plan_of,
    present_in_round_1,
    seeds_of,
    sides_to_draw,
)
from tournaments.domain.waiting import need_pairable_round
from tournaments.state.tournament import PairMade, Tournament
from tournaments.teams.boards import bye_players, free_blocks, scheduled_games

NewId = Callable[[int], str]
"""The id of a game by its table."""
Seeds = Callable[[str], Seed]
"""The seed of a group."""


def draw(state: Tournament, number: int, seeds: Seeds, group: str | None, new_id: NewId) -> RecordPairings:
    """Return the round of all groups, or of one. The fields of round 1 determine the number of rounds."""
    need_pairable_round(state, number)
    groups = _groups_to_draw(state, number) if group is None else [group]
    fields = {name: _field_order(state, number, name, seeds(name).seed) for name in groups}
    byes_back = [who for name in groups for who in byes_to_take_back(state, name)] if number == 1 else []
    for entry in byes_back:
        state = fold(state, ByeTakenBack(round=number, entry_id=entry))
    tables = _free_tables(state, number)
    parts = [
        _group_pairing(state, number, seeds(name), (name, order), tables, new_id)
        for name, order in fields.items()
    ]
    parts = [part for part in parts if part.pairs or part.byes]
    if not parts:
        refuse("nothing_to_pair", round=number)
    return RecordPairings(
        parts=tuple(parts),
        byes_back=tuple(byes_back),
        rounds=_round_count(state, fields) if number == 1 else 0,
        results=() if state.settings.teams.boards else tuple(_default_results(state, number, parts)),
    )


def draw_group(state: Tournament, number: int, group: str, seed: Seed) -> RecordPairing:
    """Return the round of one group as it would be drawn now; its games have no ids."""
    order = _field_order(state, number, group, seed.seed)
    return _group_pairing(state, number, seed, (group, order), _free_tables(state, number), lambda _: "")


def _free_tables(state: Tournament, number: int) -> Iterator[int]:
    """Yield free tables of the round; for teams the first tables of free blocks."""
    if state.settings.teams.boards:
        return free_blocks(state, number)
    taken = {pair.table for pair in state.round(number).pairs.values()}
    return (table for table in count(1) if table not in taken)


def draw_all(state: Tournament, source: SeedSource, new_id: Callable[[int, int], str]) -> RecordAllRounds:
    """Return all rounds that are not drawn yet, drawn from the secret of the first of them.

    Refuses systems in which results decide. ``new_id``: the id of a game by round and table.
    """
    if not is_scheduled(state) or depends_on_results(state.settings.system):
        refuse("rounds_follow_results")
    rounds: list[RecordPairings] = []
    seeds: Seeds | None = None
    number = 1
    while number <= state.settings.rounds:
        if not state.round(number).pairs or sides_to_draw(state, number):
            seeds = seeds or partial(source.seed_for, state, number)
            rounds.append(draw(state, number, seeds, None, partial(new_id, number)))
            state = reduce(fold, rounds[-1].decide(state), state)
        number += 1
    if not rounds:
        refuse("nothing_to_pair", round=state.settings.rounds)
    return RecordAllRounds(rounds=tuple(rounds))


def _groups_to_draw(state: Tournament, number: int) -> list[str]:
    """Return the groups to draw: once some are drawn, without groups of latecomers that are too small."""
    every = fields_of(state)
    able = [field for field in every if can_be_drawn(state, field, number)]
    return able if able and drawn_groups(state) else every


def _field_order(state: Tournament, number: int, group: str, seed: int) -> tuple[str, ...]:
    """Return the seeds of a group, drawn now for round 1. Refuses a later round before that."""
    if seeds_of(state, group):
        return order_of(state, group) if number == 1 else seeds_of(state, group)
    if number > 1:
        refuse("not_drawn", round=1, group=group)
    present = present_in_round_1(state, group)
    if len(present) < _schedule(state).fewest:
        refuse("too_few_players", present=len(present), group=group)
    entrants = entrants_of(state)
    first = tuple(id_ for id_ in state.seeds.get(group, ()) if id_ in present)
    rest = (entrants[id_] for id_ in present if id_ not in first)
    return first + seed_order(rest, state.settings.schedule.seeded_by, seed)


def _round_count(state: Tournament, fields: Mapping[str, Sequence[str]]) -> int:
    """Return the number of rounds that the largest field needs, drawn or not."""
    waiting = {name: present_in_round_1(state, name) for name in fields_of(state)}
    known = {**waiting, **state.round(1).drawn, **fields}
    schedule, sizes = _schedule(state), [len(field) for field in known.values()]
    return max(schedule.rounds_needed(size, state.settings.schedule) for size in sizes if size > 1)


def _schedule(state: Tournament) -> Schedule:
    return SCHEDULES[state.settings.system]


def _group_pairing(
    state: Tournament,
    number: int,
    seed: Seed,
    drawn: tuple[str, Sequence[str]],
    tables: Iterator[int],
    new_id: NewId,
) -> RecordPairing:
    group, order = drawn
    plan = _group_plan(state, number, group, order)
    pairs = tuple(_scheduled_pairs(state, number, seed.seed, order, plan.games, tables, new_id))
    return RecordPairing(
        round=number,
        method=state.settings.system,
        rules=_schedule(state).rules,
        order=tuple(order),
        inputs_digest=_inputs_digest(state, number, order, seed.seed),
        pairs=pairs,
        byes=tuple(who for id_ in plan.byes for who in _bye_entries(state, number, id_)),
        group=group,
        **SeedFacts.facts_of(seed),
    )


def _group_plan(state: Tournament, number: int, group: str, order: Sequence[str]) -> Plan:
    try:
        return plan_of(state, number, order)
    except NotReady as error:
        refuse(error.code, **error.facts, **({"group": group} if group else {}))


def _scheduled_pairs(
    state: Tournament,
    number: int,
    seed: int,
    order: Sequence[str],
    games: Sequence[Planned],
    tables: Iterator[int],
    new_id: NewId,
) -> Iterator[PairMade]:
    earlier = [game for game in games_of_field(state, order) if game.round < number]
    games = [assign_colours(game, earlier, number, seed) for game in games]
    if state.settings.teams.boards:
        yield from scheduled_games(state, number, games, tables, new_id)
        return
    for planned in games:
        game, given, komi = _assign_stones(state, planned)
        table = next(tables)
        yield PairMade(
            game_id=new_id(table),
            table=table,
            white=game.white,
            black=game.black,
            handicap=given,
            komi=komi,
            place=game.place,
        )


def _bye_entries(state: Tournament, number: int, id_: str) -> Sequence[str]:
    """Return the entries that have the bye."""
    return bye_players(state, id_, number) if state.settings.teams.boards else (id_,)


def _assign_stones(state: Tournament, game: Planned) -> tuple[Planned, int, float]:
    """Return the game, its handicap stones and komi; with stones the stronger is White."""
    if not state.settings.schedule.handicap:
        return game, 0, state.settings.komi_for(0)
    white, black = state.entries[game.white].rank, state.entries[game.black].rank
    given, komi = terms_between(white, black, state.settings)
    if given and white < black:
        game = replace(game, white=game.black, black=game.white)
    return game, given, komi


def _default_results(
    state: Tournament, number: int, parts: Sequence[RecordPairing]
) -> Iterator[tuple[str, Result]]:
    for pair in (pair for part in parts for pair in part.pairs):
        black, white = (state.entries[id_].present_in(number) for id_ in (pair.black, pair.white))
        if not (black and white):
            winner = Winner.BLACK if black else Winner.WHITE if white else Winner.NEITHER
            yield pair.game_id, Result(winner=winner, by_default=True)


def _inputs_digest(state: Tournament, number: int, order: Sequence[str], seed: int) -> str:
    return inputs_digest(
        state.settings.system,
        state.settings.schedule,
        order,
        [game for game in games_of_field(state, order) if game.round < number],
        number,
        seed,
        [id_ for id_ in order if not is_present(state, id_, number)],
    )
