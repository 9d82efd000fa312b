"""Rounds of a schedule: their games, byes and possible changes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date

from games.marking import marked
from games.refusals import refuse
from tournaments.competition.facts import Seating
from tournaments.competition.history import Entrant
from tournaments.competition.schedules import SCHEDULES, NotReady, Plan, Played
from tournaments.competition.schedules.bracket import FilledMatch, champion, count_rounds
from tournaments.competition.settings import ScheduleSettings, Settings
from tournaments.state.groups import NO_GROUP, groups_of
from tournaments.state.line_ups import line_up
from tournaments.state.tournament import Tournament
from tournaments.teams.history import paired_history
from tournaments.teams.matches import Match, busy_teams, is_team_present, is_voided, matches, result_of

SYSTEMS_OF_CHOICE = {
    "twice": ("round_robin",),
    "third_place": ("knock_out",),
    "consolation": ("knock_out",),
    "first_match": ("knock_out",),
    "second_final": ("double_elimination",),
    "handicap": tuple(SCHEDULES),
    "seeded_by": tuple(SCHEDULES),
}
"""Choices of a schedule, and the systems in which each has an effect."""


def fields_of(state: Tournament) -> list[str]:
    """Return the names of the fields: groups of entries, or of teams."""
    return groups_of(state)


def entrants_of(state: Tournament) -> Mapping[str, Entrant]:
    return paired_history(state).entrants


def is_present(state: Tournament, id_: str, number: int) -> bool:
    """Return whether the player, or a player of the team, is present in the round."""
    if state.settings.teams.boards:
        return id_ in state.teams and is_team_present(state, state.teams[id_], number)
    return state.entries[id_].present_in(number)


def present_in_round_1(state: Tournament, field: str) -> list[str]:
    if state.settings.teams.boards:
        return [id_ for id_, team in state.teams.items() if team.group == field and is_present(state, id_, 1)]
    return [entry.id for entry in state.entries.values() if entry.group == field and entry.present_in(1)]


def busy_sides(state: Tournament, number: int) -> frozenset[str]:
    """Return the sides with a game or a bye in the round."""
    return busy_teams(state, number) if state.settings.teams.boards else state.round(number).busy


def voided_sides(state: Tournament) -> frozenset[str]:
    """Return the withdrawn sides whose games, or matches, do not count for places."""
    if state.settings.teams.boards:
        return frozenset(team.id for team in state.teams.values() if is_voided(state, team))
    return frozenset(entry.id for entry in state.entries.values() if entry.voided)


def entries_of_sides(state: Tournament, ids: Iterable[str], number: int) -> list[str]:
    """Return the entries of the sides; of teams the present players of the line-up."""
    if not state.settings.teams.boards:
        return list(ids)
    seated = (entry for team in ids for entry in line_up(state, state.teams[team], number))
    return [entry for entry in seated if state.entries[entry].present_in(number)]


def games_of_field(state: Tournament, order: Iterable[str]) -> list[Played]:
    """Return the games, or matches, of the field from all rounds."""
    field = set(order)
    all_games = _matches(state) if state.settings.teams.boards else _games(state)
    return [game for game in all_games if game.players <= field]


def _games(state: Tournament) -> Iterable[Played]:
    return (
        Played(round=number, result=pair.result, place=pair.place, **Seating.facts_of(pair))
        for number, round_ in sorted(state.rounds.items())
        for pair in round_.by_table()
    )


def _matches(state: Tournament) -> Iterable[Played]:
    return (
        _game_of_match(state, match) for number in sorted(state.rounds) for match in matches(state, number)
    )


def _game_of_match(state: Tournament, match: Match) -> Played:
    """Return a match as a game at its first table."""
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
    """Return the field of a group as it was drawn; empty before its round 1 is paired."""
    return state.round(1).drawn.get(group, ())


def order_of(state: Tournament, group: str) -> tuple[str, ...]:
    """Return the field with the latecomers that may still join it as its last seeds."""
    return seeds_of(state, group) + latecomers(state, group)


def latecomers(state: Tournament, group: str) -> tuple[str, ...]:
    """Return the latecomers to a drawn bracket that get a free place, where the opponent had a bye.

    Places are free until round 2 is paired or round 1 is closed; latecomers get them in the order of entry.
    """
    free = _free_places(state, group)
    if free <= 0:
        return ()
    seeds = set(seeds_of(state, group))
    return tuple(id_ for id_ in present_in_round_1(state, group) if id_ not in seeds)[:free]


def places_left(state: Tournament, group: str) -> int:
    """Return how many more players may join a drawn field."""
    return _free_places(state, group) - len(latecomers(state, group))


def _free_places(state: Tournament, group: str) -> int:
    seeds = seeds_of(state, group)
    schedule = SCHEDULES.get(state.settings.system)
    if not seeds or schedule is None or schedule.fill is None or state.settings.teams.boards:
        return 0
    if state.round(1).closed or (2 in state.rounds and state.round(2).busy):
        return 0
    return int(2 ** count_rounds(len(seeds)) - len(seeds))


def byes_to_take_back(state: Tournament, group: str) -> list[str]:
    """Return the sides with the bye of round 1 that get a latecomer as their opponent."""
    schedule, order = SCHEDULES[state.settings.system], order_of(state, group)
    if schedule.fill is None or not latecomers(state, group):
        return []
    matches = schedule.fill(order, games_of_field(state, order), state.settings.schedule)
    due_at_first = [one for one in matches if one.match.round == 1 and one.is_due]
    sides = [who for one in due_at_first for who in (one.one, one.other)]
    return [who for who in sides if who in state.round(1).byes]


def drawn_groups(state: Tournament) -> list[str]:
    return sorted(state.round(1).drawn)


def plan_of(state: Tournament, number: int, order: Sequence[str], free: Iterable[str] = ()) -> Plan:
    """Return the games and byes that the round still needs. Raises ``NotReady``.

    ``free``: sides whose bye is to be withdrawn. The opponent of a voided side has neither a game nor
    a bye, because every side would get the same points for it.
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


