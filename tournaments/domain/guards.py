"""Checks that the commands of several subjects share."""

from typing import Protocol

from games.refusals import refuse
from tournaments.competition.facts import Team
from tournaments.competition.schedules import SCHEDULES
from tournaments.state.tournament import Entry, Pair, ResultState, Round, Tournament

UNFINISHED = (ResultState.MISSING, ResultState.DISPUTED)


class Side(Protocol):
    """The players of an entry: one, two in pair go, two or three in rengo."""

    @property
    def player_id(self) -> str: ...
    @property
    def partner_id(self) -> str: ...
    @property
    def third_id(self) -> str: ...


def set_fields(command: object, **values: object) -> None:
    """Set the fields of a frozen command that defines its own ``__init__``."""
    for name, value in values.items():
        object.__setattr__(command, name, value)


def entry_of(state: Tournament, entry_id: str) -> Entry:
    entry = state.entries.get(entry_id)
    if entry is None:
        refuse("unknown_entry", entry=entry_id)
    return entry


def pair_of(state: Tournament, game_id: str) -> tuple[Round, Pair]:
    found = state.pair_of(game_id)
    if found is None:
        refuse("unknown_pairing", game=game_id)
    return found


def need_round(state: Tournament, number: int) -> Round:
    """Return the round, paired or not. Refuses numbers outside 1..rounds."""
    if not 1 <= number <= state.settings.rounds:
        refuse("no_such_round", round=number, rounds=state.settings.rounds)
    return state.round(number)


def need_round_before(state: Tournament, number: int) -> None:
    """Refuse to pair a round before the previous one, except in a league, where rounds may be skipped."""
    if number > 1 and state.settings.system != "league" and not state.round(number - 1).pairs:
        refuse("earlier_round_not_paired", round=number - 1)


def need_open(round_: Round) -> None:
    if round_.closed:
        refuse("round_closed", round=round_.number)


def refuse_ruled_game(pair: Pair) -> None:
    """Refuse a game that a referee has ruled on: only an appeal or another claim may change it."""
    if pair.ruled is not None:
        final = pair.ruled.state is ResultState.FINAL
        refuse("ruling_final" if final else "result_ruled", game=pair.game_id, claim=pair.ruled.claim_id)


def is_later_round_paired(state: Tournament, number: int) -> bool:
    return any(n > number and round_.pairs for n, round_ in state.rounds.items())


def started_rounds(state: Tournament) -> list[int]:
    """Return the rounds that have games."""
    return [number for number, round_ in state.rounds.items() if round_.pairs]


def finished_rounds(state: Tournament) -> frozenset[int]:
    """Return the rounds that a player who enters now has missed.

    They are closed, followed by a paired round, or all their games have a result.

    None in a schedule, in which every player of the draw has a game or a bye, and none of teams.
    """
    if state.settings.system in SCHEDULES or state.settings.teams.boards:
        return frozenset()
    started = started_rounds(state)
    return frozenset(
        number for number in started if number < max(started) or _is_played(state.rounds[number])
    )


def _is_played(round_: Round) -> bool:
    return round_.closed or not any(pair.result_state in UNFINISHED for pair in round_.pairs.values())


def is_half_point(komi: float, most: int = 400) -> bool:
    """Return whether a komi is a number of half points of at most this size; NaN is not."""
    return abs(komi) <= most and komi * 2 == int(komi * 2)


def need_reason(reason: str, *, about: str) -> None:
    if not reason.strip():
        refuse("reason_required", about=about)


def need_reason_after_publication(reason: str, round_: Round) -> None:
    """Require a reason to change a published round, because people may have read it."""
    if round_.published:
        need_reason(reason, about="a published round")


def need_round_robin(state: Tournament) -> None:
    """Refuse systems other than a round robin, whose pairings do not depend on results."""
    if state.settings.system != "round_robin":
        refuse("only_in_a_round_robin")


def refuse_entered_players(players: set[str], state: Tournament, except_entry: str = "") -> None:
    other_entries = (entry for entry in state.entries.values() if entry.id != except_entry)
    entered = {who for entry in other_entries for who in side_of(entry)} - {""}
    if twice := players & entered:
        refuse("already_entered", player=min(twice))


def side_of(entry: Side) -> tuple[str, str, str]:
    return entry.player_id, entry.partner_id, entry.third_id


def need_boards(state: Tournament) -> int:
    """Return the number of boards of a match. Refuses a tournament without teams."""
    if not state.settings.teams.boards:
        refuse("no_teams")
    return state.settings.teams.boards


def team_of(state: Tournament, team_id: str) -> Team:
    team = state.teams.get(team_id)
    if team is None:
        refuse("unknown_team", team=team_id)
    return team


def need_free(state: Tournament, round_: Round, entry_id: str) -> None:
    need_open(round_)
    if not entry_of(state, entry_id).present_in(round_.number):
        refuse("not_present", entry=entry_id, round=round_.number)
    if entry_id in round_.busy:
        refuse("already_paired", entry=entry_id, round=round_.number)
