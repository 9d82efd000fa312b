"""Rounds that follow from a schedule: who meets whom, who is free, and what may still be changed."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from games.marking import marked
from games.refusals import refuse
from tournaments.competition.facts import Seating
from tournaments.competition.history import Entrant
from tournaments.competition.schedules import SCHEDULES, NotReady, Plan, Played
from tournaments.competition.schedules.bracket import Filled, champion, folds
from tournaments.competition.settings import ScheduleSettings, Settings
from tournaments.state.groups import NO_GROUP, groups_of
from tournaments.state.line_ups import line_up
from tournaments.state.tournament import Tournament
from tournaments.teams.history import paired_history
from tournaments.teams.matches import Match, bound_teams, matches, present, result_of, voided

SYSTEMS_OF_CHOICE = {
    "twice": ("round_robin",),
    "third_place": ("knock_out",),
    "consolation": ("knock_out",),
    "first_match": ("knock_out",),
    "second_final": ("double_elimination",),
    "handicap": tuple(SCHEDULES),
    "seeded_by": tuple(SCHEDULES),
}
"""What a director chooses of a schedule, and the systems in which it has an effect."""


def fields_of(state: Tournament) -> list[str]:
    """The names of the fields: groups of entries, or of teams."""
    return groups_of(state)


def entrants_of(state: Tournament) -> Mapping[str, Entrant]:
    return paired_history(state).entrants


def is_present(state: Tournament, id_: str, number: int) -> bool:
    """Whether the player, or anybody of the team, is present in the round."""
    if state.settings.teams.boards:
        return id_ in state.teams and present(state, state.teams[id_], number)
    return state.entries[id_].present_in(number)


def present_in_round_1(state: Tournament, field: str) -> list[str]:
    if state.settings.teams.boards:
        return [id_ for id_, team in state.teams.items() if team.group == field and is_present(state, id_, 1)]
    return [entry.id for entry in state.entries.values() if entry.group == field and entry.present_in(1)]


def busy_sides(state: Tournament, number: int) -> frozenset[str]:
    """Who has a game or a bye in the round; of a team, anybody at its boards."""
    return bound_teams(state, number) if state.settings.teams.boards else state.round(number).busy


def voided_sides(state: Tournament) -> frozenset[str]:
    """Who has left and had all of their games, or matches, left out."""
    if state.settings.teams.boards:
        return frozenset(team.id for team in state.teams.values() if voided(state, team))
    return frozenset(entry.id for entry in state.entries.values() if entry.voided)


def entries_of_sides(state: Tournament, ids: Iterable[str], number: int) -> list[str]:
    """The entries behind ``ids``; of teams those of the line-up who are there."""
    if not state.settings.teams.boards:
        return list(ids)
    seated = (entry for team in ids for entry in line_up(state, state.teams[team], number))
    return [entry for entry in seated if state.entries[entry].present_in(number)]


def games_of_field(state: Tournament, order: Iterable[str]) -> list[Played]:
    """Games of the field, or matches, from all rounds."""
    field = set(order)
    every = _matches(state) if state.settings.teams.boards else _games(state)
    return [game for game in every if game.players <= field]


def _games(state: Tournament) -> Iterable[Played]:
    return (
        Played(round=number, result=pair.result, place=pair.place, **Seating.facts_of(pair))
        for number, round_ in sorted(state.rounds.items())
        for pair in round_.by_table()
    )


def _matches(state: Tournament) -> Iterable[Played]:
    return (_as_game(state, match) for number in sorted(state.rounds) for match in matches(state, number))


def _as_game(state: Tournament, match: Match) -> Played:
    """A match at the table where it begins."""
    return Played(
        round=match.round,
        table=match.table,
        white=match.white,
        black=match.black,
        colours_known=match.boards[0].pair.colours_known,
        result=result_of(match, state.settings.system),
        place=match.place,
    )


def is_scheduled(state: Tournament) -> bool:
    return state.settings.system in SCHEDULES


def seeds_of(state: Tournament, group: str) -> tuple[str, ...]:
    """The field of a group as it was drawn; empty before its round 1 is paired."""
    return state.round(1).drawn.get(group, ())


def order_of(state: Tournament, group: str) -> tuple[str, ...]:
    """The field with those who may still join it, who are its last seeds."""
    return seeds_of(state, group) + latecomers(state, group)


def latecomers(state: Tournament, group: str) -> tuple[str, ...]:
    """Who came after a bracket was drawn and can have a place that was free: the opponent had a bye.

    That is so until round 2 is paired or round 1 is closed; the first who entered come first.
    """
    room = _free_places(state, group)
    if room <= 0:
        return ()
    seeds = set(seeds_of(state, group))
    return tuple(id_ for id_ in present_in_round_1(state, group) if id_ not in seeds)[:room]


def places_left(state: Tournament, group: str) -> int:
    """How many more may join a field that is drawn."""
    return _free_places(state, group) - len(latecomers(state, group))


def _free_places(state: Tournament, group: str) -> int:
    seeds = seeds_of(state, group)
    schedule = SCHEDULES.get(state.settings.system)
    if not seeds or schedule is None or schedule.filled is None or state.settings.teams.boards:
        return 0
    if state.round(1).closed or (2 in state.rounds and state.round(2).busy):
        return 0
    return int(2 ** folds(len(seeds)) - len(seeds))


def byes_to_take_back(state: Tournament, group: str) -> list[str]:
    """Who has the bye of round 1 and gets a latecomer for an opponent."""
    schedule, order = SCHEDULES[state.settings.system], order_of(state, group)
    if schedule.filled is None or not latecomers(state, group):
        return []
    matches = schedule.filled(order, games_of_field(state, order), state.settings.schedule)
    due_at_first = [one for one in matches if one.match.round == 1 and one.due]
    sides = [who for one in due_at_first for who in (one.one, one.other)]
    return [who for who in sides if who in state.round(1).byes]


def drawn_groups(state: Tournament) -> list[str]:
    return sorted(state.round(1).drawn)


def plan_of(state: Tournament, number: int, order: Sequence[str], free: Iterable[str] = ()) -> Plan:
    """Games and byes of the round that are not there yet. Raises ``NotReady``.

    ``free``: who has a bye that is to be taken back. Whoever would meet somebody whose games are left out has
    neither: what they would get, all would get.
    """
    busy = busy_sides(state, number).difference(free)
    plan = SCHEDULES[state.settings.system].plan(
        order, number, games_of_field(state, order), state.settings.schedule
    )
    without = busy | voided_sides(state)
    return Plan(
        games=tuple(game for game in plan.games if not without & game.players),
        byes=tuple(who for who in plan.byes if who not in busy and is_present(state, who, number)),
    )


def bracket_matches(state: Tournament, group: str) -> list[Filled]:
    """The bracket of a group as it stands; empty where there is none (yet)."""
    schedule, order = SCHEDULES.get(state.settings.system), seeds_of(state, group)
    if schedule is None or schedule.filled is None or not order:
        return []
    return schedule.filled(order, games_of_field(state, order), state.settings.schedule)


def undrawn_entries(state: Tournament, number: int) -> list[str]:
    """Who came after their event was drawn, in no group, or in one that was not: they have no game."""
    if not is_scheduled(state) or state.settings.teams.boards or not drawn_groups(state):
        return []
    late = [field for field in fields_of(state) if not can_be_drawn(state, field, number)]
    return [
        entry.id
        for entry in state.entries.values()
        if entry.group in late and not seeds_of(state, entry.group) and entry.present_in(number)
    ]


def can_be_drawn(state: Tournament, field: str, number: int) -> bool:
    """Whether the field is drawn, or is as large as the system needs; latecomers without a group are none."""
    if seeds_of(state, field):
        return True
    named = number == 1 or field != NO_GROUP
    return named and len(present_in_round_1(state, field)) >= SCHEDULES[state.settings.system].fewest


def champions(state: Tournament) -> list[str]:
    """Who has won each bracket, by group; empty while one of them is not played to its end."""
    won = [champion(bracket_matches(state, field)) for field in fields_of(state)]
    return won if all(won) else []


def place_of(state: Tournament, number: int, pair: set[str]) -> str:
    """The match of a bracket that a pair made by hand is: one that misses its game and had one of the two."""
    for group in drawn_groups(state):
        for one in bracket_matches(state, group):
            if one.match.round == number and one.due and {one.one, one.other} & pair:
                return one.match.place
    return ""


def sides_to_draw(state: Tournament, number: int) -> list[str]:
    """Who waits for a game of the schedule in the round, as far as it can be told."""
    waiting: list[str] = []
    for group in fields_of(state):
        if not seeds_of(state, group):
            waiting += present_in_round_1(state, group) if number == 1 else []
            continue
        order = order_of(state, group) if number == 1 else seeds_of(state, group)
        free = byes_to_take_back(state, group) if number == 1 else []
        try:
            plan = plan_of(state, number, order, free)
        except NotReady:
            continue
        waiting += [who for game in plan.games for who in (game.white, game.black)]
    return waiting


def refuse_drawn_player_field(state: Tournament, group: str) -> None:
    """Nobody joins or leaves a field that is drawn: whoever leaves is withdrawn and loses by default.

    Entries of a field of teams come and go: teams may have new members.
    """
    if not state.settings.teams.boards:
        refuse_drawn_field(state, group)


def refuse_drawn_field(state: Tournament, field: str = NO_GROUP) -> None:
    """The same of a field, whoever plays in it."""
    if is_scheduled(state) and seeds_of(state, field):
        refuse("field_drawn", group=field)


def schedule_faults(settings: Settings) -> list[tuple[str, str]]:
    """Fields of settings that no schedule could be played with, and why."""
    faults: list[tuple[str, str]] = []
    dates = settings.schedule.dates
    if len(dates) > settings.rounds and settings.system not in SCHEDULES:
        faults.append(("schedule.dates", marked("more dates than rounds")))
    if not all(_is_date(day) for day in dates) or list(dates) != sorted(dates):
        faults.append(("schedule.dates", marked("dates like 2026-11-21, none before the one above it")))
    return faults


def refuse_without_effect(settings: Settings, before: Settings | None = None) -> None:
    """A choice that the system knows nothing of; one that was made earlier may stay."""
    usual = ScheduleSettings()
    for name, systems in SYSTEMS_OF_CHOICE.items():
        chosen = getattr(settings.schedule, name)
        stood = before is not None and chosen == getattr(before.schedule, name)
        if settings.system not in systems and chosen != getattr(usual, name) and not stood:
            only = ", ".join(system.replace("_", " ") for system in systems)
            refuse(
                "invalid_settings",
                field=f"schedule.{name}",
                fault=marked("this has an effect in: %(only)s", only=only),
            )
    if settings.schedule.first_match and not settings.schedule.consolation:
        refuse(
            "invalid_settings", field="schedule.first_match", fault=marked("only with a consolation bracket")
        )


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def refuse_redrawn(settings: Settings, state: Tournament) -> None:
    """A schedule that is drawn stays: its system, its rounds and all but dates and stones."""
    if not drawn_groups(state):
        return
    for field in ("system", "rounds"):
        if getattr(settings, field) != getattr(state.settings, field):
            refuse("invalid_settings", field=field, fault=marked("the schedule is drawn: undo round 1 first"))
    if _fixed_choices(settings) != _fixed_choices(state.settings):
        refuse(
            "invalid_settings", field="schedule", fault=marked("the schedule is drawn: undo round 1 first")
        )


def _fixed_choices(settings: Settings) -> object:
    return replace(settings.schedule, dates=(), handicap=False)