def bracket_matches(state: Tournament, group: str) -> list[FilledMatch]:
    """Return the matches of a group's bracket with their results; empty if there is none (yet)."""
    schedule, order = SCHEDULES.get(state.settings.system), seeds_of(state, group)
    if schedule is None or schedule.fill is None or not order:
        return []
    return schedule.fill(order, games_of_field(state, order), state.settings.schedule)


def undrawn_entries(state: Tournament, number: int) -> list[str]:
    """Return late entries without a game, whose group is not drawn and cannot be drawn."""
    if not is_scheduled(state) or state.settings.teams.boards or not drawn_groups(state):
        return []
    late = [field for field in fields_of(state) if not can_be_drawn(state, field, number)]
    return [
        entry.id
        for entry in state.entries.values()
        if entry.group in late and not seeds_of(state, entry.group) and entry.present_in(number)
    ]


def can_be_drawn(state: Tournament, field: str, number: int) -> bool:
    """Return whether the field is drawn or has enough players; latecomers alone do not form a field."""
    if seeds_of(state, field):
        return True
    named = number == 1 or field != NO_GROUP
    return named and len(present_in_round_1(state, field)) >= SCHEDULES[state.settings.system].fewest


def champions(state: Tournament) -> list[str]:
    """Return the winner of each bracket, by group; empty until all brackets are finished."""
    won = [champion(bracket_matches(state, field)) for field in fields_of(state)]
    return won if all(won) else []


def place_of(state: Tournament, number: int, pair: set[str]) -> str:
    """Return the place of the bracket match of a pair made by hand: one without a game, or ""."""
    for group in drawn_groups(state):
        for one in bracket_matches(state, group):
            if one.match.round == number and one.is_due and {one.one, one.other} & pair:
                return one.match.place
    return ""


def sides_to_draw(state: Tournament, number: int) -> list[str]:
    """Return the sides that wait for a game of the schedule in the round, as far as it is known."""
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
    """Refuse to add or remove players of a drawn field: those who leave are withdrawn and lose by default.

    Entries of a field of teams may be added and removed, because teams may have new members.
    """
    if not state.settings.teams.boards:
        refuse_drawn_field(state, group)


def refuse_drawn_field(state: Tournament, field: str = NO_GROUP) -> None:
    """Refuse a field that is drawn, of players or of teams."""
    if is_scheduled(state) and seeds_of(state, field):
        refuse("field_drawn", group=field)


def schedule_faults(settings: Settings) -> list[tuple[str, str]]:
    """Return the invalid fields of the schedule settings, each with the reason."""
    faults: list[tuple[str, str]] = []
    dates = settings.schedule.dates
    if len(dates) > settings.rounds and settings.system not in SCHEDULES:
        faults.append(("schedule.dates", marked("more dates than rounds")))
    if not all(_is_date(day) for day in dates) or list(dates) != sorted(dates):
        faults.append(("schedule.dates", marked("dates like 2026-11-21, none before the one above it")))
    return faults


def refuse_without_effect(settings: Settings, before: Settings | None = None) -> None:
    """Refuse a choice that has no effect in the system, unless it was made earlier."""
    usual = ScheduleSettings()
    for name, systems in SYSTEMS_OF_CHOICE.items():
        chosen = getattr(settings.schedule, name)
        unchanged = before is not None and chosen == getattr(before.schedule, name)
        if settings.system not in systems and chosen != getattr(usual, name) and not unchanged:
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
    """Refuse to change a drawn schedule: its system, its rounds and all but dates and handicap."""
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
