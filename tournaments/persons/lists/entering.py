"""Enter all players of a table into a tournament by one command: every row, or none.

Rows with a fault can be left out.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from typing import Any
from uuid import UUID, uuid5

from games.log import folding, unit_of_work
from games.log.store import Change
from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import Refusal, refuse
from tournaments.competition.facts import EntryFacts, PlayerFacts, Team
from tournaments.domain.base import fold
from tournaments.domain.entries import EnterPlayer, PlayerEntered
from tournaments.domain.teams import ChangeTeam, FormTeam
from tournaments.formats.csv_players import PlayerTable, read_players
from tournaments.formats.errors import ExchangeError
from tournaments.loading import load, stream_of
from tournaments.persons.lists.adopting import candidate_body
from tournaments.persons.lists.planning import Outcome, Plan, PlannedLine, numbers_of, plan_for
from tournaments.persons.lists.storing import refuse_faults
from tournaments.persons.recorded_names import record_changes
from tournaments.state.tournament import Tournament
from tournaments.tables.changed import touch
from tournaments.tables.people import Organisation, Player
from tournaments.tables.rows import TournamentRow

Decisions = Mapping[int, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableSummary:
    """The numbers of an entered table: entered rows, new people, rows entered before, and teams."""

    entered: int
    new_players: int
    before: int
    teams: int = 0


def table_of(data: bytes) -> PlayerTable:
    """Read a table of players. Refuses ``exchange_fault`` for a file that is no table of players."""
    try:
        return read_players(data)
    except ExchangeError as error:
        refuse(
            "exchange_fault", reason=error.code, fault=error.message, line=error.line, element=error.element
        )


def plan_table(row: TournamentRow, table: PlayerTable, decisions: Decisions | None = None) -> Plan:
    """Return the changes that ``enter_table`` would make, without storing anything."""
    state, _ = load(str(row.id))
    return _plan(row, state, table, decisions)


def enter_table(
    row: TournamentRow,
    table: PlayerTable,
    context: Context,
    decisions: Decisions | None = None,
    *,
    skip_faulty: bool = False,
) -> TableSummary:
    """Enter the player of every row that is not entered yet.

    ``skip_faulty``: leave out rows with a fault. Refuses ``exchange_fault`` with the faults of rows,
    ``alike_players`` with the undecided rows, or with the reason why a player cannot enter, with the line.
    """
    stream = stream_of(str(row.id))

    def work() -> TableSummary:
        if done := unit_of_work.earlier_events(context):
            own = [each for each in done if each.stream == stream]
            came = [each for each in own if isinstance(each.event, PlayerEntered)]
            return TableSummary(entered=len(came), new_players=0, before=0, teams=len(own) - len(came))
        state, version = folding.load(stream, Tournament(), fold, expected=context.expected)
        plan = _plan(row, state, table, decisions)
        _refuse(plan, skip_faulty=skip_faulty)
        new = [_player(row, line, context) for line in plan.lines if line.outcome is Outcome.NEW]
        Player.objects.bulk_create(new)
        record_changes(_store_numbers(row, plan), context)
        events = _events(state, plan, context)
        entered = len(events)
        events += _team_events(reduce(fold, events, state), plan, context)
        if events:
            unit_of_work.store_changes([Change(stream=stream, expected=version, events=events)], context)
        return TableSummary(
            entered=entered,
            new_players=len(new),
            before=plan.count(Outcome.ENTERED),
            teams=len(events) - entered,
        )

    return unit_of_work.run(work, context=context)


def add_table_to_players(
    row: TournamentRow,
    table: PlayerTable,
    context: Context,
    decisions: Decisions | None = None,
    *,
    skip_faulty: bool = False,
) -> TableSummary:
    """Add the people of every row to the organisation without entering them.

    Refuses as ``enter_table`` does.
    """

    def work() -> TableSummary:
        ids = [_new_id(line.line, context) for line in table.lines]
        if made := Player.objects.filter(pk__in=ids).count():  # the command was sent again
            return TableSummary(entered=0, new_players=made, before=0)
        plan = plan_table(row, table, decisions)
        _refuse(plan, skip_faulty=skip_faulty)
        new = [_player(row, line, context) for line in plan.lines if line.outcome is Outcome.NEW]
        Player.objects.bulk_create(new, ignore_conflicts=True)  # the command was sent twice at once
        record_changes(_store_numbers(row, plan), context)
        return TableSummary(entered=0, new_players=len(new), before=plan.count(Outcome.ENTERED))

    return unit_of_work.run(work, context=context)


def _plan(row: TournamentRow, state: Tournament, table: PlayerTable, decisions: Decisions | None) -> Plan:
    return plan_for(
        Organisation.objects.get(pk=row.organisation_id),
        table,
        entered={entry.player_id for entry in state.entries.values()},
        rounds=state.settings.rounds,
        decisions=decisions,
    )


def _refuse(plan: Plan, *, skip_faulty: bool) -> None:
    if plan.faults and not skip_faulty:
        refuse_faults(plan.faults)
    if plan.open_lines:
        lines = [
            {"line": line.line.line, "players": [candidate_body(player) for player in line.candidates]}
            for line in plan.open_lines
        ]
        refuse("alike_players", lines=lines)


def _events(state: Tournament, plan: Plan, context: Context) -> list[object]:
    events: list[object] = []
    for line in plan.lines:
        if line.outcome is Outcome.ENTERED:
            continue
        for event in _entry_events(line, state, context):
            state = fold(state, event)
            events.append(event)
    return events


def _team_events(state: Tournament, plan: Plan, context: Context) -> list[object]:
    """Return events for the teams of the table: new teams, and known teams with new members.

    Returns no events if players play for themselves.
    """
    if not state.settings.teams.boards:
        return []
    entries = {entry.player_id: entry.id for entry in state.entries.values()}
    teams = {team.name.casefold(): team for team in state.teams.values()}
    events: list[object] = []
    for name, lines in _by_team(plan).items():
        members = [entries[_player_id(line, context)] for line in lines]
        command = _team_command(teams.get(name.casefold()), name, members, lines[0], context)
        try:
            made = command.decide(state)
        except Refusal as refusal:
            raise Refusal(refusal.code, {**refusal.facts, "line": lines[0].line.line}) from refusal
        events += made
        state = reduce(fold, made, state)
    return events


def _by_team(plan: Plan) -> dict[str, list[PlannedLine]]:
    """Return the rows by team, under the name in the team's first row.

    Each team lists its boards in order, then the members without a board.
    """
    spelt: dict[str, str] = {}
    found: dict[str, list[PlannedLine]] = {}
    for line in (line for line in plan.lines if line.line.team):
        name = spelt.setdefault(line.line.team.casefold(), line.line.team)
        found.setdefault(name, []).append(line)
    for name, lines in found.items():
        lines.sort(key=lambda line: (line.line.board is None, line.line.board or 0, line.line.line))
        _refuse_shared_board(name, lines)
    return found


def _refuse_shared_board(name: str, lines: list[PlannedLine]) -> None:
    for one, other in pairwise(line.line for line in lines):
        if other.board is not None and one.board == other.board:
            fault = marked("two players at board %(board)s of %(name)s", board=other.board, name=name)
            refuse("exchange_fault", reason="board_twice", fault=fault, line=other.line, element="board")


def _team_command(
    known: Team | None, name: str, entries: list[str], line: PlannedLine, context: Context
) -> FormTeam | ChangeTeam:
    if known is None:
        team_id = str(uuid5(context.command_id, f"team/{line.line.line}"))
        return FormTeam(team_id=team_id, name=name, members=tuple(entries))
    members = (*known.members, *(entry for entry in entries if entry not in known.members))
    return ChangeTeam(team_id=known.id, members=members, reason="Read from a table.")


def _player_id(line: PlannedLine, context: Context) -> str:
    return str(line.player.id if line.player else _new_id(line.line.line, context))


def _entry_events(line: PlannedLine, state: Tournament, context: Context) -> Any:
    of = line.line
    command = EnterPlayer(
        entry_id=str(uuid5(context.command_id, f"entry/{of.line}")),
        player_id=_player_id(line, context),
        absent=of.absent,
        **EntryFacts.facts_of(line),
    )
    try:
        return command.decide(state)
    except Refusal as refusal:
        raise Refusal(refusal.code, {**refusal.facts, "line": of.line}) from refusal


def _new_id(line: int, context: Context) -> UUID:
    return uuid5(context.command_id, f"player/{line}")


def _player(row: TournamentRow, line: PlannedLine, context: Context) -> Player:
    person = line.line.person
    return Player(
        id=_new_id(line.line.line, context),
        organisation_id=row.organisation_id,
        family_name=person.name,
        given_name=person.first_name,
        grade=person.grade,
        **PlayerFacts.facts_of(line),
        **numbers_of(line.line),
    )


def _store_numbers(row: TournamentRow, plan: Plan) -> list[UUID]:
    """Store new numbers of known players without overwriting; return the players concerned."""
    changed = []
    touch(row.organisation_id)
    for line in plan.lines:
        missing = {
            column: number
            for column, number in numbers_of(line.line).items()
            if line.player is not None and not getattr(line.player, column)
        }
        if missing and line.player is not None:
            Player.objects.filter(pk=line.player.pk, erased=False).update(**missing)
            changed.append(line.player.pk)
    return changed
